import * as contract from '@trove/contract/code/slots'
import { requireThat } from '@trove/contract/errors/codes'
import { noteAct } from '../../../platform/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { cardsOf } from '../market/cards.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { findWork } from '../works/store.ts'
import * as store from './store.ts'

/** The featured row, and how an editor fills it. */
export function slotRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, identity } = needs
  const subjectOf = (place: number) => ({ kind: 'code-slot', id: String(place) })
  return [
    serve(contract.listFeatured, async () => cardsOf(needs, await store.listFeatured(db))),
    serve(contract.listSlots, async () => {
      const slots = await store.listSlots(db)
      const people = await identity.findPeople([...new Set(slots.map(({ ownerId }) => ownerId))])
      return slots.map(({ ownerId, ...slot }) => ({ ...slot, nickName: people.get(ownerId)?.nickName ?? '' }))
    }),
    serve(contract.setSlot, async ({ params: { place }, body: { workId } }, { caller: { userId: operatorId } }) => {
      await inTransaction(db, async (tx) => {
        // Who would gain by it does not decide it.
        requireThat((await findWork(tx, workId))?.ownerId !== operatorId, 'code.own-work')
        requireThat(await store.setSlot(tx, place, workId), 'resource.not-found')
        await noteAct(tx, { operatorId, act: 'code.feature', subject: subjectOf(place), reason: workId })
      })
      return null
    }),
    serve(contract.clearSlot, async ({ params: { place } }, { caller: { userId: operatorId } }) => {
      await inTransaction(db, async (tx) => {
        if (await store.clearSlot(tx, place))
          await noteAct(tx, { operatorId, act: 'code.unfeature', subject: subjectOf(place) })
      })
      return null
    }),
  ]
}
