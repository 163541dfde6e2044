// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { getCertificate } from '@trove/contract/code/rights'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import RightsPage from './rights-page.tsx'

type Certificate = RouteResult<typeof getCertificate>
const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const revealed: Certificate = {
  ...{ id: 'w1', title: 'Small tool', number: 2, contentHash: hash('a'), state: 'revealed', address: '5Market' },
  ...{ genesisHash: hash('b'), commitment: hash('c'), salt: hash('d'), chainTitle: 'Trove w1/2', isFinal: false },
  committed: { number: 41, hash: hash('e'), at: '2026-11-01T00:00:00.000Z' },
  revealed: { number: 43, hash: hash('f'), at: '2026-11-01T00:00:12.000Z' },
  ...{ earlier: null, isOwn: false, toSign: null },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const show = async (answer: Certificate | (() => Response), view: (typeof views)[number]) => {
  server.on(getCertificate, answer)
  const pattern = '/codeForce/rights/:id/:number'
  await renderScreen(<RightsPage />, view, { path: '/codeForce/rights/w1/2', pattern, isSignedIn: false })
}

describe.each(views)('a certificate of rights on $device in $language', (view) => {
  it('says since which block the content stands, what that proves, and how to check it without this site', async () => {
    await show(revealed, view)
    await screen.findByText(t('codeRights.states.revealed'))
    screen.getByText(t('codeRights.provesFirst'))
    screen.getByText(t('codeRights.contest'))
    for (const value of [hash('a'), '5Market', hash('b'), hash('c'), hash('d'), 'Trove w1/2']) screen.getByText(value)
    screen.getByText(new RegExp(t('codeRights.block', { number: 41, when: '.*' })))
    screen.getByText(new RegExp(t('codeRights.block', { number: 43, when: '.*' })))
    expect(screen.queryByText(t('codeRights.earlierBy'))).toBeNull()
    const scripts = [...document.querySelectorAll('pre')].map(({ textContent }) => textContent)
    expect(scripts).toHaveLength(3)
    expect(scripts[0]).toContain('ls-tree')
    expect(scripts[1]).toContain('polkadot-api')
    expect(scripts[2]).toContain(hash('a'))
  })

  it('names a block without its time where the node did not keep that any more', async () => {
    await show({ ...revealed, revealed: { ...revealed.revealed!, at: null } }, view)
    await screen.findByText(t('codeRights.blockAlone', { number: 43 }))
  })

  it('says so where the author signed by an account of their own, and shows a reader nothing to sign', async () => {
    await show({ ...revealed, isOwn: true, address: '5Author' }, view)
    await screen.findByText(t('codeRights.ownMeans.revealed'))
    screen.getByText(t('codeRights.ownAccount'))
    expect(screen.queryByText(t('codeRights.account'))).toBeNull()
    expect(screen.queryByText(t('codeRights.sign.title'))).toBeNull()
  })

  it('names the earlier block where the same content stood before', async () => {
    const earlier = { address: '5Other', block: 7 }
    await show({ ...revealed, state: 'earlier', salt: null, revealed: null, earlier }, view)
    await screen.findByText(t('codeRights.states.earlier'))
    screen.getByText(t('codeRights.earlierIn', { number: 7, address: '5Other' }))
    expect(screen.queryByText('Trove w1/2')).toBeNull()
    expect(screen.queryByText(t('codeRights.contest'))).toBeNull()
  })

  it('says so where there is none', async () => {
    await show(() => refused('resource.not-found'), view)
    within(await screen.findByRole('alert')).getByRole('link', { name: t('common.back') })
  })
})
