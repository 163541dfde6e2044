import { join } from 'node:path'
import { VERSION_NOTES_MAX } from '@trove/contract/code/shapes'
import { ARCHIVE_BYTES } from '@trove/contract/code/works'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { personText } from '@trove/contract/kit/shapes'
import { acceptArchive } from '@trove/git-server/archive/accept'
import { GitRefused, type RefusalCode } from '@trove/git-server/format/refusal'
import { acceptBundle, isBundle } from '@trove/git-server/push/bundle'
import type { FastifyRequest } from 'fastify'
import { GIGABYTES_PER_PERSON, GIT_LIMITS, VERSIONS_MADE, VERSIONS_PER_WORK } from '../model/limits.ts'
import type { CodeParts } from '../model/needs.ts'
import { receiveFile } from './receive.ts'
import { withScratch } from './scratch.ts'
import { hasRoom, versionStore } from './store.ts'

const MOST = { count: VERSIONS_PER_WORK, gigabytes: GIGABYTES_PER_PERSON }

type Upload = { workId: string; userId: string; request: FastifyRequest }

/**
 * Makes an uploaded archive the next version of a work.
 * @returns its number. @throws ContractError `code.archive-*`, `code.changed-meanwhile`, `code.no-room`, `files.missing`, `request.*`
 */
export async function addArchive(needs: CodeParts, { workId, userId, request }: Upload): Promise<number> {
  await needs.limiter.require('code.version', userId, VERSIONS_MADE)
  requireThat(await hasRoom(needs.db, workId), 'code.no-room', MOST)
  return await withScratch(needs.scratchDir, (scratch) => readArchive(needs, { workId, userId, request }, scratch))
}

async function readArchive(needs: CodeParts, { workId, userId, request }: Upload, scratch: string): Promise<number> {
  try {
    const archive = join(scratch, 'upload')
    const notes = await receive(request, archive)
    if (await isBundle(archive)) return await readBundle(needs, { workId, userId }, { scratch, archive, notes })
    const people = await needs.identity.findPeople([userId])
    const given = {
      store: versionStore(needs, workId, { madeBy: 'archive', notes }),
      scratch,
      limits: GIT_LIMITS,
      archive,
      // An address that leads nowhere: a commit is public and stays.
      author: { name: people.get(userId)?.nickName ?? '', email: `${userId}@trove.invalid` },
      message: notes === '' ? 'New version' : notes,
      atSeconds: Math.floor(Date.now() / 1000),
    }
    return (await needs.inTurn(userId, () => acceptArchive(given))).number
  } catch (error) {
    throw error instanceof GitRefused ? refusalOf(error) : error
  }
}

type Received = { scratch: string; archive: string; notes: string }

/** A bundle keeps its history: it is taken as the push it is. */
async function readBundle(
  needs: CodeParts,
  { workId, userId }: Omit<Upload, 'request'>,
  { scratch, archive, notes }: Received,
): Promise<number> {
  const version = await acceptBundle(
    {
      store: versionStore(needs, workId, { madeBy: 'push', notes }),
      scratch,
      limits: GIT_LIMITS,
      policy: { mayDelete: false, mayRewrite: false },
      inTurn: (work) => needs.inTurn(userId, work),
    },
    archive,
  )
  return version.number
}

const NOTES = personText(0, VERSION_NOTES_MAX)

/** Writes the archive to a path. @returns the notes beside it */
async function receive(request: FastifyRequest, path: string): Promise<string> {
  const { notes = '' } = await receiveFile(request, path, {
    ...{ maxBytes: ARCHIVE_BYTES, tooLarge: ['code.archive-too-large'], fields: 1, fieldBytes: VERSION_NOTES_MAX * 4 },
  })
  const read = NOTES.safeParse(notes.trim().slice(0, VERSION_NOTES_MAX))
  requireThat(read.success, 'request.invalid')
  return read.data
}

const OWN_CODES: Partial<Record<RefusalCode, ConstructorParameters<typeof ContractError>>> = {
  'archive.kind': ['code.archive-kind'],
  'archive.empty': ['code.archive-empty'],
  'archive.unchanged': ['code.archive-unchanged'],
  'archive.unreadable': ['code.archive-unreadable'],
  'archive.encrypted': ['code.archive-unreadable'],
  'archive.overlap': ['code.archive-unreadable'],
  'archive.too-large': ['code.archive-too-large'],
  'archive.bomb': ['code.archive-too-large'],
  'archive.too-many-files': ['code.archive-too-large'],
  'tree.too-many-entries': ['code.archive-too-large'],
  'tree.too-large': ['code.archive-too-large'],
  'ref.stale': ['code.changed-meanwhile'],
  'version.no-room': ['code.no-room', MOST],
  'bundle.malformed': ['code.bundle-unreadable'],
  'bundle.capability': ['code.bundle-unreadable'],
  'bundle.branch': ['code.bundle-branch'],
  'pack.missing-base': ['code.bundle-incomplete'],
  'pack.missing-object': ['code.bundle-incomplete'],
  'ref.rewrite': ['code.bundle-rewrites'],
}

export function refusalOf(refused: GitRefused): ContractError {
  const own = OWN_CODES[refused.code]
  if (own) return new ContractError(...own)
  return new ContractError('code.archive-unsafe', { what: refused.detail || refused.code })
}
