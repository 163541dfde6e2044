import { TextInput } from '@mantine/core'
import type { Chain } from '@trove/chain-client/chain'
import { STORAGE_DAYS_MAX } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { type Action, ActionButton } from '@trove/ui/actions/action-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { formatTtc } from '@trove/units/token'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../lib/calls/query.ts'
import { isAway, useChainAccount } from '../../../lib/wallet/chain.ts'
import { NodeAway } from '../../../lib/wallet/node-away.tsx'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallDialog } from '../../../signing/signed-call.tsx'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import classes from '../styles/storage.module.css'
import { awaitLaterEnd } from './awaited.ts'
import { type ExtendRow, readDays, useExtend } from './extend-rules.ts'
import { type FileOrder, useFileName } from './use-files.ts'

const FIRST_DAYS = '30'
/** One kind for all of them: an extension whose outcome nobody knows holds up the next, whatever files it is of. */
const KIND = 'extend-orders'

type ExtendPanelProps = {
  wallet: Wallet
  vaultKey: Bytes | undefined
  chosen: readonly FileOrder[]
  /** What else can be done here: choosing, and letting go of what was chosen. */
  actions?: { label: string; onClick: () => void }[]
  onExtended?: () => void
  /** It stands on the page of its one file, which says the name. */
  isOnPage?: boolean
}

type RowProps = { order: FileOrder; row: ExtendRow | undefined; vaultKey: Bytes | undefined; hasName: boolean }

function Row({ order, row, vaultKey, hasName }: RowProps) {
  const { t } = useTranslation()
  const { name } = useFileName(order, vaultKey)
  // Of one file the total is the price: a figure without a word would only repeat it.
  if (!hasName && !row?.fault) return null
  const price = row && t('chainWallet.amount', { amount: formatTtc(row.pricePlanck, { most: 6 }) })
  return (
    <li className={classes.row}>
      {hasName && <span className={classes.name}>{name}</span>}
      <span className={classes.quiet}>{row?.fault ? t(`storage.extend.fault.${row.fault}`) : price}</span>
    </li>
  )
}

function useExtendCall({ wallet, chosen, onExtended }: ExtendPanelProps, days: number | undefined) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const { wishes, ...extended } = useExtend(account.chain, wallet.accountId, chosen, days)
  const makeCall = useCallback((chain: Chain) => chain.calls.extendOrders(wishes), [wishes])
  const onDone = () => {
    for (const { index, storage_deadline } of chosen) awaitLaterEnd(index, storage_deadline)
    void queryClient.invalidateQueries({ queryKey: ['storage'] })
    onExtended?.()
  }
  const doneText = t('storage.extend.done')
  const plan = { wallet, account, kind: KIND, makeCall, paysPlanck: extended.totalPlanck, doneText, onDone }
  const facts = [
    { name: t('storage.field.order'), value: wishes.map(({ id }) => id).join(', ') },
    { name: t('storage.extend.days'), value: t('units.left.day', { count: days ?? 0 }) },
  ]
  return { ...extended, facts, count: wishes.length, account, plan, model: useSignedCall(plan) }
}

type RowsProps = Pick<RowProps, 'vaultKey' | 'hasName'> & { chosen: readonly FileOrder[]; rows: readonly ExtendRow[] }

function Rows({ chosen, rows, vaultKey, hasName }: RowsProps) {
  return (
    <ul className={classes.rows}>
      {chosen.map((order) => (
        <Row
          key={order.index}
          order={order}
          row={rows.find(({ index }) => index === order.index)}
          vaultKey={vaultKey}
          hasName={hasName}
        />
      ))}
    </ul>
  )
}

type DaysFieldProps = { draft: string; onChange: (draft: string) => void; isWrong: boolean }

function DaysField({ draft, onChange, isWrong }: DaysFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      className={classes.days}
      label={t('storage.extend.days')}
      value={draft}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isWrong && t('storage.wrong.days', { max: STORAGE_DAYS_MAX })}
      inputMode="numeric"
      withAsterisk
    />
  )
}

function Total({ planck }: { planck: bigint }) {
  const { t } = useTranslation()
  return (
    <p className={classes.price}>
      {t('storage.extend.total')} <strong>{t('chainWallet.amount', { amount: formatTtc(planck, { most: 6 }) })}</strong>
    </p>
  )
}

type ActionsProps = Pick<ExtendPanelProps, 'chosen' | 'actions'> & { sign: Action }

function Actions({ chosen, actions = [], sign }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {chosen.length === 0 && <p>{t('storage.extend.tick')}</p>}
      {chosen.length + actions.length > 0 && (
        <div className={classes.actions}>
          {chosen.length > 0 && <ActionButton action={sign} />}
          {actions.map((action) => (
            <ActionButton key={action.label} kind="plain" action={action} />
          ))}
        </div>
      )}
    </>
  )
}

/** More time for chosen files: days, the price of each and of all, and one signature. */
export function ExtendPanel(props: ExtendPanelProps) {
  const { chosen, vaultKey, actions, isOnPage = false } = props
  const { t } = useTranslation()
  const [draft, setDraft] = useState(FIRST_DAYS)
  const days = readDays(draft)
  const { rows, facts, count, totalPlanck, isFailed, account, plan, model } = useExtendCall(props, days)
  const title = t('storage.extend.title')
  const isNodeAway = isAway(account.state)
  const isCounting = totalPlanck === undefined && days !== undefined && !isFailed && !isNodeAway
  const isShort = account.balance !== undefined && account.balance.transferablePlanck < (totalPlanck ?? 0n)
  const sign = {
    label: t('storage.extend.sign', { count: isCounting ? chosen.length : count }),
    onClick: model.open,
    isDisabled: !account.chain || count === 0 || isShort,
  }
  // It only says what could be done: the files come first.
  const isIdle = chosen.length === 0 && !actions?.length && !model.underWay && !model.told
  return (
    <section className={classes.panel} aria-label={title} data-idle={isIdle || undefined}>
      <h2 className={classes.heading}>{title}</h2>
      <p className={classes.quiet}>{t('storage.extend.byHand')}</p>
      {chosen.length > 0 && (
        <>
          <Rows {...{ chosen, rows, vaultKey }} hasName={!isOnPage} />
          <DaysField draft={draft} onChange={setDraft} isWrong={days === undefined} />
          {totalPlanck !== undefined && <Total planck={totalPlanck} />}
          {isCounting && <WaitingNote text={t('storage.extend.counting')} isSmall />}
          {(isFailed || isNodeAway) && <NodeAway retry={account.retry} />}
          {isShort && <OutcomeNote kind="warning" title={t('chainWallet.signing.short.all')} />}
        </>
      )}
      {model.underWay ? (
        <UnderWayNote call={model.underWay} title={title} sendingText={t('storage.extend.sending')} />
      ) : (
        <Actions {...{ chosen, actions }} sign={sign} />
      )}
      {model.told && <OutcomeNote kind={model.told.kind} title={model.told.text} />}
      <SignedCallDialog {...{ plan, model, title, facts }} amountPlanck={totalPlanck ?? 0n} />
    </section>
  )
}
