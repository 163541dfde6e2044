// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import {
  listHiddenReviews,
  listReviewReports,
  settleReviewReports,
  showReviewAgain,
} from '@trove/contract/reviews/desk'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { wordsOfCode } from '../../../lib/session/language.ts'
import { keepUser } from '../../../lib/session/session.ts'
import ReviewDesk from './review-desk.tsx'

/** Reported reviews and replies, and hidden ones, as a reviewer decides about them. */

const at = '2026-11-01T00:00:00.000Z'
type Hidden = RouteResult<typeof listHiddenReviews>['content'][number]
const reviewOf = (id: string, parts: Partial<Hidden> = {}): Hidden => ({
  ...{ id, side: 'buyer', stars: 2, text: `text ${id}`, writtenAt: at, reply: `reply ${id}`, isReplied: true },
  author: { id: 'a1', nickName: `Ada ${id}`, headImgUrl: null, isDemo: false },
  ...{ measured: null, targetId: 'bo', isHidden: false, isReplyHidden: false, decisions: 3 },
  ...parts,
})
const reported = (review: Hidden, reportCount = 1) => ({
  ...{ ...review, reportCount, lastReport: 7, reports: [{ reason: `rude ${review.id}`, at }] },
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listReviewReports, {
    content: [
      reported(reviewOf('r1'), 2),
      reported(reviewOf('r2', { reply: null, isReplied: false })),
      reported(reviewOf('r3', { isHidden: true })),
      reported(reviewOf('r4', { targetId: buyer.userId })),
    ],
    totalElements: 4,
  })
  server.on(listHiddenReviews, {
    content: [reviewOf('h1', { isHidden: true, isReplyHidden: true }), reviewOf('h2', { isReplyHidden: true })],
    totalElements: 2,
  })
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = async (view: View, path = '/', role: 'reviewer' | 'cashier' = 'reviewer') => {
  await renderScreen(<ReviewDesk />, view, { path })
  keepUser({ ...buyer, role: 'operator', staffRoles: [role] })
}
const cardOf = async (id: string) => within((await screen.findByText(`Ada ${id}`)).closest('li')!)
const buttonsOf = async (id: string) => (await cardOf(id)).queryAllByRole('button').map((one) => one.textContent)
const act = async (id: string, name: string) => {
  await userEvent.click((await cardOf(id)).getByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name }))
  dialog.getByText(t('reviewDesk.whyEmpty'))
  await userEvent.type(dialog.getByRole('textbox'), `why ${name}`)
  await userEvent.click(dialog.getByRole('button', { name }))
}
const acts = (...names: string[]) => names.map((name) => t(`reviewDesk.acts.${name}`))

describe.each(views)('the desk of reviews on $device in $language', (view) => {
  it('offers what can be done as a review stands, and nothing about one’s own', async () => {
    await open(view)
    expect(await buttonsOf('r1')).toEqual(acts('leave', 'hideReview', 'hideReply', 'hideBoth'))
    expect(await buttonsOf('r2')).toEqual(acts('leave', 'hideReview'))
    expect(await buttonsOf('r3')).toEqual(acts('leave', 'hideReply'))
    expect(await buttonsOf('r4')).toEqual([])
    ;(await cardOf('r4')).getByText(t('reviewDesk.own'))
    const card = await cardOf('r1')
    for (const words of ['text r1', /reply r1/, 'rude r1', t('reviewDesk.more', { shown: 1 })]) card.getByText(words)
    ;(await cardOf('r3')).getByText(new RegExp(t('reviewDesk.isHidden')))
  })

  it('sends what to hide, with the last report and the decisions that were seen', async () => {
    await open(view)
    server.on(settleReviewReports, null)
    const hides = { leave: [], hideReview: ['review'], hideReply: ['reply'], hideBoth: ['review', 'reply'] }
    for (const [name, hide] of Object.entries(hides)) {
      await act('r1', acts(name)[0]!)
      await screen.findByText(t('reviewDesk.done'))
      expect(server.asked(settleReviewReports).at(-1)).toMatchObject({
        body: { hide, lastReport: 7, decisions: 3, reason: `why ${acts(name)[0]}` },
      })
    }
    expect(server.asked(settleReviewReports)[0]!.url.pathname).toMatch(/r1$/)
  })

  it('shows a review or its reply again, each by itself, and says when another was faster', async () => {
    await open(view, '/?view=hidden')
    expect(await buttonsOf('h1')).toEqual(acts('showReview', 'showReply'))
    expect(await buttonsOf('h2')).toEqual(acts('showReply'))
    server.on(showReviewAgain, null)
    await act('h1', acts('showReview')[0]!)
    await screen.findByText(t('reviewDesk.done'))
    server.on(showReviewAgain, () => refused('reviews.settled-meanwhile'))
    await act('h2', acts('showReply')[0]!)
    await screen.findByText(wordsOfCode('reviews.settled-meanwhile')!)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.asked(showReviewAgain).map(({ body }) => body)).toEqual([
      { part: 'review', decisions: 3, reason: `why ${acts('showReview')[0]}` },
      { part: 'reply', decisions: 3, reason: `why ${acts('showReply')[0]}` },
    ])
  })

  it('is for reviewers only', async () => {
    await open(view, '/', 'cashier')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(listReviewReports)).toHaveLength(0)
  })
})
