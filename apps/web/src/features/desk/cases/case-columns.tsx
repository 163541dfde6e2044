import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CheckIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { moneyText } from '../../../lib/shown/money.ts'
import { sinceColumn } from '../columns.tsx'

type CaseHead = {
  orderNumber: string
  openedAt: string
  mayRule: boolean
  mayConfirm: boolean
  rulings: readonly { state: string }[]
}

type CaseFacts<T> = {
  isOpen: (row: T) => boolean
  stateWords: (row: T) => string
  /** In yuan; undefined where it says nothing. */
  stake: (row: T) => string | undefined
}

/** For whose word a proposed ruling waits: the caller's, or that of another one of the staff. A party has none, and sees no proposal. */
function waitsFor(t: TFunction, { mayRule, mayConfirm, rulings }: CaseHead, isOpen: boolean) {
  if (mayConfirm) return t('desk.columns.forYou')
  if (!isOpen || mayRule) return undefined
  return t(rulings.some(({ state }) => state === 'proposed') ? 'desk.columns.forOther' : 'desk.columns.own')
}

/** The columns that all cases about an order have: which one, since when, what is at stake, and how it stands. */
export function caseColumns<T extends CaseHead>(t: TFunction, { isOpen, stateWords, stake }: CaseFacts<T>) {
  return {
    order: { id: 'order', label: t('desk.columns.order'), cell: ({ orderNumber }) => orderNumber },
    since: sinceColumn<T>(t, ({ openedAt }) => openedAt),
    stake: {
      id: 'stake',
      label: t('desk.columns.stake'),
      cell: (row) => {
        const yuan = stake(row)
        return yuan === undefined ? undefined : moneyText(yuan)
      },
      isNumber: true,
      phone: 'end',
    },
    state: {
      id: 'state',
      label: t('desk.columns.state'),
      cell: (row) => (
        <StatusBadge
          tone={isOpen(row) ? 'amber' : 'neutral'}
          icon={isOpen(row) ? WaitingIcon : CheckIcon}
          label={waitsFor(t, row, isOpen(row)) ?? stateWords(row)}
        />
      ),
      phone: 'line',
    },
  } satisfies Record<string, DataColumn<T>>
}
