// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { OfferReviews, SellerReviews } from '../../../src/market/reviews/parts.tsx'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** The panels of reviews while their code is on its way. */

const { code, come } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<{ default: () => null }>()
  return { code: promise, come: () => resolve({ default: () => null }) }
})
vi.mock('../../../src/market/reviews/offer-reviews.tsx', () => code)
vi.mock('../../../src/market/reviews/seller-reviews.tsx', () => code)
afterEach(forgetScreen)
afterAll(come)

it.each(views)('have their places already, on $device in $language', async (view) => {
  const both = (
    <>
      <OfferReviews kind="superPoints" aboutId="m1" isMine={false} />
      <SellerReviews sellerId="sam" isMine={false} />
    </>
  )
  const { container } = await renderScreen(both, view)
  expect(container.querySelectorAll('section')).toHaveLength(2)
  expect(screen.getAllByRole('status', { name: i18next.t('common.loading') })).toHaveLength(2)
})
