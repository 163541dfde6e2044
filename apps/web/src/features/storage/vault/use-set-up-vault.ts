import { PASSPHRASE_LETTERS_MIN } from '@trove/contract/storage/vault'
import { newVaultKey, wordsOf } from '@trove/stored-file/vault'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify, notifyError } from '../../../lib/calls/notify.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { readSession } from '../../../lib/session/session.ts'
import { storeVault, VAULT } from './queries.ts'
import { fingerprintOf } from './vault-key.ts'

/** How many of the words are asked for. */
export const ASKED_WORDS = 3
const WORDS = 24

type Step = 'passphrase' | 'words' | 'confirm'
type Faults = { passphrase?: string; again?: string; understood?: string; words?: string }

/** Some places of the words, in order. */
function choosePlaces(): number[] {
  const places = Array.from({ length: WORDS }, (_, place) => place)
  const chosen = Array.from({ length: ASKED_WORDS }, () => {
    const [at] = crypto.getRandomValues(new Uint32Array(1))
    return places.splice(at! % places.length, 1)[0]!
  })
  return chosen.sort((a, b) => a - b)
}

function usePassphrase() {
  const { t } = useTranslation()
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [isUnderstood, setUnderstood] = useState(false)
  const faultsOf = (): Faults => ({
    passphrase:
      [...passphrase].length < PASSPHRASE_LETTERS_MIN
        ? t('storage.vault.passphraseShort', { count: PASSPHRASE_LETTERS_MIN })
        : undefined,
    again: again === passphrase ? undefined : t('storage.vault.againDiffers'),
    understood: isUnderstood ? undefined : t('storage.vault.understoodFirst'),
  })
  return { passphrase, setPassphrase, again, setAgain, isUnderstood, setUnderstood, faultsOf }
}

/** The three steps to a vault. The key is made here and leaves the page only inside its box. */
export function useSetUpVault(onSend: (fingerprint: string) => void) {
  const { t, i18n } = useTranslation()
  const [step, setStep] = useState<Step>('passphrase')
  const [faults, setFaults] = useState<Faults>({})
  const [vaultKey] = useState(newVaultKey)
  const [asked, setAsked] = useState(choosePlaces)
  const [typed, setTyped] = useState<string[]>([])
  const [isBusy, setBusy] = useState(false)
  const first = usePassphrase()
  const words = wordsOf(vaultKey, i18n.language.startsWith('zh') ? 'zh' : 'en').split(/\s+/)

  const store = async () => {
    setBusy(true)
    try {
      onSend(await fingerprintOf(vaultKey))
      await storeVault(readSession().user!.userId, vaultKey, first.passphrase)
      notify('success', t('storage.vault.done'))
    } catch (error) {
      notifyError(error)
      // Another tab set it up meanwhile: these words open nothing. What is there now is what can be opened.
      onRefusal(() => void queryClient.invalidateQueries({ queryKey: VAULT }))(error)
    } finally {
      setBusy(false)
    }
  }
  const next = () => {
    if (step === 'passphrase') {
      const found = first.faultsOf()
      setFaults(found)
      if (Object.values(found).every((fault) => fault === undefined)) setStep('words')
    } else if (step === 'words') setStep('confirm')
    else if (
      asked.every((place, i) => typed[i]?.trim().toLowerCase().normalize('NFKC') === words[place]!.normalize('NFKC'))
    )
      void store()
    else setFaults({ words: t('storage.vault.wordsWrong') })
  }
  /** What is typed anew is wrong no more until it is left: a fault that went only then would move what is being pressed. */
  const retype = (set: (text: string) => void) => (text: string) => {
    set(text)
    setFaults({})
  }
  /** A passphrase that was left is looked at, one that was not begun is not. */
  const leave = (field: 'passphrase' | 'again') => {
    const fault = first[field] === '' ? undefined : first.faultsOf()[field]
    setFaults((now) => ({ ...now, [field]: fault }))
  }
  const back = () => {
    setAsked(choosePlaces())
    setTyped([])
    setFaults({})
    setStep('words')
  }
  return {
    ...{ step, faults, words, asked, typed, isBusy, next, back, leave },
    ...{ passphrase: first.passphrase, again: first.again, isUnderstood: first.isUnderstood },
    changePassphrase: retype(first.setPassphrase),
    changeAgain: retype(first.setAgain),
    understand: first.setUnderstood,
    type: (i: number, text: string) => setTyped((now) => Object.assign([...now], { [i]: text })),
  }
}
