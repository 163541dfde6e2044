import * as contract from '@trove/contract/code/preview'
import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { type RequestContext, type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { ipBucket } from '../../../platform/http/call/values/ip.ts'
import { FILES_SHOWN, INSIDE_SEARCHED } from '../model/limits.ts'
import type { CodeParts } from '../model/needs.ts'
import { markFetched } from '../selling/store.ts'
import { orTooLarge } from '../versions/refusals.ts'
import { requireSeen } from '../works/service.ts'
import { createBodies } from './bodies.ts'
import { createHighlighting } from './highlight.ts'
import { openVersion, type Reading, readVersion } from './read-version.ts'
import { searchVersion } from './search-inside.ts'

/** The newest version that can be checked out. */
async function newestOf({ db }: CodeParts, workId: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`select number from code_versions
    where work_id = ${workId} and tree_digest <> '' order by number desc limit 1`.execute(db)
  return rows[0]?.number
}

/** What a version holds; read once, however many ask at the same time in this process. */
function createReadings(needs: CodeParts) {
  const underWay = new Map<string, Promise<Reading>>()
  const read = async (workId: string, number: number, ownerId: string) => {
    // Its author's turn: who looks at a large work keeps nobody but those who look at the same author's.
    const reading = await needs.inTurn(`reading:${ownerId}`, () =>
      orTooLarge(async () => {
        const { objects, version } = await openVersion(needs, workId, number)
        return await readVersion(objects, version!)
      }),
    )
    await sql`insert into code_readings (work_id, number, reading)
      values (${workId}, ${number}, ${JSON.stringify(reading)}::jsonb) on conflict do nothing`.execute(needs.db)
    return reading
  }
  return async (workId: string, number: number, ownerId: string): Promise<Reading> => {
    const { rows } = await sql<{ reading: Reading }>`
      select reading from code_readings where work_id = ${workId} and number = ${number}`.execute(needs.db)
    if (rows[0]) return rows[0].reading
    const key = `${workId}:${number}`
    const found = underWay.get(key) ?? read(workId, number, ownerId).finally(() => underWay.delete(key))
    underWay.set(key, found)
    return found
  }
}

/** Whether everybody may read a file: its author opened it, or it is what a visitor decides by. */
function isOpenTo(reading: Reading, openPaths: string[], isGranted: boolean) {
  const open = new Set([...openPaths, reading.readmePath, reading.licenceFile])
  return ({ path, oid }: Reading['files'][number]) => oid !== null && (isGranted || open.has(path))
}

const EMPTY = { number: 0, fileCount: 0, bytes: 0, files: [], languages: [], readme: null, licenceFile: null }

const NO_HITS = { hits: [], fileCount: 0, isWhole: true }

/** Which files hold a word: their names and how often, whether their bodies are open or not. */
function searchRoute(needs: CodeParts, readingOf: ReturnType<typeof createReadings>): ServedRoute {
  return serve(contract.searchInside, async ({ params: { id }, query: { word } }, { caller, ip }) => {
    const { work, isGranted } = await requireSeen(needs, id, caller?.userId)
    await needs.limiter.require('code.search-inside', caller?.userId ?? `ip:${ipBucket(ip)}`, INSIDE_SEARCHED)
    const number = await newestOf(needs, id)
    if (number === undefined) return NO_HITS
    const reading = await readingOf(id, number, work.ownerId)
    const { hits, isWhole } = await needs.inTurn(`reading:${work.ownerId}`, () =>
      orTooLarge(async () => {
        const { objects, version } = await openVersion(needs, id, number)
        return await searchVersion(objects, version!, word)
      }),
    )
    const isOpen = isOpenTo(reading, work.openPaths, isGranted)
    const open = new Set(reading.files.filter(isOpen).map(({ path }) => path))
    const shown = hits.slice(0, contract.INSIDE_HITS_MAX).map((hit) => ({ ...hit, isOpen: open.has(hit.path) }))
    return { hits: shown, fileCount: hits.length, isWhole }
  })
}

/** Looking inside a work. */
export function previewRoutes(needs: CodeParts): ServedRoute[] {
  const readingOf = createReadings(needs)
  const bodyOf = createBodies(needs)
  const highlighting = createHighlighting()
  const admit = ({ caller, ip }: RequestContext) =>
    needs.limiter.require('code.preview', caller?.userId ?? `ip:${ipBucket(ip)}`, FILES_SHOWN)
  return [
    searchRoute(needs, readingOf),
    serve(contract.previewWork, async ({ params: { id } }, context) => {
      const { work, isGranted } = await requireSeen(needs, id, context.caller?.userId)
      await admit(context)
      const number = await newestOf(needs, id)
      if (number === undefined) return EMPTY
      const reading = await readingOf(id, number, work.ownerId)
      const isOpen = isOpenTo(reading, work.openPaths, isGranted)
      const files = reading.files.map((file) => ({ path: file.path, bytes: file.bytes, isOpen: isOpen(file) }))
      return { ...reading, number, files }
    }),
    serve(contract.previewFile, async ({ params: { id }, query: { path } }, context) => {
      const { work, isGranted } = await requireSeen(needs, id, context.caller?.userId)
      await admit(context)
      const number = await newestOf(needs, id)
      requireThat(number !== undefined, 'resource.not-found')
      const reading = await readingOf(id, number, work.ownerId)
      const file = reading.files.find((one) => one.path === path)
      requireThat(file?.oid, 'resource.not-found')
      requireThat(isOpenTo(reading, work.openPaths, isGranted)(file), 'code.file-hidden')
      // What only a buyer may see is had once it is seen; and nothing is seen of what was given back meanwhile.
      if (context.caller && !isOpenTo(reading, work.openPaths, false)(file)) {
        await markFetched(needs.db, id, context.caller.userId)
        requireThat((await requireSeen(needs, id, context.caller.userId)).isGranted, 'code.file-hidden')
      }
      const { body, isCut } = await bodyOf({ workId: id, number, oid: file.oid, ownerId: work.ownerId })
      const head = { path, bytes: file.bytes, isBinary: body.includes(0), isCut }
      if (head.isBinary) return { ...head, lines: [] }
      const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
      const lines = await highlighting.lines(`${file.oid}.${ending}`, { text: body.toString('utf8'), ending })
      const most = contract.PREVIEW_LINES_MAX
      return { ...head, isCut: isCut || lines.length > most, lines: lines.slice(0, most) }
    }),
  ]
}
