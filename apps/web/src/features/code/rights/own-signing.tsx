import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import { type getCertificate, lookAtRights } from '@trove/contract/code/rights'
import type { RouteData } from '@trove/contract/kit/route'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { useChainAccount } from '../../../lib/wallet/chain.ts'
import { useWallet, type Wallet } from '../../../lib/wallet/wallet.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { shortAddress } from '../../../signing/short-address.ts'
import { SignedCallButton } from '../../../signing/signed-call.tsx'
import classes from '../code.module.css'

type Certificate = RouteData<typeof getCertificate>
type OwnProps = Pick<Certificate, 'id' | 'number' | 'contentHash' | 'chainTitle'> & {
  toSign: NonNullable<Certificate['toSign']>
}
type Hex = `0x${string}`

/** The signature of the step that is next, by the connected account. */
function Sign({ id, number, contentHash, chainTitle, toSign, wallet }: OwnProps & { wallet: Wallet }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const account = useChainAccount(wallet.accountId)
  const { step, commitment, salt } = toSign
  const makeCall = useCallback(
    ({ calls }: Chain) => {
      if (step === 'commit') return calls.commitRights(commitment as Hex)
      if (step === 'release') return calls.releaseRights(commitment as Hex)
      return calls.revealRights(contentHash as Hex, salt as Hex, chainTitle)
    },
    [step, commitment, contentHash, salt, chainTitle],
  )
  const rules = useQuery({
    queryKey: ['chain', 'rights-rules'],
    queryFn: () => account.chain!.getRightsRules(),
    enabled: account.chain !== undefined && step === 'commit',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const look = useMutation({
    mutationFn: () => api(lookAtRights, { params: { id, number } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['code', 'rights'] }),
    meta: { isHandled: true },
  })
  // Only the first step takes a deposit.
  const depositPlanck = step === 'commit' ? rules.data?.depositPlanck : undefined
  const kind = `${step}-rights:${commitment}`
  const plan = { wallet, account, kind, makeCall, paysPlanck: depositPlanck, onFinal: () => look.mutate() }
  return (
    <SignedCallButton
      plan={{ ...plan, doneText: t(`codeRights.sign.${step}.done`) }}
      title={t(`codeRights.sign.${step}.action`)}
      amountPlanck={depositPlanck}
      sendingText={t(`codeRights.sign.${step}.sending`)}
      isOnce
    />
  )
}

/** What the author of a version has to sign so that it is anchored by their own account, or a deposit is freed. */
export function OwnSigning(props: OwnProps) {
  const { t } = useTranslation()
  const wallet = useWallet()
  const { toSign } = props
  return (
    <Panel title={t('codeRights.sign.title')}>
      <div className={classes.stack}>
        <p>{t(`codeRights.sign.${toSign.step}.text`)}</p>
        {wallet?.accountId === toSign.account ? (
          <div className={classes.row}>
            <Sign key={toSign.step} {...props} wallet={wallet} />
          </div>
        ) : (
          <Quiet>
            {t('codeRights.sign.connect', { address: shortAddress(toSign.account) })}{' '}
            <LoneLink href={paths.purse()}>{t('codeRights.sign.toWallet')}</LoneLink>
          </Quiet>
        )}
      </div>
    </Panel>
  )
}
