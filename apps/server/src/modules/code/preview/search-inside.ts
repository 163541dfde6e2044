import { setImmediate as pause } from 'node:timers/promises'
import { MODES } from '@trove/git-server/format/objects'
import { filesOf } from '@trove/git-server/store/digest'
import type { Objects, Version } from '@trove/git-server/store/repository'
import { bodyOf } from './read-version.ts'

/** What one search looks at. */
const FILES_MOST = 5000
const BYTES_MOST = 32 * 2 ** 20

export type Inside = { hits: { path: string; count: number }[]; isWhole: boolean }

/** How often each file of the branch that a clone checks out holds a word, in whatever case. */
export async function searchVersion(objects: Objects, { refs, head }: Version, word: string): Promise<Inside> {
  const found: Inside = { hits: [], isWhole: true }
  const commit = refs[head]
  if (!commit) return found
  const form = wordForm(word)
  let [files, bytes] = [0, 0]
  for await (const { path, mode, oid } of filesOf(objects, commit.oid)) {
    if (mode !== MODES.file && mode !== MODES.program) continue
    if (files >= FILES_MOST || bytes >= BYTES_MOST) return { ...found, isWhole: false }
    const { body, isCut } = await bodyOf(objects, oid)
    files++
    bytes += body.length
    if (isCut) found.isWhole = false
    const count = body.includes(0) ? 0 : (body.toString('utf8').match(form)?.length ?? 0)
    if (count > 0) found.hits.push({ path: path.toString('utf8'), count })
    // One file at a time: what else the process serves goes in between.
    await pause()
  }
  return found
}

/** The word as a whole. The contract lets through letters, digits and Chinese only, so nothing of it is a pattern. */
const wordForm = (word: string) =>
  /^\w+$/.test(word) ? new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`, 'gi') : new RegExp(word, 'g')
