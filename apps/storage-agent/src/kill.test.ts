import { test, vi } from 'vitest'
import { surviveKills } from '../test/kills.ts'

vi.setConfig({ testTimeout: 1_200_000 })

/** Every step of an order's life in the journal, in the order in which an agent comes to them. */
const POINTS = [
  'before sending register',
  'after signing register',
  'after done',
  'before fetching',
  'after fetching',
  'before checked',
  'after checked',
  'before accepting',
  'after accepting',
  'before sending accept',
  'after signing accept',
  'before serving',
  'after serving',
  'before proof',
  'after proof',
  'before sending prove',
  'after signing prove',
  'before sending settle',
  'after signing settle',
]

test('an agent that is killed at each step of its journal, and its chain meanwhile, go on, and nothing is paid or proven twice', async () => {
  await surviveKills(POINTS, { withChain: true })
})
