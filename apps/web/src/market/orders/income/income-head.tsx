import { Switch } from '@mantine/core'
import { INCOME_DAYS } from '@trove/contract/order-lists/income'
import type { Purse } from '@trove/contract/wallet/routes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { Figure, FigureList } from '@trove/ui/lists/figure-list'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { paths } from '../../../lib/addresses/paths.ts'
import { CountedSum } from '../../../lib/shown/counted-sum.tsx'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import { Panel } from '../../detail/panel.tsx'
import { LiveIncome, useHasClearable } from '../live-income.tsx'
import classes from './income.module.css'
import { type Income, useCollect } from './queries.ts'

/** A sum as a live figure reads it: counted up from the answer by what is earned a day. */
const growing = (income: Income, amount: string, perDayAmount = income.perDayAmount) => ({
  income: {
    accruedAmount: amount,
    clearedAmount: '0.00',
    clearableAmount: amount,
    perDayAmount,
    asOf: income.asOf,
  },
  until: income.growsUntil,
})

/** Where collected income goes, or what is missing for it. */
function Arrival({ isBound }: { isBound: boolean | undefined }) {
  const { t } = useTranslation()
  // Its place is kept until it is known.
  if (isBound !== false)
    return (
      <p className={classes.quiet}>
        {t('income.arrives')} <LoneLink href={paths.alipayBill()}>{t('income.bill')}</LoneLink>
      </p>
    )
  return (
    <p className={classes.missing}>
      {t('income.bindFirst')} <LoneLink href={paths.purse()}>{t('income.bind')}</LoneLink>
    </p>
  )
}

/** What can be collected now, counting up, with the button for it. */
function Ready({ income }: { income: Income }) {
  const { t } = useTranslation()
  const { collect } = useCollect()
  const ready = growing(income, income.clearableAmount, income.clearablePerDayAmount)
  const hasClearable = useHasClearable(ready.income, { limit: income.clearableLimit, until: ready.until })
  return (
    <div className={classes.ready}>
      <div>
        <span className={classes.quiet}>{t('income.ready')}</span>
        <strong className={classes.large}>
          <LiveIncome {...ready} limit={income.clearableLimit} />
        </strong>
        <span className={classes.quiet}>
          {income.growsUntil ? t('income.perDay', { amount: moneyText(income.perDayAmount) }) : t('income.still')}
        </span>
      </div>
      <ActionButton
        size="md"
        action={withReason(
          { label: t('income.collect'), onClick: () => collect.mutate(), isBusy: collect.isPending },
          hasClearable ? undefined : t('income.nothing'),
        )}
      />
    </div>
  )
}

function Daily({ isClearedDaily }: Pick<Income, 'isClearedDaily'>) {
  const { t } = useTranslation()
  const { daily } = useCollect()
  return (
    <Switch
      label={t('income.daily')}
      description={t('income.dailyText')}
      checked={isClearedDaily}
      disabled={daily.isPending}
      onChange={(event) => daily.mutate(event.currentTarget.checked)}
    />
  )
}

type ShownPurse = Pick<
  z.output<typeof Purse>,
  'boundAccount' | 'payableAmount' | 'awaitingApprovalAmount' | 'inFlightAmount'
>

/** What was collected and has not arrived: it waits here, is reviewed by the staff, or is on its way. */
function CollectedFigures({ purse }: { purse: ShownPurse }) {
  const { t } = useTranslation()
  return (
    <>
      {fenOf(purse.payableAmount) > 0n && (
        <Figure
          label={t('income.collectedYet')}
          note={purse.boundAccount === null ? t('income.waitsForAccount') : undefined}
        >
          <CountedSum amount={purse.payableAmount} />
        </Figure>
      )}
      {fenOf(purse.awaitingApprovalAmount) > 0n && (
        <Figure label={t('wallet.awaiting')} note={t('wallet.awaitingHint')}>
          <CountedSum amount={purse.awaitingApprovalAmount} />
        </Figure>
      )}
      {fenOf(purse.inFlightAmount) > 0n && (
        <Figure label={t('income.inFlight')}>
          <CountedSum amount={purse.inFlightAmount} />
        </Figure>
      )}
    </>
  )
}

/** What can be collected now, when it arrives, and the sums around it. */
export function IncomeHead({ income, purse }: { income: Income; purse: ShownPurse | undefined }) {
  const { t } = useTranslation()
  return (
    <Panel label={t('income.ready')}>
      <Ready income={income} />
      <Arrival isBound={purse && purse.boundAccount !== null} />
      <div className={classes.figures}>
        <FigureList>
          <Figure label={t('income.today')}>
            <LiveIncome {...growing(income, income.todayAmount)} limit={income.todayLimit} />
          </Figure>
          <Figure label={t('income.lastDays', { days: INCOME_DAYS })}>
            <CountedSum amount={income.earnedAmount} />
          </Figure>
          <Figure label={t('income.held')} note={fenOf(income.heldAmount) > 0n ? t('income.heldNote') : undefined}>
            <CountedSum amount={income.heldAmount} />
          </Figure>
          {fenOf(income.undecidedAmount) > 0n && (
            <Figure label={t('income.undecided')} note={t('income.undecidedNote')}>
              <CountedSum amount={income.undecidedAmount} />
            </Figure>
          )}
          {purse && <CollectedFigures purse={purse} />}
        </FigureList>
      </div>
      <Daily {...income} />
    </Panel>
  )
}
