import type { Language } from '@trove/messages/kit/say'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../base/log.ts'
import { FormBody } from './body.ts'
import type { Caller, RequestContext } from './serve.ts'
import { plainIp } from './values/ip.ts'
import { languageOf } from './values/language.ts'

/** One call as its handler sees it. A class, so that what is seldom asked for costs nothing until asked. */
export class CallContext implements RequestContext {
  readonly caller: Caller | undefined
  readonly language: Language
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly #log: Log
  readonly #routeId: string

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | undefined,
    about: { log: Log; routeId: string },
  ) {
    this.request = request
    this.reply = reply
    this.caller = caller
    this.language = languageOf(request.headers['accept-language'])
    this.#log = about.log
    this.#routeId = about.routeId
  }

  get ip(): string {
    return plainIp(this.request.ip)
  }

  get requestId(): string {
    return this.request.id
  }

  get rawBody(): string | undefined {
    return this.request.body instanceof FormBody ? this.request.body.text : undefined
  }

  get log(): Log {
    return this.#log.child({ requestId: this.request.id, routeId: this.#routeId })
  }
}
