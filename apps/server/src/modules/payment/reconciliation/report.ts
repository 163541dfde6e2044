import { requireThat } from '@trove/contract/errors/codes'
import type { ListedDifference } from '@trove/contract/payment/reconciliation'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { noteAct } from '../../../platform/audit.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Identity } from '../../identity/module.ts'
import { type Difference, findDifference, listDays, listDifferences, settleDifference } from './store-report.ts'

type Wire = z.input<typeof ListedDifference>
export type Paging = { page: number; size: number }

/** What the staff reads of reconciliation, and settling what somebody looked into. */
export function createReport({ db, log, findPeople }: { db: Db; log: Log; findPeople: Identity['findPeople'] }) {
  return {
    async days(query: Paging) {
      const { days, total } = await listDays(db, query)
      return { content: days, totalElements: total }
    },
    async differences({ day, view, ...paging }: Paging & { day?: string; view: 'open' | 'all' }) {
      const { differences, total } = await listDifferences(db, { day, isOpen: view === 'open', ...paging })
      return { content: await wiresOf(differences), totalElements: total }
    },
    /** @throws ContractError `payment.difference-not-found` */
    async difference(id: string): Promise<Wire> {
      const found = await findDifference(db, id)
      requireThat(found, 'payment.difference-not-found')
      return (await wiresOf([found]))[0]!
    },
    /** @throws ContractError `payment.difference-not-found`, `payment.difference-settled` */
    async settle(id: string, operatorId: string, note: string): Promise<Wire> {
      const settled = await inTransaction(db, async (tx) => {
        const done = await settleDifference(tx, { id, operatorId, note })
        requireThat(done !== undefined, 'payment.difference-not-found')
        requireThat(done !== false, 'payment.difference-settled')
        await noteAct(tx, { operatorId, act: 'difference.settle', subject: { kind: 'difference', id }, reason: note })
        return done
      })
      log.info({ differenceId: id, operatorId }, 'a difference was settled')
      return (await wiresOf([settled]))[0]!
    },
  }

  async function wiresOf(differences: Difference[]): Promise<Wire[]> {
    const ids = differences.flatMap((each) => (each.settledBy && each.settledBy !== LATER ? [each.settledBy] : []))
    const people = await findPeople([...new Set(ids)])
    return differences.map(({ ourFen, billFen, foundAt, settledAt, settledBy, ...rest }) => ({
      ...rest,
      ourAmount: ourFen === null ? null : formatYuan(ourFen),
      billAmount: billFen === null ? null : formatYuan(billFen),
      foundAt: foundAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
      settledBy: settledBy && (people.get(settledBy)?.nickName ?? (settledBy === LATER ? null : settledBy)),
    }))
  }
}

export type Report = ReturnType<typeof createReport>

const LATER = 'later'
