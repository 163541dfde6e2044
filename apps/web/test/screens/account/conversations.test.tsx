// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  getConversation,
  listConversations,
  listMessages,
  openConversation,
  readConversation,
  sendMessage,
  uploadConversationFile,
} from '@trove/contract/conversations/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { siteInfo } from '@trove/contract/platform/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Conversations from '../../../src/app/pages/conversations.tsx'
import AskAbout from '../../../src/features/conversations/ask-about.tsx'

import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { forgetSession } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'

type Head = RouteResult<typeof getConversation>
type Said = RouteResult<typeof sendMessage>
const head: Head = {
  id: 'c1',
  subject: { kind: 'superPoints', id: 'm1', title: 'CP-m1', isOpen: true },
  other: { id: 'seller', nickName: 'Seller m1', headImgUrl: null, isDemo: false },
  isOtherOwner: true,
  last: { text: 'hello', hasFile: false, isOwn: false, at: '2026-11-20T08:00:00.000Z' },
  unread: 2,
  otherReadPosition: 1,
}
const said = (position: number, text: string, isOwn = false): Said => ({
  id: `s${position}`,
  isOwn,
  text,
  file: null,
  at: '2026-11-20T08:00:00.000Z',
  position,
})

let server: FakeServer
let newestFirst: Said[]
beforeEach(() => {
  server = fakeServer()
  newestFirst = [said(3, 'hello'), said(2, 'mine unread', true), said(1, 'mine read', true)]
  server.on(siteInfo, () => refused('service.unavailable'))
  server.on(listConversations, { content: [head], totalElements: 1, unread: 1 })
  server.on(getConversation, head)
  server.on(listMessages, ({ url }) =>
    ok(listMessages, {
      content: url.searchParams.has('before') ? [said(0, 'long ago')] : newestFirst,
      hasMore: !url.searchParams.has('before'),
    }),
  )
  server.on(readConversation, null)
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const pattern = '/personal-center/conversations/:id?'
const open = (view: View, id = 'c1') =>
  renderScreen(<Conversations />, view, { path: `/personal-center/conversations/${id}`, pattern })
const texts = () =>
  within(screen.getByRole('region', { name: t('conversations.messages') }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent)
const field = () => screen.findByRole('textbox', { name: t('conversations.placeholder') })

describe.each(views)('conversations on $device in $language', (view) => {
  it('list who, about what, the last word and how much is unread', async () => {
    await open(view, '')
    const list = await screen.findByRole('navigation', { name: t('conversations.list') })
    const row = await within(list).findByRole('link')
    for (const text of ['Seller m1', 'CP-m1', 'hello', t('conversations.unread', { amount: 2 })])
      expect(row.textContent).toContain(text)
    expect(row.getAttribute('href')).toBe('/personal-center/conversations/c1')
    expect(screen.getByText(t('conversations.choose'))).toBeTruthy()
  })

  it('ask nobody to choose one where there is none', async () => {
    server.on(listConversations, { content: [], totalElements: 0, unread: 0 })
    await open(view, '')
    await screen.findByText(t('conversations.empty'))
    expect(screen.queryByText(t('conversations.choose'))).toBeNull()
  })

  it('have their way back while one comes and where there is none, as the header of the page is out of sight then', async () => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(getConversation, async () => {
      await asked
      return refused('resource.not-found')
    })
    await open(view)
    const back = () => screen.getByRole('link', { name: t('common.back') }).getAttribute('href')
    expect(back()).toBe('/personal-center/conversations')
    answer()
    await screen.findByText(wordsOfCode('resource.not-found')!)
    expect(back()).toBe('/personal-center/conversations')
  })

  it('show what was said in its order, what the other has read, and earlier words on demand', async () => {
    await open(view)
    await screen.findByText('mine read')
    expect(texts()).toEqual(['mine read', 'mine unread', 'hello'])
    const readMarks = screen.getAllByText(new RegExp(t('conversations.read')), { selector: 'span' })
    expect(readMarks).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: t('conversations.earlier') }))
    await screen.findByText('long ago')
    expect(texts()[0]).toBe('long ago')
    await screen.findByText(t('common.added', { count: texts().length - 3 }))
  })

  it('tell the server what was seen', async () => {
    await open(view)
    await waitFor(() => expect(server.asked(readConversation)).toHaveLength(1))
    expect(server.asked(readConversation)[0]!.body).toEqual({ position: 3 })
  })

  it('send with Enter, make a line with Shift and Enter, and keep what could not be sent', async () => {
    server.on(sendMessage, () => refused('service.unavailable'))
    await open(view)
    const box = await field()
    await userEvent.type(box, 'one{Shift>}{Enter}{/Shift}two')
    expect(server.asked(sendMessage)).toHaveLength(0)
    await userEvent.type(box, '{Enter}')
    await waitFor(() => expect(server.asked(sendMessage)).toHaveLength(1))
    expect((box as HTMLTextAreaElement).value).toBe('one\ntwo')
    server.on(sendMessage, said(4, 'one\ntwo', true))
    newestFirst = [said(4, 'one\ntwo', true), ...newestFirst]
    await userEvent.click(screen.getByRole('button', { name: t('conversations.send') }))
    await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe(''))
    await waitFor(() => expect(texts().at(-1)).toBe('one\ntwo'))
    const keys = server.asked(sendMessage).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
  })

  it('leave what is typed while a message is on its way', async () => {
    let answer = () => {}
    const arrived = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(sendMessage, async () => {
      await arrived
      return ok(sendMessage, said(4, 'one', true))
    })
    await open(view)
    const box = (await field()) as HTMLTextAreaElement
    await userEvent.type(box, 'one{Enter}')
    await waitFor(() => expect(server.asked(sendMessage)).toHaveLength(1))
    await userEvent.clear(box)
    await userEvent.type(box, 'the next')
    newestFirst = [said(4, 'one', true), ...newestFirst]
    answer()
    await waitFor(() => expect(texts().at(-1)).toBe('one'))
    expect(box.value).toBe('the next')
  })

  it('say why there is no conversation', async () => {
    server.on(getConversation, () => refused('resource.not-found'))
    await open(view, 'other')
    expect(await screen.findByText(wordsOfCode('resource.not-found')!)).toBeTruthy()
  })
})

const view: View = { device: 'pc', language: 'zh-CN' }

it('what is half written stays while another conversation is looked at, until the person signs out', async () => {
  const look = async (id: string) => {
    cleanup()
    await open(view, id)
    return (await field()) as HTMLTextAreaElement
  }
  await userEvent.type(await look('c1'), 'half a thou')
  expect((await look('c2')).value).toBe('')
  expect((await look('c1')).value).toBe('half a thou')
  forgetSession()
  expect((await look('c1')).value).toBe('')
})

it('a second try of the same message has the same key and stores its file once', async () => {
  const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
  server.on(uploadConversationFile, { id: 'f1', name: 'a.txt', type: 'text/plain', bytes: 3 })
  server.on(sendMessage, () => refused('service.unavailable'))
  const { container } = await open(view)
  await field()
  await userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, file)
  const send = screen.getByRole('button', { name: t('conversations.send') })
  await userEvent.click(send)
  await waitFor(() => expect(server.asked(sendMessage)).toHaveLength(1))
  await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false))
  await userEvent.click(send)
  await waitFor(() => expect(server.asked(sendMessage)).toHaveLength(2))
  const [first, second] = server.asked(sendMessage)
  expect(second!.headers.get('idempotency-key')).toBe(first!.headers.get('idempotency-key'))
  expect(second!.body).toEqual({ text: '', fileId: 'f1' })
  expect(server.asked(uploadConversationFile)).toHaveLength(1)
})

it('a file that is taken out again leaves the focus to the field, where writing goes on', async () => {
  const { container } = await open(view)
  const words = await field()
  const file = new File(['abc'], 'a.txt', { type: 'text/plain' })
  await userEvent.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, file)
  await userEvent.click(await screen.findByRole('button', { name: t('conversations.removeFile') }))
  expect(screen.queryByText('a.txt')).toBeNull()
  expect(document.activeElement === words).toBe(true)
})

it('markup in a message is shown as text', async () => {
  newestFirst = [said(9, '<img src=x onerror=alert(1)>')]
  const { container } = await open(view)
  await screen.findByText('<img src=x onerror=alert(1)>')
  expect(container.querySelector('li img')).toBeNull()
})

it('a new word shows when a live update says so', async () => {
  await open(view)
  await screen.findByText('hello', { selector: 'p' })
  newestFirst = [said(4, 'just now'), ...newestFirst]
  await queryClient.invalidateQueries({ queryKey: ['conversations'] })
  expect(await screen.findByText('just now', { selector: 'p' })).toBeTruthy()
  await waitFor(() => expect(server.asked(readConversation).at(-1)!.body).toEqual({ position: 4 }))
})

it('a new word comes into sight for who reads at the end or wrote it, and leaves who scrolled up where they are', async () => {
  let height = 1000
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  await open(view)
  await screen.findByText('hello', { selector: 'p' })
  const box = screen.getByRole('region', { name: t('conversations.messages') })
  const come = async (text: string, isOwn = false) => {
    height += 100
    newestFirst = [said(newestFirst[0]!.position + 1, text, isOwn), ...newestFirst]
    await queryClient.invalidateQueries({ queryKey: ['conversations'] })
    await screen.findByText(text, { selector: 'p' })
    return box.scrollTop
  }
  // A real browser stops at the end; here the whole height stands for it.
  box.scrollTop = 600
  expect(await come('read at the end')).toBe(1100)
  box.scrollTop = 200
  expect(await come('read further up')).toBe(200)
  expect(await come('mine', true)).toBe(1300)
  vi.restoreAllMocks()
})

it.each([
  ['superPoints', '/computingPowerMarket/offer/m1'],
  ['code', '/codeForce/codeDetails/m1'],
  ['manpower', '/manpower?productId=m1'],
] as const)('a conversation about %s leads to its page', async (kind, path) => {
  server.on(getConversation, { ...head, subject: { ...head.subject, kind } })
  await open(views[0]!)
  const link = await screen.findByRole('link', { name: i18next.t('conversations.about', { title: 'CP-m1' }) })
  expect(link.getAttribute('href')).toBe(path)
})

it('asking about an offer opens its conversation and goes there', async () => {
  server.on(openConversation, head)
  const { address } = await renderScreen(<AskAbout />, view, {
    path: '/personal-center/conversations/about/superPoints/m1',
    pattern: '/personal-center/conversations/about/:kind/:subjectId',
  })
  await waitFor(() => expect(address()).toBe('/personal-center/conversations/c1'))
  expect(server.asked(openConversation)[0]!.body).toEqual({ subjectKind: 'superPoints', subjectId: 'm1' })
  vi.restoreAllMocks()
})
