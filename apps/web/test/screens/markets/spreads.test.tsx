// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { spreadOfWorks } from '@trove/contract/code/market'
import { spreadOfOffers } from '@trove/contract/compute/routes'
import { spreadOfExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import WorkFields from '../../../src/features/code/list/filter-fields.tsx'
import { RangeFields } from '../../../src/features/compute/facts/range-fields.tsx'
import ExpertFields from '../../../src/features/talent/experts/filter-fields.tsx'
import { fakeServer, refused } from '../../fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../render.tsx'

afterEach(forgetScreen)
const t = (key: string) => i18next.t(key as never) as unknown as string
const price = [
  { from: '0.00', count: 3 },
  { from: '50.00', count: 0 },
  { from: '100.00', count: 6 },
]

it.each(views)(
  'the price range of works and experts shows how they are spread on $device in $language',
  async (view) => {
    const server = fakeServer()
    server.on(spreadOfWorks, { price })
    server.on(spreadOfExperts, { price })
    const props = { values: {}, onChange: () => undefined }
    await renderScreen(
      <>
        <WorkFields {...props} />
        <ExpertFields {...props} />
      </>,
      view,
    )
    for (const name of [t('works.facts.price'), t('talent.filter.price')]) {
      const bars = await within(screen.getByRole('group', { name })).findByRole('img', {
        name: t('market.filter.spread'),
      })
      expect([...bars.children].map((bar) => (bar as HTMLElement).style.height)).toEqual(['50%', '0px', '100%'])
      const range = within(screen.getByRole('group', { name }))
      range.getByText('¥0')
      range.getByText('≥ ¥100')
    }
  },
)

it('ranges keep no place for bars that could not be had', async () => {
  const server = fakeServer()
  const spreads = [spreadOfWorks, spreadOfExperts, spreadOfOffers]
  for (const route of spreads) server.on(route, () => refused('request.invalid'))
  const props = { values: {}, onChange: () => undefined }
  await renderScreen(
    <>
      <WorkFields {...props} />
      <ExpertFields {...props} />
      <RangeFields {...props} />
    </>,
    chineseDesk,
  )
  const names = [t('works.facts.price'), t('talent.filter.price'), t('compute.facts.perDay'), t('compute.facts.cores')]
  const parts = () => names.map((name) => screen.getByRole('group', { name }).children.length)
  // The name and the two figures; while the spread is read the place of the bars and of their scale, too.
  await waitFor(() => expect(parts()).toEqual([2, 2, 2, 2]), { timeout: 10_000 })
  for (const route of spreads) expect(server.asked(route).length).toBeGreaterThan(0)
})
