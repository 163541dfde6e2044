// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listInterestTags } from '@trove/contract/dictionary/routes'
import { setInterestTags } from '@trove/contract/identity/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { keepUser } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Interest tags: how they are chosen, and what they make of the home page. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string) => i18next.t(key as never) as unknown as string

describe.each(views)('interest tags on $device in $language', (view) => {
  it('the home page of a person begins with the markets of their interests, and leads to each', async () => {
    const tag = (id: string, market: 'talent' | 'code' | 'compute') => ({
      ...{ id, market, dictValue: id, labelZh: `${id}-zh`, labelEn: `${id}-en` },
    })
    await renderScreen(<Pages />, view, { path: '/home' })
    act(() =>
      keepUser({
        ...buyer,
        sysDictVOList: [
          tag('gpu', 'compute'),
          tag('web', 'code'),
          tag('iot', 'code'),
          tag('ops', 'talent'),
          tag('ai', 'talent'),
          tag('ui', 'talent'),
        ],
      }),
    )
    const doors = await screen.findByRole('navigation', { name: t('landing.home.doors') })
    const order = ['talent', 'code', 'compute']
    const titles = order.map((market) => t(`landing.home.${market}.title`))
    expect(
      within(doors)
        .getAllByRole('link')
        .map((door) => door.querySelector('strong')?.textContent),
    ).toEqual(titles)
    expect(
      screen
        .getAllByRole('heading', { level: 2 })
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(titles)
    const mine = within(screen.getByRole('navigation', { name: t('landing.home.forYou') }))
    const word = (id: string) => `${id}-${view.language === 'en' ? 'en' : 'zh'}`
    const wayOf = (id: string) => mine.getByRole('link', { name: word(id) }).getAttribute('href')
    expect(wayOf('ops')).toBe(`/manpower?tab=experts&name=${word('ops')}`)
    expect(wayOf('iot')).toBe(`/codeForce/codeForceList?keyword=${word('iot')}`)
    expect(wayOf('gpu')).toBe('/computingPowerMarket/storage-resources?tab=computing')
  })

  it('none chosen is nothing to save: the page says that one is needed, and stays', async () => {
    server.on(listInterestTags, [
      { id: 'ai', market: 'talent', dictValue: 'ai', labelZh: '人工智能', labelEn: 'Artificial intelligence' },
    ])
    const { address } = await renderScreen(<Pages />, view, { path: '/interest/tag/center' })
    await waitFor(() => expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true))
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: t('common.ok') }))
    const text = wordsOfCode('identity.tags-empty')
    expect(toastStore.getCurrent()).toMatchObject({ kind: 'warning', text })
    expect(server.asked(setInterestTags)).toHaveLength(0)
    expect(address()).toBe('/interest/tag/center')
  })
})
