import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ACCOUNT_CODE_PURPOSES,
  accountState,
  changeMobile,
  type DeletionHindrance,
  deleteAccount,
  sendAccountCode,
  sendNewMobileCode,
  withdrawConsent,
} from '@trove/contract/identity/account'
import { unbindAlipay } from '@trove/contract/wallet/routes'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api, refreshUser } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { forgetSession, useSession } from '../../../lib/session/session.ts'
import { useSlider } from '../login/use-slider.ts'

const STATE = ['identity', 'account']

/** One's consents, and what keeps the account from being deleted. */
export function useAccountState() {
  return useQuery({ queryKey: STATE, queryFn: () => api(accountState, {}) })
}

/** Sends codes for changes of the account, and throws a refusal; the slider comes in between when the server wants it. */
export function useConfirming() {
  const { t } = useTranslation()
  const slider = useSlider()
  const send = async (ask: (slider?: string) => Promise<unknown>): Promise<boolean> => {
    if (!(await slider.run(ask))) return false
    notify('success', t('login.codeSent'))
    return true
  }
  return {
    slider,
    sendOwn: (purpose: (typeof ACCOUNT_CODE_PURPOSES)[number]) =>
      send((solution) => api(sendAccountCode, { body: { purpose, slider: solution } })),
    sendNew: (mobile: string) => send((solution) => api(sendNewMobileCode, { body: { mobile, slider: solution } })),
  }
}

type Confirming = ReturnType<typeof useConfirming>

/** Changes the number with a code from each. */
export function useChangeMobile({ slider }: Confirming, onDone: () => void) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (form: { mobile: string; smsCode: string; newSmsCode: string }) => {
      const changed = await slider.run((solution) => api(changeMobile, { body: { ...form, slider: solution } }))
      if (changed) await refreshUser()
      return changed
    },
    onSuccess: (changed) => {
      if (!changed) return
      notify('success', t('account.phoneChanged'))
      onDone()
    },
  })
}

/** Goes to where everybody may be, and forgets the session once this page is gone: nobody is told to sign in first. */
function useLeave() {
  const navigate = useNavigate()
  const isLeaving = useRef(false)
  useEffect(
    () => () => {
      if (isLeaving.current) forgetSession()
    },
    [],
  )
  return () => {
    isLeaving.current = true
    navigate(paths.home(), { replace: true })
  }
}

/** Deletes the account; the session is over with it. */
export function useDeleteAccount({ slider }: Confirming) {
  const { t } = useTranslation()
  const leave = useLeave()
  return useMutation({
    mutationFn: (smsCode: string) =>
      slider.run(async (solution) => {
        await api(deleteAccount, { body: { smsCode, slider: solution } })
        return true
      }),
    onSuccess: (isDone) => {
      if (!isDone) return
      notify('success', t('account.left'))
      leave()
    },
  })
}

export type Purpose = NonNullable<ReturnType<typeof useAccountState>['data']>['consents'][number]['purpose']

/** Takes a consent back, and first what stands in its way. */
export function useWithdrawConsent(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { user } = useSession()
  const leave = useLeave()
  return useMutation({
    mutationFn: async (purpose: Purpose) => {
      if (purpose === 'receiving-account' && user?.walletFlag) await api(unbindAlipay, {})
      await api(withdrawConsent, { body: { purpose } })
      if (purpose === 'sign-in') leave()
      else await refreshUser()
    },
    onSuccess: () => notify('success', t('account.withdrew')),
    onSettled: () => {
      onDone()
      return client.invalidateQueries({ queryKey: STATE })
    },
  })
}

/** Where each hindrance is dealt with; nobody takes back a role of their own. */
export const HINDRANCE_PAGES: Record<DeletionHindrance, string | undefined> = {
  orders: paths.consumeOrders(),
  leases: paths.myCompute(),
  income: paths.purse(),
  payout: paths.alipayBill(),
  staff: undefined,
}
