import { Readable } from 'node:stream'
import { Id } from '@trove/contract/kit/shapes'
import { answerGit, type GitServer, rightOf } from '@trove/git-server/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createAtOnce } from '../../../platform/base/at-once.ts'
import { ipBucket } from '../../../platform/http/call/values/ip.ts'
import { hasGrant } from '../grants/store.ts'
import {
  FETCHES_AT_ONCE,
  FETCHES_MADE,
  GIGABYTES_PER_PERSON,
  GIT_LIMITS,
  TOKENS_TRIED,
  VERSIONS_MADE,
  VERSIONS_PER_WORK,
} from '../model/limits.ts'
import type { CodeNeeds, CodeParts } from '../model/needs.ts'
import { markFetched } from '../selling/store.ts'
import { withScratch } from '../versions/scratch.ts'
import { hasRoom, versionStore } from '../versions/store.ts'
import { findWork } from '../works/store.ts'
import { useToken } from './store.ts'
import { hashOf, isToken } from './tokens.ts'

type GitCall = FastifyRequest<{ Params: { work: string; '*': string }; Querystring: { service?: string } }>

const BODY_TYPES = ['application/x-git-upload-pack-request', 'application/x-git-receive-pack-request']

const NO_ROOM = `A work can have at most ${VERSIONS_PER_WORK} versions, and all your works ${GIGABYTES_PER_PERSON} GB.`

/**
 * Smart HTTP for stock git at `/git/{id}.git`. Its answers are git's own, so these are no routes of the contract. Who
 * comes is told by a token as the password of Basic authorisation; the name before it means nothing.
 */
export async function addGitRoutes(server: FastifyInstance, needs: CodeParts): Promise<void> {
  await server.register(async (scope) => {
    // The parsers of the rest of the site hold a body whole in memory. Git's bodies are streams, limited where they are read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(BODY_TYPES, (_, payload, done) => done(null, payload))
    const callers = new WeakMap<FastifyRequest, string>()
    const fetches = createAtOnce(FETCHES_AT_ONCE)
    scope.route({
      method: ['GET', 'POST'],
      url: '/git/:work.git/*',
      // Before the body: of who has no token nothing is read.
      onRequest: async (request, reply) => {
        const userId = await admit(needs, request as GitCall, reply)
        if (userId === undefined) return reply
        if (isFetch(request as GitCall) && !fetches.begin(userId, reply.raw)) return tooMany(reply)
        callers.set(request, userId)
      },
      handler: (request, reply) => answer(needs, { request: request as GitCall, userId: callers.get(request)! }, reply),
    })
  })
}

/** Lets in who has a token for what is asked, and answers everybody else. @returns the person */
async function admit(needs: CodeParts, request: GitCall, reply: FastifyReply): Promise<string | undefined> {
  const workId = request.params.work
  const right = rightOf(askedOf(request))
  if (!right) return void say(reply, 404, 'This is no address of git.')
  const token = passwordOf(request.headers.authorization)
  const isWellFormed = token !== undefined && isToken(token) && Id.safeParse(workId).success
  const user = isWellFormed ? await useToken(needs.db, workId, hashOf(token)) : undefined
  if (!user) return void (await refuse(needs, request, reply, token !== undefined))
  if (right === 'push' && user.right !== 'push')
    return void say(reply, 403, 'This token can clone and fetch, not push.')
  if (request.method === 'POST') {
    if (right === 'read') await needs.limiter.require('code.fetch', user.userId, FETCHES_MADE)
    else await needs.limiter.require('code.version', user.userId, VERSIONS_MADE)
    if (right === 'push' && !(await hasRoom(needs.db, workId))) return void say(reply, 403, NO_ROOM)
  }
  return user.userId
}

const isFetch = ({ method, params }: GitCall) => method === 'POST' && params['*'] === 'git-upload-pack'

function tooMany(reply: FastifyReply): FastifyReply {
  reply.header('retry-after', String(FETCHES_AT_ONCE.retrySeconds))
  return say(reply, 429, 'Too many clones and fetches are under way. Try again in a few seconds.')
}

const askedOf = ({ method, params, query }: GitCall) => ({ method, path: params['*'], service: query.service })

async function answer(
  needs: CodeParts,
  { request, userId }: { request: GitCall; userId: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asks = {
    ...askedOf(request),
    protocol: String(request.headers['git-protocol'] ?? ''),
    encoding: request.headers['content-encoding'],
    body: request.body instanceof Readable ? request.body : Readable.from([]),
  }
  try {
    // Only pushes need a folder, and they are over once they are answered.
    const { status, headers, body } = await withScratch(needs.scratchDir, (scratch) =>
      answerGit(serverOf(needs, { workId: request.params.work, userId, scratch }), asks),
    )
    return reply.code(status).headers(headers).send(Readable.from(body))
  } catch (error) {
    // Cut off in the middle of a push: nothing was kept, and nobody is there to be answered. The database or the store
    // of blobs may be cut off too: then somebody is.
    if ((error as { code?: string }).code === 'ECONNRESET' && request.raw.socket.destroyed) return reply.hijack()
    throw error
  }
}

type Serving = { workId: string; userId: string; scratch: string }

function serverOf(needs: CodeParts, { workId, userId, scratch }: Serving): GitServer {
  const store = versionStore(needs, workId, { madeBy: 'push', notes: '' })
  return {
    store: { ...store, streamPack: (...range) => fetched(needs, { workId, userId }, store.streamPack(...range)) },
    scratch,
    limits: GIT_LIMITS,
    // Versions that somebody has stay as they are.
    policy: { mayDelete: false, mayRewrite: false },
    inTurn: (work) => needs.inTurn(userId, work),
  }
}

/** Notes that something of a work was fetched, before its first byte leaves. Who gave it back meanwhile gets nothing. */
async function* fetched(
  { db }: CodeParts,
  { workId, userId }: Omit<Serving, 'scratch'>,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  await markFetched(db, workId, userId)
  const work = await findWork(db, workId)
  if (work?.ownerId !== userId && !(await hasGrant(db, workId, userId)))
    throw new Error('given back while it was fetched')
  yield* bytes
}

/** The password of Basic authorisation, or undefined when there is none. */
function passwordOf(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(header ?? '') ?? []
  return (
    encoded &&
    Buffer.from(encoded, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '')
  )
}

/** Says the same of a work that is not there as of a token that does not open it. */
async function refuse(needs: CodeNeeds, request: GitCall, reply: FastifyReply, hasTried: boolean) {
  if (hasTried) await needs.limiter.require('code.token-tried', `ip:${ipBucket(request.ip)}`, TOKENS_TRIED)
  reply.header('www-authenticate', 'Basic realm="Trove", charset="UTF-8"')
  return say(reply, 401, 'Use a token of this work as the password.')
}

function say(reply: FastifyReply, status: number, words: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${words}\n`)
}
