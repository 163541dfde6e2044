import { beforeEach, expect, it, vi } from 'vitest'

/** What a page knows of codes before and after it has the table of them. */

beforeEach(() => {
  vi.resetModules()
  vi.doUnmock('../all.ts')
})

it('knows the plain ones before, and each afterwards', async () => {
  const { fetchCodes, knownStatus } = await import('./known.ts')
  expect([knownStatus('service.unknown'), knownStatus('storage.unavailable')]).toEqual([503, 503])
  expect([knownStatus('orders.not-found'), knownStatus('faucet.not-sent')]).toEqual([404, undefined])
  await fetchCodes()
  expect([knownStatus('service.unknown'), knownStatus('faucet.not-sent')]).toEqual([500, 503])
})

it('is right about every code that it guesses', async () => {
  const { knownStatus } = await import('./known.ts')
  const { allErrors, statusOf } = await import('../all.ts')
  const kind = (status: number) => (status >= 500 ? 'failed' : status)
  for (const code of Object.keys(allErrors) as (keyof typeof allErrors)[]) {
    const guess = knownStatus(code)
    if (guess !== undefined) expect([code, kind(guess)]).toEqual([code, kind(statusOf(code))])
  }
})

it('takes for a code what is known by its name, and else leaves the server its words, where the table cannot be had', async () => {
  vi.doMock('../all.ts', () => {
    throw new TypeError('offline')
  })
  const { createClient } = await import('../../client.ts')
  const { siteInfo } = await import('../../platform/routes.ts')
  const ask = async (error: string) => {
    const answer = { code: 409, message: 'so it is', error }
    const client = createClient({
      ...{ baseUrl: '', product: 'trove', authorization: () => undefined, language: () => 'en' },
      fetch: async () => Response.json(answer, { status: 409 }),
    })
    return client(siteInfo, {}).catch((refusal: Error) => refusal)
  }
  expect(await ask('orders.not-found')).toMatchObject({ name: 'ContractError', code: 'orders.not-found' })
  expect(await ask('orders.some-new-code')).toMatchObject({ name: 'AnswerError', message: 'so it is' })
  expect(await ask('Conflict')).toMatchObject({ name: 'AnswerError', message: 'so it is' })
})
