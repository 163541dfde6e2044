import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id } from '../kit/shapes.ts'
import { Licence } from './licences.ts'

/** Licences as signed files, which anybody verifies offline with the public keys (docs/verify-licence.mjs). */

export const getLicenceFile = route({
  id: 'code.get-licence-file',
  method: 'GET',
  path: '/api/codemart/vault/licence/{id}/{licence}',
  summary: 'Your licence of a work that you have, as the text of a signed file',
  auth: 'user',
  params: z.object({ id: Id, licence: Licence }),
  ok: z.object({ fileName: z.string(), text: z.string() }),
  errors: ['resource.not-found', 'request.too-frequent'],
})

export const listLicenceKeys = route({
  id: 'code.list-licence-keys',
  method: 'GET',
  path: '/.well-known/trove-licence-keys.json',
  summary: 'The public keys that licence files are verified with, newest first; a withdrawn key verifies nothing',
  auth: 'none',
  envelope: 'raw',
  ok: z.any(),
})

export const licenceFileRoutes = [getLicenceFile, listLicenceKeys] as const
