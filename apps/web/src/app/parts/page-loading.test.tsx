// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { Pages } from '../router.tsx'
import { routeTable } from '../routes/route-table.ts'

/** What stands in a page's place while its code is on its way. */

const { code, come } = vi.hoisted(() => {
  const { promise, resolve } = Promise.withResolvers<{ default: () => null }>()
  return { code: promise, come: () => resolve({ default: () => null }) }
})
vi.mock('../pages/personal-center.tsx', () => code)
vi.mock('../../features/code/mine/my-code.tsx', () => code)
vi.mock('../../features/compute/offer/compute-detail.tsx', () => code)
vi.mock('../../features/talent/experts/manpower.tsx', () => code)
vi.mock('../../features/talent/experts/checkout-talent.tsx', () => code)
vi.mock('../../features/compute/publish/publish-compute.tsx', () => code)
vi.mock('../../features/code/publish/publish-work.tsx', () => code)
afterEach(forgetScreen)
afterAll(come)
const css = readFileSync(join(import.meta.dirname, '../../lib/shown/later/page-boxes.module.css'), 'utf8')
const t = (key: string) => i18next.t(key as 'common.ok')

describe.each(views)('on $device in $language, a page whose code is on its way', (view) => {
  it('has its title and the way back already', async () => {
    await renderScreen(<Pages />, view, { path: '/personal-center/my-code' })
    const heading = await screen.findByRole('heading', { level: 1, name: t('titles.myCode') })
    expect(heading.children).toHaveLength(0)
    screen.getByRole('button', { name: t('common.back') })
    screen.getByRole('status', { name: t('common.loading') })
  })

  it('has no header where the page has none: it would go at once', async () => {
    const { container } = await renderScreen(<Pages />, view, { path: '/personalCenter' })
    await screen.findByRole('status', { name: t('common.loading') })
    expect(container.querySelector('h1')).toBeNull()
  })

  it.each(['/codeForce/publishProduct?id=w1', '/computingPowerMarket/shared-computing?edit=CP-1'])(
    'at %s does not say that something new is published',
    async (path) => {
      await renderScreen(<Pages />, view, { path })
      const heading = await screen.findByRole('heading', { level: 1, name: t('common.loading') })
      expect(heading.textContent).toBe('')
      expect(document.title).toBe(`${t('common.loading')} · ${t('common.brand')}`)
    },
  )

  it.each([
    ['/personal-center/my-code', 'tabs'],
    ['/computingPowerMarket/offer/m1', 'thing'],
    ['/manpower', 'cards'],
    ['/manpower?productId=e1', 'thing'],
    ['/manpower/orderNow/e1', 'thing'],
  ])('at %s has boxes where the parts of a %s will be', async (path, shape) => {
    const { container } = await renderScreen(<Pages />, view, { path })
    await screen.findByRole('status', { name: t('common.loading') })
    expect(container.querySelector('[data-shape]')?.getAttribute('data-shape')).toBe(shape)
  })

  it('that is named after its machine shows a line in place of the name', async () => {
    await renderScreen(<Pages />, view, { path: '/computingPowerMarket/offer/m1', isSignedIn: false })
    const heading = await screen.findByRole('heading', { level: 1, name: t('titles.computingOffer') })
    expect(heading.textContent).toBe('')
    expect(heading.children).toHaveLength(1)
    screen.getByRole('button', { name: t('common.back') })
  })
})

it('says the height of each box once, for each shape and device', () => {
  const fixed = css.match(/^ +(height|top): [1-9]\d*px;$/gm)
  // That of the line in a box, which all of them have.
  expect(fixed).toEqual(['  height: 18px;'])
})

it('each shape that a page is awaited in is drawn', () => {
  const shapes = new Set(routeTable.flatMap(({ shape }) => shape ?? []))
  expect(shapes.size).toBeGreaterThan(4)
  for (const shape of shapes) expect(css).toContain(`[data-shape="${shape}"] .boxes`)
})
