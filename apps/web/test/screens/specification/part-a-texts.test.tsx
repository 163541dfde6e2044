// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import { disconnectWallet } from '../../../src/lib/wallet/wallet.ts'
import { createFakeChain } from '../../fake-chain.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import keystore from '../../keystore.json' with { type: 'json' }
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { accountScenes } from './account-scenes.ts'
import { stageOf } from './stage.ts'
import { talentScenes } from './talent-scenes.ts'
import { type TextName, texts } from './texts.ts'
import { walletScenes, world } from './wallet-scenes.ts'

/** Every text of the specification's part A, sections 5 and 8, stands on its page, in both languages. */

const made = vi.hoisted(() => ({ connectChain: vi.fn() }))
vi.mock('@trove/chain-client/chain', () => made)
// jsdom draws no pictures: the square that was chosen, and what is cut out of it.
vi.mock('react-easy-crop', async () => {
  const { useEffect } = await import('react')
  return {
    default: ({ onCropAreaChange }: { onCropAreaChange: (area: object, pixels: object) => void }) => {
      useEffect(() => onCropAreaChange({}, { x: 0, y: 0, width: 9, height: 9 }), [])
      return null
    },
  }
})
vi.mock('../../../src/lib/pictures/crop-square.ts', () => ({
  cropSizeOf: () => ({ width: 9, height: 9 }),
  cropSquare: async () => new Blob(['x'], { type: 'image/webp' }),
}))

const scenes = [...accountScenes, ...talentScenes, ...walletScenes]

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  // Each scene has a chain of its own: a connection outlives its page for some seconds.
  world.turn += 1
  world.chain = createFakeChain(keystore.address)
  made.connectChain.mockImplementation(() => world.chain)
})
afterEach(() => {
  disconnectWallet()
  forgetScreen()
  vi.restoreAllMocks()
})

describe.each(views)('on $device in $language', (view) => {
  it.each(scenes)('$name', async ({ path, before, isSignedIn = true, shows, prepare, play }) => {
    prepare?.(server, view)
    const place = before === undefined ? { path } : { path, before }
    const screen = await renderScreen(<Pages />, view, { ...place, isSignedIn, hasStayingMessages: true })
    const seen: TextName[] = []
    await play(stageOf(view, server, screen, seen))
    expect([...new Set(seen)].sort()).toEqual([...shows].sort())
  })
})

const FILE = '../../../../../docs/spec/a-accounts-wallet-manpower.txt'
const specification = readFileSync(join(import.meta.dirname, FILE), 'utf8')
const sectionOf = (no: number) =>
  specification.slice(specification.indexOf(`## ${no}.`), specification.indexOf(`## ${no + 1}.`))

describe('the texts of part A, sections 5 and 8', () => {
  it('are each seen in a scene', () => {
    expect(scenes.flatMap(({ shows }) => shows).sort()).toEqual(Object.keys(texts).sort())
  })

  it('are all those the specification quotes, and nothing it does not say', () => {
    const both = sectionOf(5) + sectionOf(8)
    const named = Object.values(texts).map(({ spec }) => spec)
    const quotes = [...both.matchAll(/'([^']+)'/g)].map(([, words]) => words!)
    expect(quotes.length).toBeGreaterThan(20)
    expect(quotes.filter((words) => !named.includes(words))).toEqual([])
    expect(named.filter((words) => !both.includes(words))).toEqual([])
  })
})
