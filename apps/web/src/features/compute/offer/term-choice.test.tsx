// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { useAddressChoices } from '../../../lib/addresses/use-address-choices.ts'
import { useRecipeForOrder } from '../recipes/checkout-recipe.tsx'
import { TermChoice, useTermChoice } from './term-choice.tsx'

const OFFER = { price: '24.00', servePeriod: 1, hourPrice: '2.00' }

function Desk() {
  const choices = useAddressChoices()
  const model = useTermChoice(choices)
  const { recipe, choose } = useRecipeForOrder(choices)
  return (
    <>
      <input type="checkbox" checked={recipe === 'docker'} onChange={() => choose('docker')} />
      <TermChoice offer={OFFER} model={model} />
      <output>{model.hours}</output>
    </>
  )
}
afterEach(forgetScreen)

/** A key as a browser has it: the sign comes behind what stands in the field at that moment. */
function type(field: HTMLInputElement, sign: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  set.call(field, field.value + sign)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

it.each(views.slice(0, 1))('hours typed faster than the page draws the address are all there', async (view) => {
  const { address } = await renderScreen(<Desk />, view, { path: '/?renews=order&hours=' })
  const field = await screen.findByLabelText<HTMLInputElement>(i18next.t('compute.term.hours'))
  // What the address changes is drawn with the end of it, as on a slow machine.
  act(() => {
    for (const sign of '120') type(field, sign)
  })
  expect([field.value, screen.getByRole('status').textContent]).toEqual(['120', '120'])
  expect(address()).toBe('/?renews=order&hours=120')
})

it.each(['recipe first', 'hours first'])(
  'a recipe and hours chosen before the address is drawn both stand: %s',
  async (order) => {
    const { address } = await renderScreen(<Desk />, views[0]!, { path: '/?hours=' })
    const field = await screen.findByLabelText<HTMLInputElement>(i18next.t('compute.term.hours'))
    const steps = [() => screen.getByRole('checkbox').click(), () => type(field, '5')]
    act(() => {
      for (const step of order === 'recipe first' ? steps : steps.toReversed()) step()
    })
    expect([...new URL(address(), 'http://site').searchParams].sort()).toEqual([
      ['hours', '5'],
      ['recipe', 'docker'],
    ])
  },
)
