import { useMutation, useQueryClient } from '@tanstack/react-query'
import { payOut, unbindAlipay } from '@trove/contract/wallet/routes'
import { useTranslation } from 'react-i18next'
import { api, refreshUser } from '../../lib/calls/api.ts'
import { notify } from '../../lib/calls/notify.ts'

/** Paying out now, and unbinding the receiving account. */
export function usePurseActions(onUnbound: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['wallet'] })
  const payout = useMutation({
    mutationFn: () => api(payOut, {}),
    onSuccess: ({ state }) =>
      notify('success', t(state === 'in-flight' ? 'wallet.payOutStarted' : 'wallet.payOutAwaiting')),
    onSettled: refresh,
  })
  const unbind = useMutation({
    mutationFn: async () => {
      await api(unbindAlipay, {})
      // walletFlag decides what one may publish.
      await refreshUser()
    },
    onSuccess: () => notify('success', t('wallet.unbound')),
    onSettled: () => {
      onUnbound()
      return refresh()
    },
  })
  return { payout, unbind }
}
