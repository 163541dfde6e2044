import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id } from '../kit/shapes.ts'
import { InsideWord, OPEN_PATH_CHARS } from './shapes.ts'

/** Looking inside a work before having it: names and sizes of its files, its README, and what its author opened. */

/** So many files are listed; a tree may have far more. */
export const PREVIEW_FILES_MAX = 2000
/** So much of one file is shown. */
export const PREVIEW_FILE_BYTES = 96 * 1024
export const PREVIEW_LINES_MAX = 2000

const WorkId = z.object({ id: Id })

/** What a piece of code is, for its colour. */
export const TOKEN_KINDS = [
  'plain',
  'keyword',
  'string',
  'comment',
  'constant',
  'function',
  'parameter',
  'punctuation',
  'link',
] as const

export const previewWork = route({
  id: 'code.preview',
  method: 'GET',
  path: '/api/codemart/product/tree/{id}',
  summary: 'Names and sizes of the files of a work’s newest version, its languages and its README',
  auth: 'optional',
  params: WorkId,
  ok: z.object({
    /** The version, or 0 while there is none. */
    number: z.number().int(),
    fileCount: z.number().int(),
    bytes: z.number().int(),
    /** In git's order, the first 2,000; `isOpen`: the caller may read it. */
    files: z.array(z.object({ path: z.string(), bytes: z.number().int(), isOpen: z.boolean() })),
    /** Most bytes first. */
    languages: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
    readme: z.string().nullable(),
    /** Path of the licence's text at the root, when there is one. */
    licenceFile: z.string().nullable(),
  }),
  errors: ['resource.not-found', 'code.version-too-large', 'service.unavailable', 'request.too-frequent'],
})

export const previewFile = route({
  id: 'code.preview-file',
  method: 'GET',
  path: '/api/codemart/product/file/{id}',
  summary: 'A file of a work that its author opened, or of a work one has, with its parts named for colours',
  auth: 'optional',
  params: WorkId,
  query: z.object({ path: z.string().min(1).max(OPEN_PATH_CHARS) }),
  ok: z.object({
    path: z.string(),
    bytes: z.number().int(),
    isBinary: z.boolean(),
    /** Whether only its beginning is here. */
    isCut: z.boolean(),
    lines: z.array(z.array(z.object({ kind: z.enum(TOKEN_KINDS), text: z.string() }))),
  }),
  errors: [
    'resource.not-found',
    'code.file-hidden',
    'code.version-too-large',
    'service.unavailable',
    'request.too-frequent',
  ],
})

/** Files with hits that are named. */
export const INSIDE_HITS_MAX = 50

export const searchInside = route({
  id: 'code.search-inside',
  method: 'GET',
  path: '/api/codemart/product/inside/{id}',
  summary: 'Which files of a work’s newest version hold a word, and how often; not what they say',
  auth: 'optional',
  params: WorkId,
  query: z.object({ word: InsideWord }),
  ok: z.object({
    /** In git's order, the first 50; `isOpen`: the caller may read it. */
    hits: z.array(z.object({ path: z.string(), count: z.number().int(), isOpen: z.boolean() })),
    /** Files that hold it, of those looked at. */
    fileCount: z.number().int(),
    /** False when the version holds more than a search looks at. */
    isWhole: z.boolean(),
  }),
  errors: ['resource.not-found', 'code.version-too-large', 'service.unavailable', 'request.too-frequent'],
})

export const codePreviewRoutes = [previewWork, previewFile, searchInside] as const
