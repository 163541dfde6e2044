// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { listSellerReviews } from '@trove/contract/reviews/routes'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { ReviewList } from './review-list.tsx'

afterEach(forgetScreen)

it.each(views)('reviews wait as the one or two that most things have, on $device in $language', async (view) => {
  fakeServer().on(listSellerReviews, () => new Promise<Response>(() => undefined))
  await renderScreen(<ReviewList what={{ sellerId: 's1' }} isMine={false} />, view)
  const waiting = screen.getByRole('status', { name: i18next.t('common.loading') })
  expect(waiting.firstElementChild?.children).toHaveLength(2)
})
