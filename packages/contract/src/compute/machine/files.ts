import { z } from 'zod'
import { route } from '../../kit/route.ts'
import { Id, Moment, Nothing } from '../../kit/shapes.ts'

/** Files of a machine one has on lease, over its own SSH server: what is there, and files up and down. */

const FILES = '/api/computing/files'

/** The largest file that is moved: as much as a fast line brings in the time a long call has. */
export const MACHINE_FILE_BYTES_MAX = 20 * 1024 ** 3
/** Entries of one folder that are shown. */
export const FILES_LISTED = 2_000
/** Files of one person on their way at once. */
export const TRANSFERS_PER_PERSON = 4
const NAME_BYTES_MAX = 255
const PATH_CHARS_MAX = 4_096

/** Whether a file may get this name: one entry of a folder, without characters that no list shows. */
export function isFileName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || !name.isWellFormed()) return false
  return new TextEncoder().encode(name).length <= NAME_BYTES_MAX && !/[/\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
}

/** As the machine names it; one that does not begin with a slash begins at the home folder. */
const Path = z.string().min(1).max(PATH_CHARS_MAX)
/** Judged by `isFileName`; a name that is none is refused with a code of its own. */
const Name = z.string().max(1_024)
const Ticket = z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/) })
const Bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A link is shown as what it leads to; `other` is neither file nor folder, or a link that leads nowhere. */
export const MachineFile = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'other']),
  isLink: z.boolean(),
  bytes: Bytes,
  modifiedAt: Moment.nullable(),
})
export type MachineFile = z.infer<typeof MachineFile>

/** Why nothing of a machine's files can be had at all. */
const NO_WAY_IN = [
  'compute.access-denied',
  'compute.not-provisioned',
  'compute.machine-silent',
  'compute.files-off',
  'request.too-frequent',
] as const

/** Why a file does not come down. */
const NOT_READ = [
  'compute.file-missing',
  'compute.file-denied',
  'compute.file-kind',
  'compute.file-too-large',
  'compute.file-failed',
  'compute.transfer-limit',
] as const

export const listMachineFiles = route({
  id: 'compute.list-files',
  method: 'POST',
  path: `${FILES}/list`,
  summary: 'What is in a folder of a machine one has on lease; without a path in its home folder',
  auth: 'user',
  keepsNoAnswer: true,
  body: z.strictObject({ productId: Id, path: Path.optional() }),
  ok: z.object({
    /** Without links, from the root of the machine. */
    path: z.string(),
    home: z.string(),
    entries: z.array(MachineFile),
    /** There are more than are shown. */
    isCut: z.boolean(),
  }),
  errors: [...NO_WAY_IN, 'compute.file-missing', 'compute.file-denied', 'compute.file-failed'],
})

export const openMachineFile = route({
  id: 'compute.open-file',
  method: 'POST',
  path: `${FILES}/open`,
  summary: 'An address that gives a file of a machine one has on lease once, for 30 seconds',
  auth: 'user',
  keepsNoAnswer: true,
  body: z.strictObject({ productId: Id, path: Path }),
  ok: z.object({ url: z.string(), name: z.string(), bytes: Bytes }),
  errors: [...NO_WAY_IN, ...NOT_READ],
})

export const downloadMachineFile = route({
  id: 'compute.download-file',
  method: 'GET',
  path: `${FILES}/download/{ticket}`,
  summary: 'The file a ticket opens, as a download; it is cut off when the lease or the session ends',
  auth: 'none',
  envelope: 'raw',
  isLong: true,
  params: Ticket,
  ok: z.any(),
  errors: ['resource.not-found', 'compute.access-denied', 'compute.machine-silent', ...NOT_READ],
})

export const beginMachineUpload = route({
  id: 'compute.begin-upload',
  method: 'POST',
  path: `${FILES}/upload`,
  summary:
    'A ticket that takes one file onto a machine one has on lease, for 30 seconds; name and room are looked at first',
  auth: 'user',
  keepsNoAnswer: true,
  /** `bytes`: how many will come; others are taken for a file that was cut off. */
  body: z.strictObject({
    productId: Id,
    folder: Path,
    name: Name,
    bytes: Bytes,
    /** Puts the file in the place of one that has the name. */
    replaces: z.boolean().default(false),
  }),
  ok: z.object({ ticket: z.string() }),
  errors: [
    ...NO_WAY_IN,
    'compute.file-name',
    'compute.file-too-large',
    'compute.file-missing',
    'compute.file-denied',
    'compute.file-exists',
    'compute.file-kind',
    'compute.file-no-room',
    'compute.file-failed',
    'compute.transfer-limit',
  ],
})

export const uploadMachineFile = route({
  id: 'compute.upload-file',
  method: 'POST',
  path: `${FILES}/upload/{ticket}`,
  summary: 'The file itself (multipart field "file"); it gets its name when it is whole, and else leaves nothing',
  auth: 'none',
  bodyKind: 'multipart',
  isLong: true,
  params: Ticket,
  ok: z.object({ path: z.string(), bytes: Bytes }),
  errors: [
    'resource.not-found',
    'files.missing',
    'compute.access-denied',
    'compute.machine-silent',
    'compute.files-off',
    'compute.file-missing',
    'compute.file-denied',
    'compute.file-exists',
    'compute.file-no-room',
    'compute.file-cut',
    'compute.file-failed',
    'compute.transfer-limit',
  ],
})

export const makeMachineFolder = route({
  id: 'compute.make-folder',
  method: 'POST',
  path: `${FILES}/folder`,
  summary: 'Make a folder on a machine one has on lease',
  auth: 'user',
  body: z.strictObject({ productId: Id, folder: Path, name: Name }),
  ok: Nothing,
  errors: [
    ...NO_WAY_IN,
    'compute.file-name',
    'compute.file-missing',
    'compute.file-denied',
    'compute.file-exists',
    'compute.file-failed',
  ],
})

export const removeMachineFile = route({
  id: 'compute.remove-file',
  method: 'POST',
  path: `${FILES}/remove`,
  summary: 'Delete a file, a link or an empty folder of a machine one has on lease, for good',
  auth: 'user',
  body: z.strictObject({ productId: Id, path: Path }),
  ok: Nothing,
  errors: [
    ...NO_WAY_IN,
    'compute.file-missing',
    'compute.file-denied',
    'compute.folder-not-empty',
    'compute.file-failed',
  ],
})

export const machineFileRoutes = [
  listMachineFiles,
  openMachineFile,
  downloadMachineFile,
  beginMachineUpload,
  uploadMachineFile,
  makeMachineFolder,
  removeMachineFile,
] as const
