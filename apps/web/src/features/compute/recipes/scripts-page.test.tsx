// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listPurchases } from '@trove/contract/compute/orders'
import {
  addOwnRecipe,
  getOwnRecipe,
  listOwnRecipes,
  removeOwnRecipe,
  runRecipe,
} from '@trove/contract/compute/recipes/recipes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { pageOf, purchase } from '../../../../test/orders.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { keepUser } from '../../../lib/session/session.ts'
import { dropRecipe, readRecipe } from './kept-recipe.ts'
import ScriptsPage from './scripts-page.tsx'
import SharedRecipe from './shared-recipe.tsx'

/** Own scripts: written, shared by a link, removed, and read by who has the link. */

const own = { id: 's1', name: 'My training', createdAt: '2026-11-20T08:00:00.000Z' }

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listOwnRecipes, [own])
})
afterEach(() => {
  forgetScreen()
  dropRecipe()
})
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const openList = (view: View) => renderScreen(<ScriptsPage />, view, { path: '/personal-center/my-calculate/scripts' })
const openShared = (view: View) =>
  renderScreen(<SharedRecipe />, view, {
    path: '/computingPowerMarket/script/s1',
    pattern: '/computingPowerMarket/script/:id',
  })

describe.each(views)('own scripts on $device in $language', (view) => {
  it('are listed with their pages, and one is removed after a question', async () => {
    server.on(removeOwnRecipe, null)
    await openList(view)
    const link = await screen.findByRole('link', { name: 'My training' })
    expect(link.getAttribute('href')).toBe('/computingPowerMarket/script/s1')
    await userEvent.click(screen.getByRole('button', { name: t('recipes.scripts.remove') }))
    const question = await screen.findByRole('alertdialog')
    within(question).getByText(t('recipes.scripts.removeText'))
    expect(server.asked(removeOwnRecipe)).toHaveLength(0)
    await userEvent.click(within(question).getByRole('button', { name: t('recipes.scripts.remove') }))
    await waitFor(() => expect(server.asked(removeOwnRecipe)[0]?.url.pathname).toMatch(/s1$/))
  })

  it('are written here, without anything being chosen', async () => {
    server.on(listOwnRecipes, [])
    server.on(addOwnRecipe, own)
    await openList(view)
    await screen.findByText(t('recipes.scripts.none'))
    await userEvent.click(screen.getByRole('button', { name: t('recipes.write') }))
    const dialog = within(await screen.findByRole('dialog', { name: t('recipes.dialog.title') }))
    await userEvent.type(dialog.getByRole('textbox', { name: t('recipes.dialog.name') }), 'My training')
    await userEvent.type(dialog.getByRole('textbox', { name: t('recipes.dialog.script') }), 'echo hi')
    await userEvent.click(dialog.getByRole('button', { name: t('common.save') }))
    await waitFor(() => expect(server.asked(addOwnRecipe)[0]?.body).toEqual({ name: 'My training', script: 'echo hi' }))
  })

  it('are read whole by who has the link, with a warning where they are another’s, and kept for the desk', async () => {
    server.on(getOwnRecipe, { ...own, script: '<b>echo</b> & hi', isMine: false })
    await openShared(view)
    // Shown as text, whatever stands in it.
    await screen.findByText('<b>echo</b> & hi')
    screen.getByText(t('recipes.sharedNote'))
    expect(readRecipe()).toBeUndefined()
    await userEvent.click(screen.getByRole('link', { name: t('recipes.scripts.use') }))
    expect(readRecipe()).toBe('s1')
    act(() => keepUser({ ...buyer, userId: 'another' }))
    expect(readRecipe()).toBeUndefined()
  })

  it('say so when one is gone', async () => {
    server.on(getOwnRecipe, () => refused('compute.recipe-unknown'))
    await openShared(view)
    within(await screen.findByRole('alert')).getByRole('link', { name: t('common.back') })
  })

  it('runs on a machine on lease after a question, and leads to its cockpit', async () => {
    server.on(getOwnRecipe, { ...own, script: 'echo theirs', isMine: false })
    server.on(
      listPurchases,
      pageOf({ ...purchase, orderId: 'o-over', authId: 'CP-10', superPointsStatus: 3 }, purchase, {
        ...purchase,
        orderId: 'o-2',
        authId: 'CP-78',
      }),
    )
    server.on(runRecipe, {
      ...{ id: 'r1', recipe: 's1', name: own.name, state: 'waiting', failure: null, exitCode: null, missing: null },
      ...{ installed: [], createdAt: own.createdAt, startedAt: null, endedAt: null },
    })
    const { address } = await openShared(view)
    await userEvent.click(await screen.findByRole('button', { name: t('recipes.runOn.open') }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.queryByRole('radio', { name: /CP-10/ })).toBeNull()
    expect(server.asked(runRecipe)).toHaveLength(0)
    await userEvent.click(question.getByRole('radio', { name: /CP-78/ }))
    await userEvent.click(question.getByRole('button', { name: t('recipes.run') }))
    await waitFor(() => expect(address()).toContain('/personal-center/my-calculate/lease/o-2'))
    expect(server.asked(runRecipe).map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/api/computing/lease/recipes/o-2', { recipe: 's1' }],
    ])
  })

  it('offers no machine to who rents none', async () => {
    server.on(getOwnRecipe, { ...own, script: 'echo theirs', isMine: false })
    server.on(listPurchases, pageOf({ ...purchase, superPointsStatus: 3 }))
    await openShared(view)
    await screen.findByText('echo theirs')
    await waitFor(() => expect(server.asked(listPurchases)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: t('recipes.runOn.open') })).toBeNull()
  })
})
