import { setLicences } from '@trove/contract/code/licences'
import { readVideo, removeVideo, uploadVideo } from '@trove/contract/code/videos'
import * as contract from '@trove/contract/code/works'
import type { FastifyReply } from 'fastify'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { countVisit } from '../figures/store.ts'
import { changeLicences } from '../licences/service.ts'
import type { CodeParts } from '../model/needs.ts'
import { addArchive } from '../versions/archive.ts'
import { importVersion } from '../versions/import.ts'
import { addPicture, removePicture } from './pictures.ts'
import { beginWork, changeWork, hideWork, listOwn, requireOwnWork, showWork, viewWork } from './service.ts'
import { dropVideo, sendVideo, setVideo } from './videos.ts'

/** Aborted when whoever asked goes away before they are answered. */
function leaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}

/** Everything about works. */
export function workRoutes(needs: CodeParts): ServedRoute[] {
  return [
    serve(contract.createWork, async ({ body }, { caller: { userId } }) => ({
      id: await beginWork(needs, { ownerId: userId, ...body }),
    })),
    serve(contract.updateWork, async ({ params: { id }, body }, { caller: { userId } }) => {
      await changeWork(needs, { id, userId, change: body })
      return null
    }),
    serve(contract.uploadArchive, async ({ params: { id } }, { caller: { userId }, request }) => {
      const work = await requireOwnWork(needs, id, userId)
      const number = await addArchive(needs, { workId: work.id, userId, request })
      needs.jobs.soon('code.scan')
      const { versions } = await viewWork(needs, id, userId)
      return versions.find((version) => version.number === number)!
    }),
    serve(contract.importSource, async ({ params: { id }, body }, { caller: { userId }, reply }) => {
      const signal = leaving(reply)
      const work = await requireOwnWork(needs, id, userId)
      const number = await importVersion(needs, { workId: work.id, userId, signal, ...body })
      needs.jobs.soon('code.scan')
      const { versions } = await viewWork(needs, id, userId)
      return versions.find((version) => version.number === number)!
    }),
    serve(setLicences, async ({ params: { id }, body }, { caller: { userId } }) => {
      await changeLicences(needs, { workId: id, userId, licences: body.licences })
      return null
    }),
    serve(contract.uploadPicture, ({ params: { id, kind } }, { caller: { userId }, request }) =>
      addPicture(needs, { workId: id, kind, userId, request }),
    ),
    serve(contract.removePicture, async ({ params: { id } }, { caller: { userId } }) => {
      await removePicture(needs, id, userId)
      return null
    }),
    serve(uploadVideo, async ({ params: { id } }, { caller: { userId }, request }) => ({
      video: await setVideo(needs, { workId: id, userId, request }),
    })),
    serve(removeVideo, async ({ params: { id } }, { caller: { userId } }) => {
      await dropVideo(needs, id, userId)
      return null
    }),
    serve(readVideo, ({ params: { name } }, call) => sendVideo(needs, name, call)),
    serve(contract.putWorkOnline, async ({ params: { id } }, { caller: { userId } }) => {
      await showWork(needs, id, userId)
      return null
    }),
    serve(contract.takeWorkOffline, async ({ params: { id } }, { caller: { userId } }) => {
      await hideWork(needs, id, userId)
      return null
    }),
    serve(contract.getWork, async ({ params: { id } }, { caller, ip, request }) => {
      const work = await viewWork(needs, id, caller?.userId)
      const looked = needs.views.isNew(id, { ip, agent: request.headers['user-agent'] })
      // Whose look is counted by account, and its author's, counts nothing again from the same address.
      if (looked && !caller) await countVisit(needs.db, id)
      return work
    }),
    serve(contract.listMyWorks, (_, { caller: { userId } }) => listOwn(needs, userId)),
  ]
}
