import { Button, Radio } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRightsAccount, setRightsAccount } from '@trove/contract/code/rights'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { FormSection } from '@trove/ui/layout/form-section'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { useWallet } from '../../../lib/wallet/wallet.ts'
import { Quiet } from '../../../market/detail/panel.tsx'
import { shortAddress } from '../../../signing/short-address.ts'
import classes from '../code.module.css'

const KEY = ['code', 'rights-account']

/** Whose chain account anchors one's works: the market's in one's name, or one's own. Saved at once, for all works. */
export function RightsAccount() {
  const { t } = useTranslation()
  const asked = useQuery({ queryKey: KEY, queryFn: () => api(getRightsAccount, {}) })
  if (!asked.data)
    return (
      <FormSection title={t('codeRights.by.title')}>
        {asked.error ? (
          <SmallFailure error={asked.error} refetch={asked.refetch} />
        ) : (
          <RowsSkeleton label={t('common.loading')} count={2} />
        )}
      </FormSection>
    )
  return <Choice account={asked.data.account} />
}

function useSave() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (account: string | null) => api(setRightsAccount, { body: { account } }),
    onSuccess(_, account) {
      client.setQueryData(KEY, { account })
      void client.invalidateQueries({ queryKey: ['code', 'rights'] })
      notify('success', t('codeRights.by.saved'))
    },
  })
}

function Choice({ account }: { account: string | null }) {
  const { t } = useTranslation()
  const wallet = useWallet()
  const save = useSave()
  const own = account ?? wallet?.accountId
  const choose = (value: string) => save.mutate(value === 'own' ? (own ?? null) : null)
  return (
    <FormSection title={t('codeRights.by.title')} help={t('codeRights.by.help')}>
      <Radio.Group
        aria-label={t('codeRights.by.title')}
        value={account === null ? 'market' : 'own'}
        onChange={choose}
        readOnly={save.isPending}
      >
        <div className={classes.stack}>
          <Radio value="market" label={t('codeRights.by.market')} description={t('codeRights.by.marketText')} />
          <Radio
            value="own"
            disabled={own === undefined}
            label={t('codeRights.by.own')}
            description={t('codeRights.by.ownText')}
          />
        </div>
      </Radio.Group>
      {account !== null && <Quiet>{t('codeRights.by.linked', { address: shortAddress(account) })}</Quiet>}
      {account !== null && wallet && wallet.accountId !== account && (
        <div>
          <Button variant="default" onClick={() => save.mutate(wallet.accountId)} loading={save.isPending}>
            {t('codeRights.by.change', { address: shortAddress(wallet.accountId) })}
          </Button>
        </div>
      )}
      {own === undefined && (
        <Quiet>
          {t('codeRights.by.needsWallet')} <LoneLink href={paths.purse()}>{t('codeRights.sign.toWallet')}</LoneLink>
        </Quiet>
      )}
    </FormSection>
  )
}
