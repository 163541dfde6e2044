import fastifyStatic from '@fastify/static'
import { DOWNLOADS_PATH } from '@trove/contract/storage/packs'
import type { FastifyInstance } from 'fastify'

const ARCHIVE = /\.tar\.gz$/

/** Serves the archives of a folder whole or by ranges, so that a download that broke off goes on. The folder may come later. */
export async function serveDownloads(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: DOWNLOADS_PATH,
    decorateReply: false,
    index: false,
    suppressWarning: true,
    cacheControl: false,
    allowedPath: (path) => ARCHIVE.test(path),
    // The name stays when the program changes.
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache').header('content-disposition', 'attachment'),
  })
}
