import type { ServedRoute } from '../../platform/http/serve.ts'
import { filesRoutes } from './routes.ts'
import { createFilesService, type FilesDeps } from './service.ts'

/** Builds the files module: uploads and public images. It has no door yet; other modules keep only file names. */
export function createFiles(deps: FilesDeps): { routes: ServedRoute[] } {
  return { routes: filesRoutes(createFilesService(deps)) }
}
