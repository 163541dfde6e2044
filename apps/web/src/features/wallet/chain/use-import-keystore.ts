import type { KeystoreFault, KeystoreFile } from '@trove/chain-client/keystore/keystore-file'
import type { chainWallet } from '@trove/messages/money/chain-wallet'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { readSession } from '../../../lib/session/session.ts'
import { connectImportedAccount } from '../../../lib/wallet/wallet.ts'
import { openKeystore } from '../../../signing/open-keystore.ts'

/** polkadot{.js} asks for at least this many characters; a shorter password is tried all the same. */
const USUAL_PASSWORD_LENGTH = 6
const MAX_PASSWORD_LENGTH = 256
/** A bigger file is none, and is not even read. */
const MAX_FILE_BYTES = 64 * 1024

const FAULT_WORDS = {
  'not-json': 'wrongFormat',
  'not-a-keystore': 'wrongContent',
  'unsupported-key': 'unsupportedKey',
  'not-encrypted': 'notEncrypted',
  'unsafe-encryption': 'unsafeEncryption',
} as const satisfies Record<KeystoreFault, keyof typeof chainWallet.keystore>

type Chosen = { fileName: string; keystore?: KeystoreFile; fault?: KeystoreFault }

async function readChosen(file: File): Promise<Chosen> {
  const fileName = file.name
  const { readKeystoreFile } = await import('@trove/chain-client/keystore/keystore-file')
  if (file.size > MAX_FILE_BYTES) return { fileName, fault: 'not-a-keystore' }
  return { fileName, ...readKeystoreFile(await file.text().catch(() => '')) }
}

/** Importing a keystore: choose the file, enter its password, unlock it once, keep it as it is. A failure stays open. */
export function useImportKeystore(onDone: () => void) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Chosen>()
  const [password, setPassword] = useState('')
  const [fileError, setFileError] = useState<string>()
  const [passwordError, setPasswordError] = useState<string>()
  const [isUnlocking, setUnlocking] = useState(false)

  const choose = async (file: File | null) => {
    if (!file) return
    const next = await readChosen(file)
    setChosen(next)
    setPasswordError(undefined)
    setFileError(next.fault && t(`chainWallet.keystore.${FAULT_WORDS[next.fault]}`))
  }

  async function unlock(keystore: KeystoreFile): Promise<string | undefined> {
    const owner = readSession().user?.userId
    const opened = await openKeystore(keystore, password)
    opened?.close()
    if (!opened || !owner) {
      return password.length < USUAL_PASSWORD_LENGTH
        ? t('chainWallet.keystore.passwordWrongShort', { least: USUAL_PASSWORD_LENGTH })
        : t('chainWallet.keystore.passwordWrong')
    }
    // Unlocking has compared the key with the address the file names.
    const { findAccount } = await import('@trove/chain-client/base/account')
    const accountId = findAccount(keystore.address)?.address ?? keystore.address
    connectImportedAccount(owner, { accountId, name: keystore.meta.name }, JSON.stringify(keystore))
    return undefined
  }

  const confirm = async () => {
    if (!chosen) return setFileError(t('chainWallet.keystore.fileFirst'))
    if (!chosen.keystore) return
    if (password.trim() === '') return setPasswordError(t('chainWallet.keystore.passwordEmpty'))
    if (password.length > MAX_PASSWORD_LENGTH)
      return setPasswordError(t('chainWallet.keystore.passwordTooLong', { most: MAX_PASSWORD_LENGTH }))
    setUnlocking(true)
    try {
      const refusal = await unlock(chosen.keystore)
      if (refusal) return setPasswordError(refusal)
      notify('success', t('chainWallet.connected'))
      onDone()
    } catch {
      setPasswordError(t('chainWallet.keystore.unlockFailed'))
    } finally {
      setUnlocking(false)
    }
  }

  return {
    chosen,
    choose: (file: File | null) => void choose(file),
    password,
    changePassword: (value: string) => {
      setPassword(value)
      setPasswordError(undefined)
    },
    fileError,
    passwordError,
    isUnlocking,
    confirm: () => void confirm(),
  }
}
