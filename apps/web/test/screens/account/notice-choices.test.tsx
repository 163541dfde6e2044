// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getNoticeChoices, keepNoticeChoices, NOTICE_TOPICS } from '@trove/contract/notices/topics'
import i18next from 'i18next'
import { afterEach, describe, expect, it } from 'vitest'
import NoticeChoices from '../../../src/features/notices/notice-choices.tsx'
import { fakeServer } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** What a person is also told by text message. */

const t = (key: string) => i18next.t(key as never) as unknown as string
afterEach(forgetScreen)

describe.each(views)('text messages on $device in $language', (view) => {
  it('are turned on and off by topic, each change kept at once with all that is on', async () => {
    const server = fakeServer()
    server.on(getNoticeChoices, { byText: ['dispute'] })
    server.on(keepNoticeChoices, ({ body }) => Response.json({ code: 200, message: '', data: body }))
    await renderScreen(<NoticeChoices />, view)
    const box = (topic: (typeof NOTICE_TOPICS)[number]) =>
      screen.getAllByRole<HTMLInputElement>('switch')[NOTICE_TOPICS.indexOf(topic)]!
    await screen.findByText(t('noticeChoices.topic.dispute'))
    expect(screen.getAllByRole('switch')).toHaveLength(NOTICE_TOPICS.length)
    expect(NOTICE_TOPICS.filter((topic) => box(topic).checked)).toEqual(['dispute'])
    await userEvent.click(box('payment'))
    await waitFor(() => expect(box('payment').checked).toBe(true))
    await waitFor(() => expect(box('dispute').disabled).toBe(false))
    await userEvent.click(box('dispute'))
    await waitFor(() => expect(box('dispute').checked).toBe(false))
    expect(server.asked(keepNoticeChoices).map(({ body }) => body)).toEqual([
      { byText: ['payment', 'dispute'] },
      { byText: ['payment'] },
    ])
  })
})
