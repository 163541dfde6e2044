import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CONSENT_VERSION, giveConsent } from '@trove/contract/account'
import { ContractError } from '@trove/contract/errors'
import { alipayUserInfo, bindAlipay, mobileAuthorizeUrl, pcAuthorizeUrl } from '@trove/contract/wallet'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { api, loadUser } from '../../lib/api.ts'
import { readDevice } from '../../lib/device.ts'
import { errorText, notify, notifyError } from '../../lib/notify.ts'

const PURSE = '/personal-center/my-purse'

/** Without a code in the address: leaves for the provider's authorisation page. */
function useAuthorize(isNeeded: boolean) {
  const navigate = useNavigate()
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
    navigate(PURSE, { replace: true })
  }, [error, navigate])
  return query
}

/** With a code: the account behind it. A refusal shows the server's words and goes back to the wallet. */
function useAccount(authCode: string, state: string) {
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ['alipay-user-info', authCode, state],
    queryFn: () => api(alipayUserInfo, { query: { auth_code: authCode, state } }),
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
    navigate(PURSE, { replace: true })
  }, [error, navigate])
  return query
}

/** Model of binding Alipay: leave for the authorisation, come back with a code, confirm under a real name. */
export function useBindAlipay() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const authCode = search.get('auth_code') ?? ''
  const authorize = useAuthorize(authCode === '')
  const account = useAccount(authCode, search.get('state') ?? '')
  const [realName, setRealName] = useState('')
  const [nameError, setNameError] = useState<string>()
  const bind = useMutation({
    mutationFn: async (wallerId: string) => {
      // Binding is consenting (the field says so); the record of it is what "account and privacy" shows.
      await api(giveConsent, { body: { purpose: 'receiving-account', version: CONSENT_VERSION } })
      return api(bindAlipay, { body: { wallerId, wallerRealName: realName.trim() } })
    },
    meta: { isHandled: true },
    onSuccess: async () => {
      await loadUser().catch(() => undefined)
      await client.invalidateQueries({ queryKey: ['wallet'] })
      notify('success', t('wallet.binding.done'))
      navigate(PURSE, { replace: true })
    },
    onError: () => notify('error', t('wallet.binding.failed')),
  })
  const confirm = () => {
    if (realName.trim() === '') return setNameError(t('wallet.binding.realNameEmpty'))
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
    confirm,
    isBinding: bind.isPending,
    /** Why the binding was refused, in the reader's words. */
    refusal: bind.error ? errorText(bind.error) : undefined,
    useAnother: () => navigate('/bind/alipay', { replace: true }),
    giveUp: () => navigate(PURSE, { replace: true }),
  }
}
