// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { choicesOfWorks } from '@trove/contract/code/market'
import { choicesOfOffers } from '@trove/contract/compute/routes'
import { CHOICE_COUNT_MAX } from '@trove/contract/kit/choices'
import { choicesOfExperts } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import WorkFields from '../../../src/features/code/list/filter-fields.tsx'
import ComputeRail from '../../../src/features/compute/facts/rail-fields.tsx'
import ExpertFields from '../../../src/features/talent/experts/filter-fields.tsx'
import type { FieldsProps, FilterValues } from '../../../src/market/list/face.ts'
import { fakeServer } from '../../fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../render.tsx'

/** How many match each choice of a filter, beside it. */

afterEach(forgetScreen)
const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const matching = (label: string, shown: string) => `${label}${t('market.filter.matches', { shown })}`

/** Fields that keep what is chosen. */
function Kept({ Fields }: { Fields: (props: FieldsProps) => React.ReactNode }) {
  const [values, setValues] = useState<FilterValues>({})
  return <Fields values={values} onChange={(field, value) => setValues((now) => ({ ...now, [field]: value }))} />
}

it.each(views)(
  'choices say how many match, capped, and are counted again under another filter on $device in $language',
  async (view) => {
    const server = fakeServer()
    const starsOf = (count: number) => ['1', '2', '3', '4', '5'].map((value) => ({ value, count }))
    server.on(choicesOfWorks, ({ url }) => {
      const hasStars = url.searchParams.has('ratingFrom')
      const language = [
        { value: 'Go', count: hasStars ? 2 : CHOICE_COUNT_MAX },
        { value: 'Rust', count: 0 },
      ]
      return Response.json({ code: 200, message: '', data: { language, ratingFrom: starsOf(8) } })
    })
    await renderScreen(<Kept Fields={WorkFields} />, view)
    const language = screen.getByRole('combobox', { name: t('works.facts.language') })
    await userEvent.click(language)
    await screen.findByRole('option', { name: matching('Go', '999+') })
    expect(screen.getByRole('option', { name: matching('Rust', '0') })).toBeTruthy()
    // Not counted yet: its name alone.
    expect(screen.getByRole('option', { name: 'PHP' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('combobox', { name: t('works.filter.rating') }))
    await userEvent.click(
      await screen.findByRole('option', { name: matching(t('works.filter.atLeast', { count: 4 }), '8') }),
    )
    await userEvent.click(language)
    await screen.findByRole('option', { name: matching('Go', '2') })
    expect(server.asked(choicesOfWorks).at(-1)?.url.searchParams.get('ratingFrom')).toBe('4')
  },
)

it('machines and experts have them as well', async () => {
  const server = fakeServer()
  server.on(choicesOfOffers, { operationSystem: [], servePeriod: [], gpuModel: [] })
  server.on(choicesOfExperts, { skill: [], minStars: [{ value: '5', count: 3 }] })
  await renderScreen(
    <>
      <Kept Fields={ComputeRail} />
      <Kept Fields={ExpertFields} />
    </>,
    chineseDesk,
  )
  await waitFor(() => expect(server.asked(choicesOfOffers).length).toBe(1))
  await userEvent.click(screen.getByRole('combobox', { name: t('talent.filter.minStars') }))
  await screen.findByRole('option', { name: matching(t('talent.filter.atLeastStars', { count: 5 }), '3') })
})
