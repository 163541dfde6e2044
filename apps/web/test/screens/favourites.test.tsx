// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getOffer } from '@trove/contract/compute/routes'
import { addFavourite, isFavourite, listFavourites, removeFavourite } from '@trove/contract/favourites/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../src/app/router.tsx'
import { toastStore } from '../../src/lib/notify.ts'
import { type FakeServer, fakeServer } from '../fake-server.ts'
import { inDays } from '../orders.ts'
import { offerOf } from '../people.ts'
import { forgetScreen, renderScreen, views } from '../render.tsx'

/** Favourites: the heart on an offer, and the page with all of them. */

let server: FakeServer
const subject = { kind: 'superPoints', id: 'm1' } as const
beforeEach(() => {
  server = fakeServer()
  const uploader = { id: 's', nickName: 'Sam', headImgUrl: null, isDemo: false }
  const detail = { ...offerOf('m1'), uploader, isMine: false, isAvailable: true, unavailableReason: null }
  server.on(getOffer, { ...detail, feeAmount: '0.00', pastOrders: 2 })
})
afterEach(forgetScreen)
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('favourites on $device in $language', (view) => {
  it('are added with the heart of an offer, and taken out with it', async () => {
    server.on(isFavourite, false)
    server.on(addFavourite, null)
    server.on(removeFavourite, null)
    await renderScreen(<Pages />, view, { path: '/computingPowerMarket/offer/m1' })
    const heart = await screen.findByRole('button', { name: t('favourites.add') })
    server.on(isFavourite, true)
    await userEvent.click(heart)
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(t('favourites.added')))
    expect(server.asked(addFavourite).map(({ body }) => body)).toEqual([subject])
    await userEvent.click(await screen.findByRole('button', { name: t('favourites.remove') }))
    await waitFor(() => expect(server.asked(removeFavourite).map(({ body }) => body)).toEqual([subject]))
  })

  it('are listed with where they are shown; one that is gone can only be taken out', async () => {
    const gone = { kind: 'code', id: 'w1', title: null, addedAt: inDays(-2) } as const
    server.on(listFavourites, {
      totalElements: 2,
      content: [{ ...subject, title: 'CP-77', addedAt: inDays(-1) }, gone],
    })
    server.on(removeFavourite, null)
    await renderScreen(<Pages />, view, { path: '/personal-center/favourites' })
    const link = await screen.findByRole('link', { name: 'CP-77' })
    expect(link.getAttribute('href')).toBe('/computingPowerMarket/offer/m1')
    expect(screen.getByText(t('favourites.gone')).closest('a')).toBeNull()
    await userEvent.click(screen.getAllByRole('button', { name: t('favourites.remove') })[1]!)
    await waitFor(() => expect(server.asked(removeFavourite)[0]?.body).toEqual({ kind: 'code', id: 'w1' }))
  })
})
