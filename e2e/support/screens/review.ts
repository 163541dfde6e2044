import { reviews } from '@trove/messages/site/reviews'
import type { Window } from './browse.ts'

/** Two sides of an order review each other, click by click. */

const FINISHED = '[data-standing=finished]'

/** Opens the newest finished order of a side. */
export async function openFinished({ page, open }: Window, side: 'consume' | 'profit'): Promise<void> {
  await open(`/personal-center/my-order/${side}/calculateOrder`)
  await page.locator(`article${FINISHED}`).first().getByRole('link').first().click()
  await page.locator(`div${FINISHED}`).waitFor()
}

/** Gives stars and writes words. */
export async function reviewOnPage({ page, t }: Window, stars: number, text: string): Promise<void> {
  await page.getByRole('heading', { name: t(reviews.order.title) }).waitFor()
  // The radio button itself is hidden: a forced click on it would reach whatever lies above it, such as the bar with the way back.
  const star = page.getByRole('radio', { name: t(reviews.stars, { count: stars }) })
  await page.locator('label', { has: star }).click()
  await page.getByRole('textbox', { name: t(reviews.write.text) }).fill(text)
  await page.getByRole('button', { name: t(reviews.write.send) }).click()
  await page.getByRole('heading', { name: t(reviews.order.own) }).waitFor()
}

/** Waits until a review is to be read, without anybody loading the page again. */
export async function expectReview({ page }: Window, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).waitFor()
}

/** How often a review is on the page now. */
export function countReview({ page }: Window, text: string): Promise<number> {
  return page.getByText(text, { exact: true }).count()
}
