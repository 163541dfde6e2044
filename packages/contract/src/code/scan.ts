import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment } from '../kit/shapes.ts'

/** What the market found in a version by itself: secrets, manifests, malware where there is a scanner, and files and code that works of others have too. */

export const SECRET_KINDS = ['private-key', 'aws', 'aliyun', 'github', 'google', 'npm', 'slack', 'stripe'] as const
export const MALWARE_STATES = ['found', 'clean', 'too-costly', 'files-refused', 'not-scanned'] as const
export const ECOSYSTEMS = ['npm', 'pypi', 'cargo', 'go'] as const
/** Names of dependencies shown of one manifest. */
export const DEPENDENCIES_SHOWN = 100

export const Manifest = z.object({
  path: z.string(),
  ecosystem: z.enum(ECOSYSTEMS),
  /** As the manifest declares it; null when it declares none. */
  licence: z.string().nullable(),
  dependencyCount: z.number().int(),
  dependencies: z.array(z.string()),
})

export const getScan = route({
  id: 'code.scan',
  method: 'GET',
  path: '/api/codemart/product/scan/{id}',
  summary: 'What was found in a work’s newest version; null until it was scanned',
  auth: 'optional',
  params: z.object({ id: Id }),
  ok: z
    .object({
      number: z.number().int(),
      at: Moment,
      /** The date of the rules it was scanned by; empty for a report from before they had one. */
      rules: z.string(),
      /** Text files whose content was looked at. */
      fileCount: z.number().int(),
      /** False when the version holds more than a scan looks at. */
      isWhole: z.boolean(),
      secrets: z.array(z.object({ kind: z.enum(SECRET_KINDS), count: z.number().int() })),
      /** Where the secrets stand: for the author only, empty to others. */
      places: z.array(z.object({ kind: z.enum(SECRET_KINDS), path: z.string(), line: z.number().int() })),
      manifests: z.array(Manifest),
      /**
       * Whether all files were looked at, and what was found where. It is `not-scanned` until a look is over.
       * Of `too-costly` nothing was found, but reading it costs more than a look may, so something was left out.
       * Of `files-refused` nothing was found, but the scanner does not take some files, or always fails on them.
       */
      malware: z.object({
        state: z.enum(MALWARE_STATES),
        isWhole: z.boolean(),
        finds: z.array(z.object({ path: z.string(), name: z.string() })),
        /** Paths of the first files that the scanner does not take or always fails on: they were not looked at. */
        refused: z.array(z.string()),
        /** Files looked at, so far or in all, and files of the version; null where that was not counted. */
        looked: z.number().int().nullable(),
        files: z.number().int().nullable(),
        /** When it was looked at, and by which scanner with which signatures; null and empty when nobody has. */
        at: Moment.nullable(),
        scanner: z.string(),
      }),
      /** Works of other authors that are online and hold so many percent of its files. */
      copies: z.array(z.object({ id: Id, title: z.string(), percent: z.number().int() })),
      /** Others such works in which so many percent of its code stand but for names, texts and comments. */
      likes: z.array(z.object({ id: Id, title: z.string(), percent: z.number().int() })),
    })
    .nullable(),
  errors: ['resource.not-found'],
})

export const codeScanRoutes = [getScan] as const
