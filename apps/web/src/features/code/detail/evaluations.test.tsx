// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { addComment, listComments } from '@trove/contract/code/comments'
import type { getWork } from '@trove/contract/code/works'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeServer, ok, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { Evaluations } from './evaluations.tsx'

const at = '2026-11-20T08:00:00.000Z'
const person = (id: string, nickName: string) => ({ id, nickName, headImgUrl: null, isDemo: false })
const WORK: RouteResult<typeof getWork> = {
  ...{ id: 'w1', title: 'Ledger', intro: '', labels: [], environment: 'Node.js', language: 'Go', price: '9.90' },
  ...{ demoUrl: '', state: 'online', nickName: 'Sue', isMine: false, isGranted: true, createTime: at },
  author: person('sue', 'Sue'),
  ...{ licences: [], ownLicences: [], publishTime: at, countBrowses: 0, countComments: 0, countDownloads: 0 },
  ...{ rating: null, pictures: [], video: null, takedown: null, openPaths: [], missing: [], versions: [] },
}
type Page = RouteResult<typeof listComments>
const ONE: Page['content'][number] = {
  ...{ id: 'c1', author: person('bo', 'Bo'), isByAuthor: false, words: 'Saved me a week', stars: 4, createTime: at },
  replies: [{ id: 'r1', author: person('sue', 'Sue'), isByAuthor: true, words: 'Glad it did', createTime: at }],
}

const en: View = { device: 'pc', language: 'en' }
const open = (change: Partial<typeof WORK> = {}, view = en, isSignedIn = true) =>
  renderScreen(<Evaluations work={{ ...WORK, ...change }} />, view, { isSignedIn })

/** A server that keeps what is said. */
function keeper(content: Page['content'] = []) {
  const server = fakeServer()
  let kept = content
  server.on(listComments, () => ok(listComments, { content: kept, totalElements: kept.length }))
  server.on(addComment, ({ body }) => {
    const { words, stars = null, replyTo } = body as { words: string; stars?: number; replyTo?: string }
    const said = { id: 'new', author: person(buyer.userId, 'Ada'), isByAuthor: false, words, createTime: at }
    kept = replyTo
      ? kept.map((one) => (one.id === replyTo ? { ...one, replies: [...one.replies, said] } : one))
      : [{ ...said, stars, replies: [] }, ...kept]
    return ok(addComment, { id: 'new' })
  })
  return server
}

afterEach(forgetScreen)

describe.each(views)('evaluations on $device in $language', (view) => {
  it('are shown with stars and the author’s reply; who has not the work cannot write one', async () => {
    keeper([ONE])
    await open({ isGranted: false }, view)
    await screen.findByText('Saved me a week')
    expect(screen.getByRole('img', { name: i18next.t('reviews.stars', { count: 4 }) })).toBeTruthy()
    const reply = screen.getByText('Glad it did').closest('li')!
    expect(within(reply).getByText(i18next.t('code.evaluations.author'))).toBeTruthy()
    expect(screen.getByText(i18next.t('code.evaluations.notPurchased'))).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: i18next.t('reviews.answer.open') })).toBeNull()
  })

  it('are written by who has the work, with stars and words, and then stand in the list', async () => {
    const server = keeper()
    await open({}, view)
    await screen.findByText(i18next.t('code.evaluations.none'))
    const send = () => fireEvent.click(screen.getByRole('button', { name: i18next.t('code.evaluations.send') }))
    send()
    expect(screen.getByText(i18next.t('code.evaluations.empty'))).toBeTruthy()
    expect(screen.getByText(i18next.t('reviews.write.starsFirst'))).toBeTruthy()
    expect(server.asked(addComment)).toHaveLength(0)
    fireEvent.click(screen.getByRole('radio', { name: i18next.t('reviews.stars', { count: 5 }) }))
    const field = screen.getByRole('textbox') as HTMLTextAreaElement
    fireEvent.change(field, { target: { value: ' Good ' } })
    send()
    await waitFor(() => expect(screen.getByText('Good').tagName).toBe('P'))
    expect(server.asked(addComment)[0]!.body).toEqual({ productId: 'w1', words: 'Good', stars: 5 })
    expect(field.value).toBe('')
  })
})

it('the author replies and evaluates nothing of their own', async () => {
  const server = keeper([{ ...ONE, replies: [] }])
  await open({ isMine: true })
  fireEvent.click(await screen.findByRole('button', { name: i18next.t('reviews.answer.open') }))
  const dialog = await screen.findByRole('dialog')
  expect(screen.queryByRole('radio')).toBeNull()
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Thank you' } })
  fireEvent.click(within(dialog).getByRole('button', { name: i18next.t('reviews.answer.send') }))
  await screen.findByText('Thank you')
  expect(server.asked(addComment)[0]!.body).toEqual({ productId: 'w1', words: 'Thank you', replyTo: 'c1' })
})

it('what could not be sent stays in the form, and the reason is said', async () => {
  const server = keeper()
  server.on(addComment, () => refused('code.not-purchased'))
  await open()
  fireEvent.click(screen.getByRole('radio', { name: i18next.t('reviews.stars', { count: 2 }) }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Stops' } })
  fireEvent.click(screen.getByRole('button', { name: i18next.t('code.evaluations.send') }))
  await screen.findByText('You have not bought this work, so you cannot review it')
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Stops')
})

it('a list that cannot be loaded says so and is asked for again; a visitor writes nothing', async () => {
  const server = fakeServer()
  server.on(listComments, () => refused('request.invalid'))
  await open({ isGranted: false }, en, false)
  const again = await screen.findByRole('button', { name: i18next.t('common.retry') })
  server.on(listComments, { content: [ONE], totalElements: 1 })
  fireEvent.click(again)
  await screen.findByText('Saved me a week')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('words that went with a deleted account are said to be gone; a draft has no evaluations', async () => {
  keeper([{ ...ONE, author: person('gone', ''), words: '', replies: [] }])
  const { unmount } = await open()
  await screen.findByText(i18next.t('code.evaluations.erased'))
  expect(screen.getByText(i18next.t('reviews.deleted'))).toBeTruthy()
  unmount()
  await open({ state: 'draft', isMine: true })
  expect(screen.queryByText(i18next.t('code.evaluations.title'))).toBeNull()
})
