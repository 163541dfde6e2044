// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentCertification } from '@trove/contract/certification/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { getCalendar, keepCalendar, listFreeHours } from '@trove/contract/talent/calendar'
import { getHomepage, listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readerZone, zoneText } from '../../../src/features/talent/calendar/clock.ts'
import FreeHours from '../../../src/features/talent/calendar/free-hours.tsx'
import { FreeTimes } from '../../../src/features/talent/calendar/free-times.tsx'
import Manpower from '../../../src/features/talent/experts/manpower.tsx'
import { formatWeekday, weekdayNames } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Free hours: marked by an expert, read by everybody, and searched for. */

type Page = RouteResult<typeof getHomepage>
const own: Page = {
  ...{ productId: 'p1', realName: '顾清澜', identity: '架构师', realHeadImgUrl: null, skills: ['React'] },
  ...{
    hourSalary: '236.50',
    countHires: 0,
    rating: null,
    countReviews: 0,
    isDemo: false,
    workExp: '5–10',
    productCodes: [],
    productCases: [],
    codeProofs: [],
  },
  ...{ isOwn: true, isOpen: true },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(currentCertification, {
    ...{ status: 2, reason: null },
    ...{ identity: own.identity, realName: own.realName, realHeadImgUrl: null },
  })
  server.on(getHomepage, own)
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
// By its text: a role is asked of every one of the many boxes.
const press = async (name: string) => userEvent.click(await screen.findByText(name))
const box = (weekday: number, hour: string) =>
  screen.getByLabelText<HTMLInputElement>(t('freeHours.hourOf', { day: weekdayNames()[weekday - 1]!.long, hour }))
const typeDay = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe.each(views)('free hours on $device in $language', (view) => {
  it('are marked by boxes of a week and by dates that differ, beginning in the zone of the browser', async () => {
    server.on(getCalendar, null)
    server.on(keepCalendar, { zone: readerZone(), weekly: [], days: [] })
    await renderScreen(<FreeHours />, view)
    await press(t('freeHours.workdays'))
    await userEvent.click(box(1, '09:00'))
    await userEvent.click(box(7, '23:00'))
    typeDay(t('freeHours.date'), '2031-05-07')
    await userEvent.selectOptions(screen.getByLabelText(t('freeHours.from')), '22:00')
    await userEvent.selectOptions(screen.getByLabelText(t('freeHours.until')), '24:00')
    await press(t('freeHours.addFree'))
    typeDay(t('freeHours.date'), '2031-05-08')
    await press(t('freeHours.addOff'))
    screen.getByText('22:00–24:00')
    screen.getByText(t('freeHours.off'))
    await press(t('freeHours.save'))
    await waitFor(() => expect(server.asked(keepCalendar)).toHaveLength(1))
    const { zone, weekly, days } = server.asked(keepCalendar)[0]!.body as RouteResult<typeof keepCalendar>
    expect(zone).toBe(readerZone())
    expect(weekly).toHaveLength(5 * 9 - 1 + 1)
    expect(weekly.slice(0, 2)).toEqual([10, 11])
    expect(weekly.at(-1)).toBe(167)
    expect(days).toEqual([
      { day: '2031-05-07', hours: [22, 23] },
      { day: '2031-05-08', hours: [] },
    ])
  })

  it('come back as they were kept, and a date can be taken away', async () => {
    server.on(getCalendar, { zone: 'Asia/Kolkata', weekly: [0], days: [{ day: '2031-05-07', hours: [1] }] })
    server.on(keepCalendar, { zone: 'Asia/Kolkata', weekly: [0], days: [] })
    await renderScreen(<FreeHours />, view)
    await screen.findByText(t('freeHours.zone'))
    expect(screen.getAllByDisplayValue(/ \(GMT\+5:30\) · Kolkata$/).length).toBeGreaterThan(0)
    expect([box(1, '00:00').checked, box(1, '01:00').checked]).toEqual([true, false])
    await userEvent.click(screen.getByLabelText(t('freeHours.remove', { day: formatWeekday('2031-05-07') })))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('freeHours.other')))
    await press(t('freeHours.save'))
    await waitFor(() => expect(server.asked(keepCalendar)).toHaveLength(1))
    expect(server.asked(keepCalendar)[0]!.body).toEqual({ zone: 'Asia/Kolkata', weekly: [0], days: [] })
  })

  it('are for certified experts', async () => {
    server.on(getHomepage, () => refused('talent.not-found'))
    server.on(getCalendar, null)
    await renderScreen(<FreeHours />, view)
    await screen.findByText(t('freeHours.notCertified'))
  })

  it('are read by day in the reader’s zone', async () => {
    const [from, until] = [new Date('2031-05-07T10:00:00'), new Date('2031-05-07T12:00:00')]
    server.on(listFreeHours, [{ from: from.toISOString(), until: until.toISOString() }])
    await renderScreen(<FreeTimes page={{ ...own, isOwn: false }} />, view)
    const line = (await screen.findByText('10:00–12:00')).closest('li')!
    within(line).getByText(formatWeekday('2031-05-07'))
    expect(document.body.textContent).toContain(zoneText(readerZone(), view.language))
    expect(screen.queryByText(t('freeHours.edit'))).toBeNull()
  })

  it.each([
    ['freeHours.unmarked', null],
    ['freeHours.none', []],
  ])('say %s of what is %j, and lead their owner to where they are marked', async (words, times) => {
    server.on(listFreeHours, times)
    await renderScreen(<FreeTimes page={own} />, view)
    await screen.findByText(t(words))
    expect(screen.getByText(t('freeHours.edit')).closest('a')?.getAttribute('href')).toBe('/personal-center/free-hours')
  })

  it('are a filter of the list that lives in the address as one moment', async () => {
    server.on(listExperts, { content: [], totalElements: 0, nextCursor: null })
    const moment = new Date('2031-05-07T14:00:00').toISOString()
    await renderScreen(<Manpower />, view, {
      path: `/manpower?free=${moment}`,
      pattern: '/manpower',
      isSignedIn: false,
    })
    const asked = () => server.asked(listExperts).map(({ url }) => url.searchParams.get('free'))
    await waitFor(() => expect(asked()).toContain(moment))
    expect((await screen.findAllByText(t('talent.filter.free'), { exact: false })).length).toBeGreaterThan(0)
  })
})
