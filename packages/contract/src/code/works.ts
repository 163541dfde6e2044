import { z } from 'zod'
import { PICTURE_REFUSALS } from '../files/routes.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, personText, YuanText } from '../kit/shapes.ts'
import { Licence, LicenceOffer } from './licences.ts'
import {
  PICTURE_KINDS,
  Takedown,
  VERSION_NOTES_MAX,
  WORK_INTRO_MAX,
  WORK_PARTS,
  WORK_STATES,
  WORK_TITLE_MAX,
  WorkForm,
  WorkPicture,
} from './shapes.ts'

/** Works of the code market as their authors make them: drafts, their versions, pictures, and being online. */

/** What an archive may weigh. */
export const ARCHIVE_BYTES = 256 * 1024 * 1024

const WorkId = z.object({ id: Id })
/** A public name of a picture. */
const PictureId = z.string().regex(/^[a-z0-9]{16,64}\.webp$/)
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
  /** Markdown. */
  intro: z.string(),
  labels: z.array(z.string()),
  environment: z.string(),
  /** Empty until the author chose one. */
  language: z.string(),
  /** Of the cheapest licence; null until the author said it, `0.00` is free. */
  price: YuanText.nullable(),
  demoUrl: z.string(),
  state: z.enum(WORK_STATES),
  nickName: z.string(),
  author: PersonCard,
  isMine: z.boolean(),
  /** Whether the caller may clone it. */
  isGranted: z.boolean(),
  createTime: Moment,
  /** What it can be had for, in the order of what they permit. */
  licences: z.array(LicenceOffer),
  /** Under which licences the caller has it. */
  ownLicences: z.array(Licence),
  publishTime: Moment.nullable(),
  countBrowses: z.number().int(),
  countComments: z.number().int(),
  countDownloads: z.number().int(),
  rating: z.number().nullable(),
  /** By kind, in the author's order. */
  pictures: z.array(WorkPicture),
  /** Address of the run video. */
  video: z.string().nullable(),
  openPaths: z.array(z.string()),
  /** To its author: what it needs before it can go online. */
  missing: z.array(z.enum(WORK_PARTS)),
  /** Newest first. */
  versions: z.array(WorkVersion),
  /** While it is taken down. */
  takedown: Takedown.nullable(),
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

export const updateWork = route({
  id: 'code.update-work',
  method: 'PUT',
  path: '/api/codemart/product/update/{id}',
  summary: 'Change what your work says; parts that are left out stay as they are',
  auth: 'user',
  params: WorkId,
  body: WorkForm.partial(),
  ok: Nothing,
  errors: ['resource.not-found', 'code.incomplete', 'code.needs-account', 'request.too-frequent'],
})

export const uploadArchive = route({
  id: 'code.upload-archive',
  method: 'POST',
  path: '/api/codemart/product/archive/{id}',
  summary: 'Add a version of your work from a .zip, .tar or .tar.gz (multipart field "file", text field "notes")',
  auth: 'user',
  isLong: true,
  bodyKind: 'multipart',
  params: WorkId,
  ok: WorkVersion,
  errors: [
    'resource.not-found',
    'files.missing',
    'code.archive-kind',
    'code.bundle-unreadable',
    'code.bundle-branch',
    'code.bundle-incomplete',
    'code.bundle-rewrites',
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

export const importSource = route({
  id: 'code.import-source',
  method: 'POST',
  path: '/api/codemart/product/import/{id}',
  summary:
    'Add a version of your work from a public git repository: the branch that is checked out there, with its history and tags',
  auth: 'user',
  isLong: true,
  params: WorkId,
  body: z.strictObject({
    /** Its https address, as one clones it. */
    address: z.string().trim().min(1).max(300),
    notes: personText(0, VERSION_NOTES_MAX).default(''),
  }),
  ok: WorkVersion,
  errors: [
    'resource.not-found',
    'code.import-address',
    'code.import-missing',
    'code.import-unreachable',
    'code.import-unreadable',
    'code.bundle-incomplete',
    'code.bundle-rewrites',
    'code.archive-too-large',
    'code.archive-unsafe',
    'code.archive-unchanged',
    'code.changed-meanwhile',
    'code.no-room',
    'service.unavailable',
    'request.too-frequent',
  ],
})

export const uploadPicture = route({
  id: 'code.upload-picture',
  method: 'POST',
  path: '/api/codemart/picture/{id}/{kind}',
  summary: 'Add a picture of a kind to your work (multipart field "file"); it is drawn anew',
  auth: 'user',
  bodyKind: 'multipart',
  params: z.object({ id: Id, kind: z.enum(PICTURE_KINDS) }),
  ok: WorkPicture,
  errors: ['resource.not-found', ...PICTURE_REFUSALS, 'files.too-many', 'request.too-frequent'],
})

export const removePicture = route({
  id: 'code.remove-picture',
  method: 'DELETE',
  path: '/api/codemart/picture/{id}',
  summary: 'Take a picture off your work, by the id of the picture',
  auth: 'user',
  params: z.object({ id: PictureId }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.incomplete'],
})

export const putWorkOnline = route({
  id: 'code.online',
  method: 'PUT',
  path: '/api/codemart/product/online/{id}',
  summary: 'Show your work, which needs every required part and at least one version, to everybody',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: [
    'resource.not-found',
    'code.no-version',
    'code.incomplete',
    'code.needs-account',
    'code.taken-down',
    'request.too-frequent',
  ],
})

export const takeWorkOffline = route({
  id: 'code.offline',
  method: 'DELETE',
  path: '/api/codemart/product/offline/{id}',
  summary: 'Take your work offline; who has it keeps it',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: ['resource.not-found', 'request.too-frequent'],
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
  ok: z.array(
    Work.omit({
      ...{
        versions: true,
        ownLicences: true,
        intro: true,
        pictures: true,
        video: true,
        openPaths: true,
        takedown: true,
      },
    }).extend({
      productUrl: z.string().nullable(),
    }),
  ),
})

export const codeWorkRoutes = [
  createWork,
  updateWork,
  uploadArchive,
  importSource,
  uploadPicture,
  removePicture,
  putWorkOnline,
  takeWorkOffline,
  getWork,
  listMyWorks,
] as const
