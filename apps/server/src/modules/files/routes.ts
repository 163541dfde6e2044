import { requireThat } from '@trove/contract/errors/codes'

import * as contract from '@trove/contract/files/routes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { readUpload } from './keeping/upload.ts'
import { blobKey, type Kinds } from './model/kinds.ts'
import type { FilesNeeds } from './model/needs.ts'
import { sealedAs } from './model/sealed-as.ts'
import * as store from './model/store.ts'
import { giveUp } from './model/store-parts.ts'
import { AVATARS, storeAvatar } from './pictures/avatars.ts'
import { sendPrivate } from './reading.ts'
import type { FileTickets } from './tickets.ts'
import { finishUpload } from './uploads/finishing.ts'
import { beginUpload, getUpload, putPart } from './uploads/uploads.ts'

/** A name is never used for other bytes, so whoever has it may keep it. */
const FOREVER = 'public, max-age=31536000, immutable'
/** What may be hidden again is asked for again after some minutes. */
const FOR_NOW = 'public, max-age=300'
/** Drawing a picture anew takes a core for up to seconds. */
const AVATAR = { limit: 60, windowSeconds: 600 }
/** Putting a file together reads and writes all of it. */
const FINISHED = { limit: 120, windowSeconds: 600 }
const MEGABYTES = contract.AVATAR_UPLOAD_BYTES / 1024 / 1024

type Needs = FilesNeeds & { kinds: Kinds }

/** Everything about files: pictures of people, and private files of all kinds. */
export function filesRoutes(needs: Needs, tickets: FileTickets): ServedRoute[] {
  return [...avatarRoutes(needs), ...uploadRoutes(needs), ...readingRoutes(needs, tickets)]
}

function avatarRoutes(needs: Needs): ServedRoute[] {
  return [
    serve(contract.uploadAvatar, async (_, { caller, request }) => {
      await needs.limiter.require('files.avatar', caller.userId, AVATAR)
      const { content, fields } = await readUpload(request, caller.userId, {
        maxBytes: contract.AVATAR_UPLOAD_BYTES,
        fields: 4,
        tooLarge: ['files.too-large', { megabytes: MEGABYTES }],
      })
      const { userId } = fields
      requireThat(userId === undefined || userId === '' || userId === caller.userId, 'session.forbidden')
      return { headImgUrl: await storeAvatar(needs, caller.userId, content) }
    }),
    serve(contract.readPublicFile, async ({ params }, { reply }) => {
      const showing = await showingOf(needs.kinds, params.name)
      requireThat(showing !== 'hidden', 'resource.not-found')
      const blob = await needs.blobs.find(blobKey(AVATARS, params.name))
      requireThat(blob, 'resource.not-found')
      return reply
        .headers({
          'content-type': blob.contentType,
          'content-length': blob.bytes,
          'cache-control': showing === 'shown' ? FOR_NOW : FOREVER,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(blob.body)
    }),
  ]
}

/** Whether a public file may be shown; undefined when nobody hides it. */
async function showingOf(kinds: Kinds, name: string): Promise<'shown' | 'hidden' | undefined> {
  for (const kind of kinds.list()) {
    const showing = await kind.showing?.(name)
    if (showing) return showing
  }
  return undefined
}

function uploadRoutes(needs: Needs): ServedRoute[] {
  return [
    serve(contract.createFileUpload, ({ body }, { caller }) => beginUpload(needs, { ...body, ownerId: caller.userId })),
    serve(contract.getFileUpload, ({ params }, { caller }) => getUpload(needs, params.id, caller.userId)),
    serve(contract.putFilePart, ({ params }, { caller, request }) => {
      const number = Number(params.number)
      return putPart(needs, { ...params, number, userId: caller.userId, request })
    }),
    serve(contract.finishFileUpload, async ({ params }, { caller: { userId } }) => {
      await needs.limiter.require('files.finish', userId, FINISHED)
      return finishUpload(needs, params.id, userId)
    }),
    serve(contract.removeFile, async ({ params }, { caller }) => {
      requireThat(await giveUp(needs.db, params.id, caller.userId), 'resource.not-found')
      return null
    }),
  ]
}

function readingRoutes(needs: Needs, tickets: FileTickets): ServedRoute[] {
  return [
    serve(contract.listFiles, async ({ query }, { caller: { userId } }) => {
      const { kind, subjectId } = query
      requireThat(await needs.kinds.find(kind)?.mayWrite?.(subjectId, userId), 'resource.not-found')
      const rows = await store.listFolder(needs.db, { kind, subjectId, userId }, query)
      const content = rows.slice(0, query.size).map(async (row) => ({
        ...{ id: row.id, type: row.type, bytes: Number(row.bytes), isUsed: row.isUsed },
        name: await needs.sealer.open(row.nameSealed!, sealedAs.name(row)),
        ...{ isOwn: row.ownerId === userId, at: row.at.toISOString(), position: Number(row.seq) },
      }))
      return { content: await Promise.all(content), hasMore: rows.length > query.size }
    }),
    serve(contract.ticketForFile, async ({ params }, { caller: { userId, sessionId } }) => {
      const ticket = await tickets.issue({ id: params.id, userId, sessionId })
      return { url: contract.readFileByTicket.path.replace('{ticket}', ticket) }
    }),
    serve(contract.readFileByTicket, ({ params }, call) => tickets.send(params.ticket, call)),
    serve(contract.readPrivateFile, ({ params }, call) =>
      sendPrivate(needs, { id: params.id, userId: call.caller.userId }, call),
    ),
  ]
}
