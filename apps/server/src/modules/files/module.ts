import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/db/handle.ts'

import type { ServedRoute } from '../../platform/http/call/serve.ts'
import { contentsOf, type FileContent } from './copying.ts'
import { receive, type StoredFile, storeFile } from './keeping/storing.ts'
import { defineSweep } from './keeping/sweep.ts'
import { createKinds, type FileKind } from './model/kinds.ts'
import type { FilesNeeds } from './model/needs.ts'
import { sealedAs } from './model/sealed-as.ts'
import * as store from './model/store.ts'
import { AVATARS, copyAvatar, storeAvatar } from './pictures/avatars.ts'
import { dropFile, storePicture } from './pictures/pictures.ts'
import { sendKnown } from './reading.ts'
import { filesRoutes } from './routes.ts'
import { createFileTickets } from './tickets.ts'

export type { FileContent } from './copying.ts'
export type { StoredFile } from './keeping/storing.ts'
export { type FileKind, PLAIN_REFUSALS } from './model/kinds.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }

/** Door of files: modules register kinds, take uploads into folders of theirs, and let files be read. */
export type Files = {
  registerKind(kind: FileKind): void
  /** Takes the one file of a multipart upload. Whether its owner may write there is the caller's to know. */
  receive(upload: { kind: string; subjectId: string; ownerId: string; request: FastifyRequest }): Promise<StoredFile>
  /** Draws the one picture of an upload anew and stores it as a public file of a kind, unused yet. Returns its id. */
  storePicture(upload: { kind: string; ownerId: string; request: FastifyRequest }): Promise<string>
  /** Deletes a file that nothing uses any more, once the transaction commits. */
  drop(tx: Tx, id: string): Promise<void>
  /** Marks a file as used by what it was uploaded for, once; false when it is not this person's in this folder. */
  use(tx: Tx, file: { id: string; kind: string; ownerId: string; subjectId: string }): Promise<boolean>
  /** What whole files are, by id; whoever asks has made sure who may know. */
  describe(ids: string[]): Promise<Map<string, StoredFile>>
  /** Stores a file whose bytes are there already, as if its owner had sent it. @throws ContractError the kind's refusals */
  store(file: { kind: string; subjectId: string; ownerId: string; name: string; content: Buffer }): Promise<StoredFile>
  /** Stores a picture as the person's avatar, as if they had sent it; answers its address. */
  storeAvatar(ownerId: string, picture: Buffer): Promise<string>
  /** Copies the picture a person shows now into a public kind, as it is; undefined when that address is not theirs. */
  copyAvatar(copy: { url: string; ownerId: string; kind: string }): Promise<string | undefined>
  /** Lets go of files of this person, which nobody can read from then on. */
  discard(tx: Tx, files: { ids: string[]; kind: string; ownerId: string }): Promise<void>
  /** Whether it is a whole file of this person and kind. */
  isOwn(file: { id: string; kind: string; ownerId: string }): Promise<boolean>
  /** Contents of all whole files of a person, for the copy of their data; one at a time. */
  contentsOf(ownerId: string): AsyncIterable<FileContent>
  /** Sends a file of the kind to a reader whom its module let in. @throws ContractError `resource.not-found`, `files.range` */
  sendKnown(file: { id: string; kind: string }, call: Call): Promise<FastifyReply>
  /** A ticket that gives the file once. @throws ContractError `resource.not-found` */
  ticketFor(file: { id: string; userId: string; sessionId: string }): Promise<string>
  /** Sends what a ticket opens. @throws ContractError `resource.not-found`, `files.range` */
  sendByTicket(ticket: string, call: Call): Promise<FastifyReply>
}

/** Builds the files of all modules. */
export function createFiles(given: FilesNeeds): Files & { routes: ServedRoute[] } {
  const needs = { ...given, kinds: createKinds() }
  needs.kinds.register(AVATARS)
  defineSweep(needs)
  const tickets = createFileTickets(needs)
  const requireKind = (name: string): FileKind => {
    const kind = needs.kinds.find(name)
    if (!kind) throw new Error(`no kind of files is named ${name}`)
    return kind
  }
  const files: Files = {
    registerKind: needs.kinds.register,
    receive: (upload) => receive(needs, { ...upload, kind: requireKind(upload.kind) }),
    storePicture: (upload) => storePicture(needs, { ...upload, kind: requireKind(upload.kind) }),
    drop: (tx, id) => dropFile(needs, tx, id),
    use: store.use,
    store: (file) => storeFile(needs, { ...file, kind: requireKind(file.kind) }),
    storeAvatar: (ownerId, picture) => storeAvatar(needs, ownerId, picture),
    copyAvatar: (copy) => copyAvatar(needs, { ...copy, kind: requireKind(copy.kind) }),
    discard: store.discard,
    async isOwn({ id, kind, ownerId }) {
      const row = await store.findFile(needs.db, id)
      return row?.ownerId === ownerId && row.kind === kind && row.state === 'live'
    },
    contentsOf: (ownerId) => contentsOf(needs, ownerId),
    sendKnown: (file, call) => sendKnown(needs, file, call),
    async describe(ids) {
      const rows = await store.findLive(needs.db, ids)
      const shown = rows.map(async (row) => {
        const name = row.nameSealed ? await needs.sealer.open(row.nameSealed, sealedAs.name(row)) : ''
        return [row.id, { id: row.id, name, type: row.type, bytes: Number(row.bytes) }] as const
      })
      return new Map(await Promise.all(shown))
    },
    ticketFor: tickets.issue,
    sendByTicket: tickets.send,
  }
  return { ...files, routes: filesRoutes(needs, tickets) }
}
