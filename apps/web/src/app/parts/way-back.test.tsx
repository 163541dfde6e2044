// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { buyer } from '../../../test/people.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { keepUser } from '../../lib/session/session.ts'
import { routeTable } from '../routes/route-table.ts'

/** The header awaits a page's code as the page will have it: with a way back at a desk, or without. */

afterEach(forgetScreen)

/** What draws no header before anything is answered, or never does. */
const HEADLESS = ['notFound', 'personalCenterPage', 'askAbout']
const pages = routeTable.flatMap(({ screen: load, ...entry }) => (load && !entry.isBare ? [{ ...entry, load }] : []))

it('a page of a desk has a way back where its route says so, and nowhere else', async () => {
  const headless: string[] = []
  const others: unknown[] = []
  for (const { path, name, hasBack = false, load } of pages) {
    // Nothing is answered: a page that has just come shows what it has by then.
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    const { default: Page } = await load()
    const address = path.replace(':system', 'linux').replace(/:\w+\??/g, '1')
    await renderScreen(<Page />, chineseDesk, { path: address, pattern: path })
    await act(async () => keepUser({ ...buyer, role: 'operator', staffRoles: ['owner'] }))
    const header = document.querySelector('[data-page-header]')
    if (!header) headless.push(name)
    else if ((header.querySelector('[data-back]') !== null) !== hasBack) others.push([name, { hasBack }])
    forgetScreen()
  }
  expect(others).toEqual([])
  expect(headless).toEqual(HEADLESS)
}, 120_000)
