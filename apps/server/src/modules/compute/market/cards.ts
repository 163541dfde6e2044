import type { listOffers } from '@trove/contract/compute/routes'
import { ComputeProduct } from '@trove/contract/compute/shapes'
import type { RouteResult } from '@trove/contract/kit/route'
import { LRUCache } from 'lru-cache'
import { WrittenData } from '../../../platform/http/call/values/written-data.ts'
import type { Person } from '../../identity/module.ts'
import type { FindPeople } from './people.ts'
import type { ListAnswer } from './service.ts'
import type { CardRow, Listed } from './store.ts'
import { cardFactsOf, cardPersonOf } from './wire.ts'

/**
 * What a kept card says is told true by its version at every reading; this bounds only how long one is kept that nobody
 * could tell so, after the database was put back to an earlier state.
 */
const KEPT_MS = 600_000
/** Of so many, those nobody asked for the longest are let go first. */
const MOST_KEPT = 60_000

const PERSON_FIELDS = { uploaderHeadImgUrl: true, uploaderNickName: true, isDemo: true } as const
const PersonPart = ComputeProduct.pick(PERSON_FIELDS)
const FactsPart = ComputeProduct.omit(PERSON_FIELDS)

type Kept = { version: number; sellerId: string; untilMs: number; text: Buffer }

/**
 * Writes the cards of a page. The market's list says at each call which offers are open and which version their cards
 * are at; a card of that version was stripped and written once, and is read and written again only when it changed.
 */
export function createCards(
  readCards: (seqs: string[]) => Promise<CardRow[]>,
  findPeople: FindPeople,
  { clockMs = Date.now, mostKept = MOST_KEPT }: { clockMs?: () => number; mostKept?: number } = {},
) {
  const kept = new LRUCache<string, Kept>({ max: mostKept })
  const people = new WeakMap<Person, Buffer>()

  async function readAndKeep(seqs: string[], now: number): Promise<Map<string, Kept>> {
    const fresh = new Map<string, Kept>()
    for (const row of await readCards(seqs)) {
      const { card_version: version, seller_id: sellerId } = row
      // Follows the part about the person: a comma instead of the opening brace.
      const text = ownBytes(`,${JSON.stringify(FactsPart.parse(cardFactsOf(row))).slice(1)}`)
      const card = { version, sellerId, untilMs: now + KEPT_MS, text }
      kept.set(String(row.seq), card)
      fresh.set(String(row.seq), card)
    }
    return fresh
  }

  function personPart(person: Person | undefined): Buffer {
    const known = person && people.get(person)
    if (known) return known
    const text = ownBytes(JSON.stringify(PersonPart.parse(cardPersonOf(person))).slice(0, -1))
    if (person) people.set(person, text)
    return text
  }

  function findKept({ seq, version }: Listed, now: number): Kept | undefined {
    const card = kept.get(seq)
    return card && card.version === version && card.untilMs > now ? card : undefined
  }

  /** The cards as JSON in the order listed, two parts each: the person's and the offer's. */
  return async function writeCards(listed: readonly Listed[]): Promise<Buffer[]> {
    const now = clockMs()
    let cards = listed.map((one) => findKept(one, now))
    const missing = listed.filter((_, i) => !cards[i]).map(({ seq }) => seq)
    if (missing.length > 0) {
      const fresh = await readAndKeep(missing, now)
      cards = listed.map(({ seq }, i) => cards[i] ?? fresh.get(seq))
    }
    const there = cards.filter((card) => card !== undefined)
    const sellers = await findPeople(there.map(({ sellerId }) => sellerId))
    return there.flatMap(({ sellerId, text }) => [personPart(sellers.get(sellerId)), text])
  }
}

/** Text in memory of its own: a slice of the shared pool would keep all that lies beside it for as long. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

export type WriteCards = ReturnType<typeof createCards>

const COMMA = Buffer.from(',')

/** The list's answer around written cards (two parts each). */
export function writeList(
  { total, nextCursor }: ListAnswer,
  cards: readonly Buffer[],
): WrittenData<RouteResult<typeof listOffers>> {
  const parts: Buffer[] = [Buffer.from(`{"productCount":${total},"products":{"content":[`)]
  for (let i = 0; i < cards.length; i += 2) {
    if (i > 0) parts.push(COMMA)
    parts.push(cards[i]!, cards[i + 1]!)
  }
  parts.push(Buffer.from(`]},"nextCursor":${JSON.stringify(nextCursor)}}`))
  return new WrittenData(parts)
}
