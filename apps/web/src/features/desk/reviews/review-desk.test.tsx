// @vitest-environment jsdom
import { screen, act as settle, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteResult } from '@trove/contract/kit/route'
import {
  listHiddenReviews,
  listReviewReports,
  openReportedReview,
  settleReviewReports,
  showReviewAgain,
} from '@trove/contract/reviews/desk'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { queryClient } from '../../../lib/calls/query.ts'
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
/** Opens it beside the list. */
const caseOf = async (id: string) => {
  await userEvent.click(await screen.findByRole('link', { name: `Ada ${id}` }))
  return within(await screen.findByRole('dialog', { name: t('reviewDesk.title') }))
}
const close = async () => {
  await userEvent.click(screen.getByRole('button', { name: t('common.close') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const actsOf = async (id: string) => {
  const opened = await caseOf(id)
  const found = opened.queryAllByRole('button').map((one) => one.textContent)
  await close()
  return found.filter(Boolean)
}
const act = async (id: string, name: string) => {
  await userEvent.click((await caseOf(id)).getByRole('button', { name }))
  const question = within(await screen.findByRole('group', { name }))
  await userEvent.click(question.getByRole('button', { name }))
  question.getByText(t('reviewDesk.whyEmpty'))
  await userEvent.type(question.getByRole('textbox'), `why ${name}`)
  await userEvent.click(question.getByRole('button', { name }))
}
const acts = (...names: string[]) => names.map((name) => t(`reviewDesk.acts.${name}`))

describe.each(views)('the desk of reviews on $device in $language', (view) => {
  it('offers what can be done as a review stands, and nothing about one’s own', async () => {
    await open(view)
    expect(await actsOf('r1')).toEqual(acts('leave', 'hideReview', 'hideReply', 'hideBoth'))
    expect(await actsOf('r2')).toEqual(acts('leave', 'hideReview'))
    expect(await actsOf('r3')).toEqual(acts('leave', 'hideReply'))
    expect(await actsOf('r4')).toEqual([])
    ;(await caseOf('r4')).getByText(t('reviewDesk.own'))
    await close()
    const opened = await caseOf('r1')
    for (const words of ['text r1', /reply r1/, 'rude r1', t('reviewDesk.more', { shown: 1 })]) opened.getByText(words)
    await close()
    ;(await caseOf('r3')).getByText(new RegExp(t('reviewDesk.isHidden')))
  })

  it('sends what to hide, with the last report and the decisions that were seen', async () => {
    await open(view)
    server.on(settleReviewReports, null)
    const hides = { leave: [], hideReview: ['review'], hideReply: ['reply'], hideBoth: ['review', 'reply'] }
    for (const [name, hide] of Object.entries(hides)) {
      await act('r1', acts(name)[0]!)
      await screen.findByText(t('reviewDesk.done'))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(server.asked(settleReviewReports).at(-1)).toMatchObject({
        body: { hide, lastReport: 7, decisions: 3, reason: `why ${acts(name)[0]}` },
      })
    }
    expect(server.asked(settleReviewReports)[0]!.url.pathname).toMatch(/r1$/)
  })

  it('shows a review or its reply again, each by itself, and says when another was faster', async () => {
    await open(view, '/?view=hidden')
    expect(await actsOf('h1')).toEqual(acts('showReview', 'showReply'))
    expect(await actsOf('h2')).toEqual(acts('showReply'))
    server.on(showReviewAgain, null)
    await act('h1', acts('showReview')[0]!)
    await screen.findByText(t('reviewDesk.done'))
    server.on(showReviewAgain, () => refused('reviews.settled-meanwhile'))
    await act('h2', acts('showReply')[0]!)
    await screen.findByText(wordsOfCode('reviews.settled-meanwhile')!)
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull())
    expect(server.asked(showReviewAgain).map(({ body }) => body)).toEqual([
      { part: 'review', decisions: 3, reason: `why ${acts('showReview')[0]}` },
      { part: 'reply', decisions: 3, reason: `why ${acts('showReply')[0]}` },
    ])
  })

  it('opens a review by its address, and says of one whose reports were settled meanwhile that it is gone', async () => {
    await open(view, '/?case=r2')
    const opened = await screen.findByRole('dialog', { name: t('reviewDesk.title') })
    await within(opened).findByText('text r2')
    server.on(listReviewReports, { content: [], totalElements: 0 })
    server.on(openReportedReview, () => refused('resource.not-found'))
    await userEvent.click(within(opened).getByRole('button', { name: t('reviewDesk.acts.leave') }))
    await settle(() => queryClient.invalidateQueries({ queryKey: ['desk'] }))
    await within(opened).findByText(wordsOfCode('resource.not-found')!)
    expect(screen.queryByRole('group')).toBeNull()
  })

  it('is for reviewers only', async () => {
    await open(view, '/', 'cashier')
    await screen.findByText(t('desk.staffOnly'))
    expect(server.asked(listReviewReports)).toHaveLength(0)
  })
})
