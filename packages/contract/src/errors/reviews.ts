import { defineErrors } from './define.ts'

export const reviewsErrors = defineErrors({
  'reviews.not-open': { status: 409 },
  'reviews.written': { status: 409 },
  'reviews.replied': { status: 409 },
  'reviews.own': { status: 403 },
  'reviews.reported': { status: 409 },
  'reviews.settled-meanwhile': { status: 409 },
})
