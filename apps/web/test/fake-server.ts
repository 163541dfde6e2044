import { routePath } from '@trove/contract/client'
import { statusOf } from '@trove/contract/errors/all'
import type { ErrorCode } from '@trove/contract/errors/codes'
import type { RouteResult, RouteSpec } from '@trove/contract/kit/route'
import { siteInfo } from '@trove/contract/platform/routes'
import { vi } from 'vitest'
import { site } from './people.ts'

/** Stands in for the server in screen tests: answers by route, remembers what was asked. */

type Asked = { url: URL; method: string; headers: Headers; body: unknown }
type Answer = (asked: Asked) => Response | Promise<Response>

/** An answer as the server wraps it. */
export function ok<R extends RouteSpec>(route: R, data: RouteResult<R>): Response {
  const code = route.envelope === 'gateway' ? 0 : 200
  return Response.json(route.envelope === 'token' ? data : { code, message: '', data })
}

/** A refusal as the server words it. */
export function refused(code: ErrorCode, params: Record<string, string | number> = {}): Response {
  const status = statusOf(code)
  return Response.json({ code: status, message: '', error: code, params, data: null }, { status })
}

async function bodyOf(body: BodyInit | null | undefined): Promise<unknown> {
  if (typeof body !== 'string') return body
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
}

/**
 * Takes the place of `fetch` for one test. An address nobody answers is a failure of the network; only the site's settings,
 * without which nobody signs in, are answered unless told otherwise.
 */
export function fakeServer() {
  const answers = new Map<string, Answer>()
  const asked: Asked[] = []
  const settings = () => ok(siteInfo, { ...site, now: new Date().toISOString(), chainUrl: null, storageUrl: null })
  const keyOf = (route: RouteSpec) => `${route.method} ${routePath(route, 'trove').replace(/undefined/g, '*')}`
  answers.set(keyOf(siteInfo), settings)
  const find = ({ method, url }: Asked) => {
    const forms = [url.pathname, url.pathname.replace(/[^/]+$/, '*'), url.pathname.replace(/[^/]+\/[^/]+$/, '*/*')]
    return forms.map((path) => answers.get(`${method} ${path}`)).find((answer) => answer !== undefined)
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://trove.test')
    const one = { url, method: init.method ?? 'GET', headers: new Headers(init.headers), body: await bodyOf(init.body) }
    asked.push(one)
    const answer = find(one)
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(one)
  })
  return {
    /** Answers a route from now on. */
    on<R extends RouteSpec>(route: R, answer: RouteResult<R> | Answer): void {
      answers.set(keyOf(route), typeof answer === 'function' ? (answer as Answer) : () => ok(route, answer))
    },
    /** What was asked of a route so far. */
    asked(route: RouteSpec): Asked[] {
      return asked.filter((one) => answers.get(keyOf(route)) !== undefined && find(one) === answers.get(keyOf(route)))
    },
  }
}

export type FakeServer = ReturnType<typeof fakeServer>
