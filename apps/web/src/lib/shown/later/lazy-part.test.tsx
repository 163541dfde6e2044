// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import { lazyMarket, MarketBody } from './lazy-part.ts'

afterEach(cleanup)
const load = async () => ({ default: () => <p>goods</p> })
const draw = (market: ReturnType<typeof lazyMarket>) =>
  render(
    <Suspense fallback={<p>waiting</p>}>
      <MarketBody market={market} />
    </Suspense>,
  )

it('a market that was fetched ahead is drawn at once', async () => {
  const market = lazyMarket(load, 'first')
  await market.preload()
  draw(market)
  expect(screen.getByText('goods')).toBeTruthy()
})

it('another one when it has come', async () => {
  draw(lazyMarket(load, 'first'))
  expect(screen.getByText('waiting')).toBeTruthy()
  expect(await screen.findByText('goods')).toBeTruthy()
})
