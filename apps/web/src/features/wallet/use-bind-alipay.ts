import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ContractError } from '@trove/contract/errors/codes'
import { CONSENT_VERSION, giveConsent } from '@trove/contract/identity/account'
import { alipayUserInfoByPost, bindAlipay, mobileAuthorizeUrl, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { api, refreshUser } from '../../lib/calls/api.ts'
import { errorText, notify, notifyError } from '../../lib/calls/notify.ts'
import { readDevice } from '../../lib/session/device.ts'
import { keepReturn, takeReturn } from './return-way.ts'

const CODE_DIGITS = 6

/** Without a code in the address: leaves for the provider's authorisation page. `next`: the page that asks for the binding. */
function useAuthorize(isNeeded: boolean, next: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (isNeeded) keepReturn(next)
  }, [isNeeded, next])
  const query = useQuery({
    queryKey: ['alipay-authorize-url'],
    queryFn: () => api(readDevice() === 'mobile' ? mobileAuthorizeUrl : pcAuthorizeUrl, {}),
    enabled: isNeeded,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = query.data?.url
  useEffect(() => {
    if (isNeeded && url) window.location.replace(url)
  }, [isNeeded, url])
  const { error } = query
  useEffect(() => {
    if (!(error instanceof ContractError)) return
    notifyError(error)
    navigate(takeReturn(), { replace: true })
  }, [error, navigate])
  return query
}

/** With a code: the account behind it. A refusal shows the server's words and goes back. */
function useAccount(authCode: string, state: string) {
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ['alipay-user-info', authCode, state],
    queryFn: () => api(alipayUserInfoByPost, { body: { auth_code: authCode, state } }),
    enabled: authCode !== '',
    gcTime: 0,
    // A code is good for one exchange.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { error } = query
  useEffect(() => {
    if (!(error instanceof ContractError)) return
    notifyError(error)
    navigate(takeReturn(), { replace: true })
  }, [error, navigate])
  return query
}

/** Does an action, and once more with the solved puzzle when the server wants one; undefined when the person gave up. */
export type Confirming = <T>(action: (slider?: string) => Promise<T>) => Promise<T | undefined>

/**
 * Model of binding Alipay: leave for the authorisation, come back, confirm under a real name with a code from one's phone.
 */
export function useBindAlipay(confirming: Confirming) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const authCode = search.get('auth_code') ?? ''
  const authorize = useAuthorize(authCode === '', search.get('next'))
  const account = useAccount(authCode, search.get('state') ?? '')
  const [realName, setRealName] = useState('')
  const [nameError, setNameError] = useState<string>()
  const [smsCode, setCode] = useState('')
  const [codeError, setCodeError] = useState<string>()
  const bind = useMutation({
    mutationFn: async (wallerId: string) => {
      // Binding is consenting (the field says so); the record of it is what "account and privacy" shows.
      await api(giveConsent, { body: { purpose: 'receiving-account', version: CONSENT_VERSION } })
      const body = { wallerId, wallerRealName: realName.trim(), smsCode }
      return confirming(async (slider) => {
        await api(bindAlipay, { body: { ...body, slider } })
        return true
      })
    },
    meta: { isHandled: true },
    onSuccess: async (isBound) => {
      if (!isBound) return
      await refreshUser()
      await client.invalidateQueries({ queryKey: ['wallet'] })
      notify('success', t('wallet.binding.done'))
      navigate(takeReturn(), { replace: true })
    },
    onError: () => notify('error', t('wallet.binding.failed')),
  })
  const confirm = () => {
    if (realName.trim() === '') return setNameError(t('wallet.binding.realNameEmpty'))
    if (smsCode.length !== CODE_DIGITS) return setCodeError(t('wallet.binding.codeEmpty'))
    if (account.data) bind.mutate(account.data.id)
  }
  return {
    step: authCode === '' ? ('leaving' as const) : ('confirming' as const),
    account: account.data,
    // Refusals leave the page; network trouble stays here with a way to try again.
    error: authCode === '' ? authorize.error : account.error,
    retry: () => void (authCode === '' ? authorize : account).refetch(),
    realName,
    changeName: (name: string) => {
      setRealName(name)
      setNameError(undefined)
    },
    nameError,
    code: smsCode,
    changeCode: (code: string) => {
      setCode(code)
      setCodeError(undefined)
    },
    codeError,
    confirm,
    isBinding: bind.isPending,
    /** Why the binding was refused, in the reader's words. */
    refusal: bind.error ? errorText(bind.error) : undefined,
    useAnother: () => navigate(paths.bindAlipay({ next: takeReturn() }), { replace: true }),
    giveUp: () => navigate(takeReturn(), { replace: true }),
  }
}
