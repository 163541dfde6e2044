import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, personText } from '../kit/shapes.ts'
import { Licence, LicenceOffer } from './licences.ts'

/** Works of the code market: drafts, their versions, and being online. */

export const WORK_TITLE_MAX = 50
export const WORK_INTRO_MAX = 2000
export const VERSION_NOTES_MAX = 2000
/** What an archive may weigh. */
export const ARCHIVE_BYTES = 256 * 1024 * 1024

/** draft: only its author sees it; online: everybody; offline: its author, and who has it already. */
export const WORK_STATES = ['draft', 'online', 'offline'] as const

const WorkId = z.object({ id: Id })
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A push or an archive. Its tree digest is SHA-256 over the files of the branch that a clone checks out. */
export const WorkVersion = z.object({
  number: z.number().int(),
  notes: z.string(),
  madeBy: z.enum(['archive', 'push']),
  branch: z.string(),
  treeDigest: z.union([Sha256, z.literal('')]),
  packSha256: Sha256,
  createTime: Moment,
})

export const Work = z.object({
  id: Id,
  title: z.string(),
  intro: z.string(),
  state: z.enum(WORK_STATES),
  nickName: z.string(),
  isMine: z.boolean(),
  /** Whether the caller may clone it. */
  isGranted: z.boolean(),
  createTime: Moment,
  /** What it can be had for, in the order of what they permit. */
  licences: z.array(LicenceOffer),
  /** Under which licences the caller has it. */
  ownLicences: z.array(Licence),
  /** Newest first. */
  versions: z.array(WorkVersion),
})

export const createWork = route({
  id: 'code.create-work',
  method: 'POST',
  path: '/api/codemart/product/draft',
  summary: 'Begin a work: a draft with an empty repository',
  auth: 'user',
  body: z.strictObject({
    title: personText(1, WORK_TITLE_MAX),
    intro: personText(0, WORK_INTRO_MAX).default(''),
  }),
  ok: z.object({ id: Id }),
  errors: ['code.too-many-works', 'request.too-frequent'],
})

export const uploadArchive = route({
  id: 'code.upload-archive',
  method: 'POST',
  path: '/api/codemart/product/archive/{id}',
  summary: 'Add a version of your work from a .zip, .tar or .tar.gz (multipart field "file", text field "notes")',
  auth: 'user',
  bodyKind: 'multipart',
  params: WorkId,
  ok: WorkVersion,
  errors: [
    'resource.not-found',
    'files.missing',
    'code.archive-kind',
    'code.archive-unreadable',
    'code.archive-empty',
    'code.archive-too-large',
    'code.archive-unsafe',
    'code.archive-unchanged',
    'code.changed-meanwhile',
    'code.no-room',
    'request.too-frequent',
  ],
})

export const putWorkOnline = route({
  id: 'code.online',
  method: 'PUT',
  path: '/api/codemart/product/online/{id}',
  summary: 'Show your work, which needs at least one version, to everybody',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: ['resource.not-found', 'code.no-version'],
})

export const takeWorkOffline = route({
  id: 'code.offline',
  method: 'DELETE',
  path: '/api/codemart/product/offline/{id}',
  summary: 'Take your work offline; who has it keeps it',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const getWork = route({
  id: 'code.get-work',
  method: 'GET',
  path: '/api/codemart/product/query/{id}',
  summary: 'A work with its versions',
  auth: 'optional',
  params: WorkId,
  ok: Work,
  errors: ['resource.not-found'],
})

export const listMyWorks = route({
  id: 'code.list-my-works',
  method: 'GET',
  path: '/api/codemart/product/my',
  summary: 'Your own works, newest first',
  auth: 'user',
  ok: z.array(Work.omit({ versions: true, ownLicences: true })),
})

export const codeWorkRoutes = [createWork, uploadArchive, putWorkOnline, takeWorkOffline, getWork, listMyWorks] as const
