import { inject } from 'vitest'
import { openSite } from './site.ts'

/** The world of this run, for journeys. */
export const facts = inject('world')
export const site = openSite(facts.site, facts.cashier)
