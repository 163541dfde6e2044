// @vitest-environment jsdom
// In a worker of its own: the words of another test would have come already.
import { ContractError } from '@trove/contract/errors/codes'
import { listNotices } from '@trove/contract/notices/routes'
import { expect, it } from 'vitest'
import { api } from '../../../src/lib/calls/api.ts'
import { errorText } from '../../../src/lib/calls/notify.ts'
import { startLanguage, switchLanguage } from '../../../src/lib/session/language.ts'
import { fakeServer, refused } from '../../fake-server.ts'

it('a refusal comes with its words, which the pages begin without, and keeps them in the other language', async () => {
  await startLanguage('en')
  expect(errorText(new ContractError('service.unavailable'))).toMatch(/^The service is unavailable/)
  expect(errorText(new ContractError('orders.not-found'))).toBe('orders.not-found')
  fakeServer().on(listNotices, () => refused('orders.not-found'))
  const error = await api(listNotices, { query: {} }).catch((refusal: unknown) => refusal)
  expect(errorText(error)).toBe('This order was not found')
  await switchLanguage('zh-CN')
  expect(errorText(error)).toMatch(/订单/)
})
