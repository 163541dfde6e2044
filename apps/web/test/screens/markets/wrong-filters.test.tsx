// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listWorks } from '@trove/contract/code/market'
import { listOffers } from '@trove/contract/compute/routes'
import { listExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { type FakeServer, fakeServer, ok } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Lists whose address has filters that the server does not take, typed by hand or from an old link. */

const WHY = 'Must be at most 5'
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

/** Refuses a query as the server does: by the names of the fields. */
const refusing = (fields: string[], taken: Response) => (search: URLSearchParams) => {
  const wrong = fields.filter((path) => search.has(path)).map((path) => ({ path, error: 'too_big', message: WHY }))
  if (wrong.length === 0) return taken.clone()
  return Response.json({ code: 400, message: '', error: 'request.invalid', data: null, fields: wrong }, { status: 400 })
}

const lists = [
  {
    path: '/computingPowerMarket/computing-list?coresFrom=abc&servePeriod=x&gpuCount=1',
    names: () => [`${i18next.t('compute.facts.cpu')} ≥ abc`, `${i18next.t('compute.facts.period')} x`],
    first: 'compute.facts.cpu',
    left: 'gpuCount=1',
    wrong: ['coresFrom', 'servePeriod'],
    route: listOffers,
    none: { productCount: 0, products: { content: [] }, nextCursor: null },
  },
  {
    path: '/codeForce/codeForceList?priceFrom=abc&ratingFrom=q&language=TypeScript',
    names: () => [`${i18next.t('works.facts.price')} ≥ abc`, `${i18next.t('works.filter.rating')} q`],
    first: 'works.facts.price',
    left: 'language=TypeScript',
    wrong: ['priceFrom', 'ratingFrom'],
    route: listWorks,
    none: { content: [], totalElements: 0, nextCursor: null },
  },
  {
    path: '/manpower?tab=experts&minPrice=abc&minStars=x&name=Ada',
    names: () => [`${i18next.t('talent.filter.minPrice')} ≥ abc`, `${i18next.t('talent.filter.minStars')} x`],
    first: 'talent.filter.minPrice',
    left: 'name=Ada',
    wrong: ['minPrice', 'minStars'],
    route: listExperts,
    none: { content: [], totalElements: 0, nextCursor: null },
  },
] as const

it.each(views.flatMap((view) => lists.map((list) => ({ ...view, ...list }))))(
  'name what is wrong and why, and lead out of each and of all: $path, on $device in $language',
  async ({ path, names, first, left, wrong, route, none, ...view }) => {
    const answer = refusing([...wrong], ok(route, none as never))
    server.on(route, ({ url }) => answer(url.searchParams))
    const { address } = await renderScreen(<Pages />, view, { path })
    await screen.findByText(i18next.t('wrongFilters.title'))
    const alert = screen.getByRole('alert')
    for (const name of names()) expect(alert.textContent).toContain(name)
    expect(alert.textContent?.split(WHY)).toHaveLength(3)
    expect(alert.textContent).not.toContain('NaN')
    const remove = i18next.t('market.filter.remove', { name: i18next.t(first) })
    await userEvent.click([...alert.querySelectorAll('button')].find(({ textContent }) => textContent === remove)!)
    await waitFor(() => expect(address()).not.toContain(wrong[0]))
    expect(address()).toContain(wrong[1])
    expect(document.activeElement?.tagName).toBe('H1')
    await screen.findByText(i18next.t('wrongFilters.title'))
    const all = screen.getAllByRole('button', { name: i18next.t('market.filter.clearAll') })
    await userEvent.click(all.find((button) => screen.getByRole('alert').contains(button))!)
    await waitFor(() => expect(screen.queryByText(i18next.t('wrongFilters.title'))).toBeNull())
    for (const field of [...wrong, left]) expect(address()).not.toContain(field)
  },
)
