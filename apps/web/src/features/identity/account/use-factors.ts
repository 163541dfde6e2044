import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  askPasskey,
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  factorState,
  proveFactor,
  removeFactor,
  renewRecoveryCodes,
} from '@trove/contract/identity/second-factor'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import type { useSlider } from '../login/use-slider.ts'

const STATE = ['identity', 'factors']

/** Passkeys are bound to a host by name: on a bare address there are none. */
export const hasPasskeys = () => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** One's second factors. */
export function useFactorState() {
  return useQuery({ queryKey: STATE, queryFn: () => api(factorState, {}) })
}

function useKeepState() {
  const client = useQueryClient()
  return (state: Awaited<ReturnType<typeof load>>) => client.setQueryData(STATE, state)
}
const load = () => api(factorState, {})

type Slider = ReturnType<typeof useSlider>
const codeBody = (smsCode: string, slider: string | undefined) => ({ ...(smsCode && { smsCode }), slider })

/** Begins with an authenticator app: the secret to put into it; undefined when the slider was given up. */
export function useBeginTotp(slider: Slider) {
  return useMutation({
    mutationFn: async (smsCode: string) => {
      const found: { uri?: string; secret?: string } = {}
      await slider.run(async (solution) => {
        Object.assign(found, await api(beginTotp, { body: codeBody(smsCode, solution) }))
        return true
      })
      return found
    },
  })
}

/** The first code of the app. */
export function useConfirmTotp(onDone: (recoveryCodes: string[]) => void) {
  const { t } = useTranslation()
  const keep = useKeepState()
  return useMutation({
    mutationFn: (code: string) => api(confirmTotp, { body: { code } }),
    onSuccess: ({ state, recoveryCodes }) => {
      keep(state)
      notify('success', t('factors.turnedOn'))
      onDone(recoveryCodes)
    },
  })
}

/** Makes a passkey in the browser and enrols it. */
export function useAddPasskey(slider: Slider, onDone: (recoveryCodes: string[]) => void) {
  const { t } = useTranslation()
  const keep = useKeepState()
  return useMutation({
    mutationFn: async ({ name, smsCode }: { name: string; smsCode: string }) => {
      const { startRegistration } = await import('@simplewebauthn/browser')
      let optionsJSON: Parameters<typeof startRegistration>[0]['optionsJSON'] | undefined
      await slider.run(async (solution) => {
        optionsJSON = (await api(beginPasskey, { body: codeBody(smsCode, solution) })) as never
        return true
      })
      if (!optionsJSON) return undefined
      const answer = await startRegistration({ optionsJSON }).catch(() => undefined)
      if (!answer) notify('warning', t('factors.passkeyCancelled'))
      return answer && api(confirmPasskey, { body: { name, answer: answer as never } })
    },
    onSuccess: (enrolled) => {
      if (!enrolled) return
      keep(enrolled.state)
      notify('success', t('factors.turnedOn'))
      onDone(enrolled.recoveryCodes)
    },
  })
}

/** Shows a factor: a code of the app, a recovery code, or a passkey of this browser. */
export function useProve(onShown: () => void) {
  const { t } = useTranslation()
  const keep = useKeepState()
  return useMutation({
    mutationFn: async (shown: { code: string } | { recoveryCode: string } | 'passkey') => {
      if (shown !== 'passkey') return api(proveFactor, { body: shown })
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const optionsJSON = (await api(askPasskey, {})) as never
      const passkey = await startAuthentication({ optionsJSON }).catch(() => undefined)
      if (!passkey) notify('warning', t('factors.passkeyCancelled'))
      return passkey && api(proveFactor, { body: { passkey: passkey as never } })
    },
    onSuccess: (state) => {
      if (!state) return
      keep(state)
      onShown()
    },
  })
}

/** Removes a factor, or gets new recovery codes; both want one shown. */
export function useFactorChanges(on: { removed: () => void; renewed: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const keep = useKeepState()
  const remove = useMutation({
    mutationFn: (which: { totp: true } | { passkeyId: string }) => api(removeFactor, { body: which }),
    onSuccess: (state) => {
      keep(state)
      notify('success', t('factors.removed'))
    },
    onSettled: on.removed,
  })
  const renew = useMutation({
    mutationFn: () => api(renewRecoveryCodes, {}),
    onSuccess: ({ state, recoveryCodes }) => {
      keep(state)
      on.renewed(recoveryCodes)
    },
  })
  return { remove, renew }
}
