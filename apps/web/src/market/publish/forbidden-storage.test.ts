// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { keepChosen, readChosen } from '../checkout/chosen-offer.ts'
import { draftOf } from './draft.ts'

/** A browser that forbids storage to pages, or has none left: what is kept for comfort stops nobody from buying or publishing. */

beforeEach(() => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { setItem: forbidden, getItem: forbidden, removeItem: forbidden })
})
afterEach(() => vi.unstubAllGlobals())

it('a draft is not there, and nothing fails', () => {
  const draft = draftOf<{ title: string }>('form')
  draft.keep({ title: 'A thing' })
  expect(draft.read()).toBeUndefined()
  draft.drop()
})

it('a chosen offer is asked for at checkout', () => {
  keepChosen('goods', { id: 'm1' })
  expect(readChosen('goods', z.object({ id: z.string() }), 'm1')).toBeUndefined()
})
