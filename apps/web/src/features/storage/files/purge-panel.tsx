import type { Chain } from '@trove/chain-client/chain'
import type { Bytes } from '@trove/stored-file/bytes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { formatTtc } from '@trove/units/token'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../lib/calls/query.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { isAway, useChainAccount } from '../../../lib/wallet/chain.ts'
import { NodeAway } from '../../../lib/wallet/node-away.tsx'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallDialog } from '../../../signing/signed-call.tsx'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import classes from '../styles/storage.module.css'
import { momentOfBlock } from './order-look.ts'
import { type PurgeRow, usePurgeable } from './purge-rules.ts'
import { type FileOrder, useFileName } from './use-files.ts'

/** One kind for all of them: of a deletion whose outcome nobody knows the next waits for it. */
const KIND = 'purge-orders'

type PurgePanelProps = {
  wallet: Wallet
  vaultKey: Bytes | undefined
  chosen: readonly FileOrder[]
  actions: { label: string; onClick: () => void }[]
  onPurged: () => void
}

type RowProps = { order: FileOrder; row: PurgeRow | undefined; block: number; vaultKey: Bytes | undefined }

function Row({ order, row, block, vaultKey }: RowProps) {
  const { t } = useTranslation()
  const { name } = useFileName(order, vaultKey)
  const moment = () => formatMoment(momentOfBlock(row!.fromBlock, block, new Date()).toISOString())
  const amount = row && t('chainWallet.amount', { amount: formatTtc(row.depositPlanck, { most: 6 }) })
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <span className={classes.quiet}>
        {row?.fault === 'notYet'
          ? t('storage.purge.fault.notYet', { moment: moment() })
          : row?.fault
            ? t('storage.purge.fault.gone')
            : amount}
      </span>
    </li>
  )
}

function usePurgeCall({ wallet, chosen, onPurged }: PurgePanelProps) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const { open, ...found } = usePurgeable(account.chain, wallet.accountId, chosen)
  const makeCall = useCallback((chain: Chain) => chain.calls.purgeEach(open), [open])
  const onDone = () => {
    void queryClient.invalidateQueries({ queryKey: ['storage'] })
    onPurged()
  }
  const plan = { wallet, account, kind: KIND, makeCall, doneText: t('storage.purge.doneMany'), onDone }
  const deposit = t('chainWallet.amount', { amount: formatTtc(found.depositPlanck, { most: 6 }) })
  const facts = [
    { name: t('storage.field.order'), value: open.join(', ') },
    { name: t('storage.purge.total'), value: deposit },
  ]
  return { ...found, deposit, facts, count: open.length, account, plan, model: useSignedCall(plan) }
}

/** Records of ended orders, chosen in the list: what comes back for each and for all, and one signature. */
export function PurgePanel(props: PurgePanelProps) {
  const { chosen, vaultKey, actions } = props
  const { t } = useTranslation()
  const { rows, block, isReading, isFailed, deposit, facts, count, account, plan, model } = usePurgeCall(props)
  const isNodeAway = isFailed || isAway(account.state)
  const title = t('storage.purge.many')
  const sign = {
    label: t('storage.purge.signMany', { count: isReading ? chosen.length : count }),
    onClick: model.open,
    isDisabled: !account.chain || count === 0,
  }
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.quiet}>{t('storage.purge.manyText')}</p>
      {chosen.length > 0 && (
        <ul className={classes.rows}>
          {chosen.map((order) => {
            const row = rows.find(({ index }) => index === order.index)
            return <Row key={order.index} {...{ order, row, block, vaultKey }} />
          })}
        </ul>
      )}
      {chosen.length > 0 && isReading && !isNodeAway && <WaitingNote text={t('storage.purge.reading')} isSmall />}
      {chosen.length > 0 && isNodeAway && <NodeAway retry={account.retry} />}
      {count > 0 && (
        <p className={classes.price}>
          {t('storage.purge.total')} <strong>{deposit}</strong>
        </p>
      )}
      {model.underWay ? (
        <UnderWayNote call={model.underWay} title={title} sendingText={t('storage.purge.sending')} />
      ) : (
        <div className={classes.actions}>
          {chosen.length > 0 && <ActionButton action={sign} />}
          {actions.map((action) => (
            <ActionButton key={action.label} kind="plain" action={action} />
          ))}
        </div>
      )}
      {model.told && <OutcomeNote kind={model.told.kind} title={model.told.text} />}
      <SignedCallDialog {...{ plan, model, title, facts }} />
    </section>
  )
}
