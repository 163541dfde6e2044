// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listWorks } from '@trove/contract/code/market'
import { listOffers } from '@trove/contract/compute/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { Pages } from '../router.tsx'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listNotices, { content: [], totalElements: 0, unread: 0 })
})
afterEach(forgetScreen)

const t = (key: string) => i18next.t(key as 'common.ok')
const NOTICES = '/personal-center/notices'
const expert = {
  ...{
    productId: 'e1',
    realName: '林一舟',
    identity: '架构师',
    realHeadImgUrl: null,
    skills: ['Go'],
    hourSalary: '180.00',
  },
  ...{ countHires: 0, isDemo: false },
}

describe.each(views)('on $device in $language', (view) => {
  it('Ctrl K finds an expert by two characters; Enter goes to the first find', async () => {
    server.on(listExperts, ({ url }) =>
      ok(listExperts, {
        content: url.searchParams.get('name') === '架构' ? [expert] : [],
        ...{ totalElements: 1, nextCursor: null },
      }),
    )
    server.on(listWorks, () => refused('service.unavailable'))
    server.on(listOffers, { productCount: 0, products: { content: [] }, nextCursor: null })
    const { address } = await renderScreen(<Pages />, view, { path: NOTICES })
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: t('palette.title') })
    await waitFor(() => expect(document.activeElement === field).toBe(true))
    await userEvent.type(field, '架构')
    const found = await screen.findByRole('option', { name: /林一舟/ })
    await screen.findByText(t('palette.missing'))
    await waitFor(() => expect(found.getAttribute('data-combobox-selected')).toBe('true'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/manpower?productId=e1'))
    expect(screen.queryByRole('combobox', { name: t('palette.title') })).toBeNull()
  })

  it('Escape closes it, and the focus is back where it was', async () => {
    await renderScreen(<Pages />, view, { path: NOTICES })
    const before = (await screen.findAllByRole('link'))[0]!
    before.focus()
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: t('palette.title') })
    await waitFor(() => expect(document.activeElement === field).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: t('palette.title') })).toBeNull())
    await waitFor(() => expect(document.activeElement === before).toBe(true))
  })
})
