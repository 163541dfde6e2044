// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  addOwnRecipe,
  getOwnRecipe,
  listOwnRecipes,
  listRecipeRuns,
  readRecipeLog,
  runRecipe,
} from '@trove/contract/compute/recipes/recipes'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RecipeChoice } from '../../../src/features/compute/recipes/recipe-choice.tsx'
import { RecipePanel } from '../../../src/features/compute/recipes/recipe-panel.tsx'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { inDays } from '../../orders.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** What a machine is made ready with: choosing it, its text before it is used, and how its runs went. */

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(listOwnRecipes, [])
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const own = { id: 'own-1', name: 'My setup', createdAt: inDays(-1) }
const run = {
  id: 'r1',
  recipe: 'docker' as const,
  name: null,
  state: 'done' as const,
  failure: null,
  exitCode: 0,
  missing: null,
  installed: ['Docker version 27'],
  createdAt: inDays(-1),
  startedAt: inDays(-1),
  endedAt: inDays(-1),
}

function Choosing({ first }: { first?: string }) {
  const [recipe, setRecipe] = useState(first)
  return (
    <>
      <RecipeChoice recipe={recipe} onChange={setRecipe} />
      <output>{recipe ?? 'nothing'}</output>
    </>
  )
}

describe.each(views)('recipes on $device in $language', (view) => {
  const choose = (first?: string) => renderScreen(<Choosing first={first} />, view, {})
  const panel = () => renderScreen(<RecipePanel orderId="o1" />, view, {})

  it('are nothing until one is chosen, and show what will run', async () => {
    await choose()
    expect(screen.getByText('nothing')).toBeTruthy()
    await userEvent.click(screen.getByRole('combobox', { name: t('recipes.choose') }))
    await userEvent.click(await screen.findByRole('option', { name: 'JupyterLab' }))
    expect(screen.getByText('jupyter')).toBeTruthy()
    expect(await screen.findByText(/JUPYTER_TOKEN/)).toBeTruthy()
    expect(screen.getByText(t('recipes.about.jupyter'))).toBeTruthy()
  })

  it('show a script of another person open, with a word of warning, and say when it is gone', async () => {
    server.on(getOwnRecipe, { ...own, script: 'echo theirs', isMine: false })
    await choose('own-1')
    const text = await screen.findByText('echo theirs')
    expect(text.closest('details')!.open).toBe(true)
    expect(screen.getByText(t('recipes.sharedNote'))).toBeTruthy()
    forgetScreen()
    server = fakeServer()
    server.on(listOwnRecipes, [])
    server.on(getOwnRecipe, () => refused('compute.recipe-unknown'))
    await choose('own-2')
    expect(await screen.findByText(t('recipes.sharedGone'))).toBeTruthy()
  })

  it('can be written by oneself, and are chosen as soon as they are saved', async () => {
    server.on(addOwnRecipe, own)
    server.on(getOwnRecipe, { ...own, script: 'echo mine', isMine: true })
    await choose()
    await userEvent.click(screen.getByRole('button', { name: t('recipes.write') }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: t('recipes.dialog.save') }))
    expect(dialog.getByText(t('recipes.dialog.scriptMissing'))).toBeTruthy()
    await userEvent.type(dialog.getByLabelText(t('recipes.dialog.name')), 'My setup')
    await userEvent.type(dialog.getByLabelText(t('recipes.dialog.script')), 'echo mine')
    await userEvent.click(dialog.getByRole('button', { name: t('recipes.dialog.save') }))
    await waitFor(() => expect(screen.getByText('own-1')).toBeTruthy())
    expect(server.asked(addOwnRecipe)[0]).toMatchObject({ body: { name: 'My setup', script: 'echo mine' } })
  })

  it('tell how each run went, what it installed, and why one failed', async () => {
    const missing = {
      ...run,
      id: 'r2',
      state: 'failed' as const,
      failure: 'missing' as const,
      exitCode: 69,
      missing: 'root',
    }
    server.on(listRecipeRuns, [
      { ...missing, installed: [] },
      run,
      { ...run, id: 'r3', state: 'unknown', installed: [] },
    ])
    await panel()
    const text = t('recipes.failures.missing', { missing: 'root' })
    expect(await screen.findByText(new RegExp(`${text}.*${t('recipes.stillYours')}`))).toBeTruthy()
    expect(screen.getByText(/Docker version 27/)).toBeTruthy()
    expect(screen.getByText(t('recipes.unknownText'))).toBeTruthy()
  })

  it('can be run again by hand, but not while one runs', async () => {
    server.on(listRecipeRuns, [run])
    const next = { ...run, id: 'r2', state: 'waiting' as const, installed: [], endedAt: null }
    server.on(runRecipe, () => {
      server.on(listRecipeRuns, [next, run])
      return ok(runRecipe, next)
    })
    await panel()
    await userEvent.click(await screen.findByRole('button', { name: t('recipes.runAgain') }))
    await screen.findByText(t('recipes.states.waiting'))
    await waitFor(() => expect(screen.queryByRole('button', { name: t('recipes.runAgain') })).toBeNull())
    expect(server.asked(runRecipe)[0]).toMatchObject({ body: { recipe: 'docker' } })
  })

  it('have a log that is read from the machine on demand, piece by piece, as text', async () => {
    server.on(listRecipeRuns, [run])
    server.on(readRecipeLog, { text: '<b>one</b>\n', next: 11, total: 20 })
    await panel()
    const show = await screen.findByRole('button', { name: t('recipes.log.show') })
    expect(server.asked(readRecipeLog)).toHaveLength(0)
    await userEvent.click(show)
    const log = await screen.findByRole('log')
    await waitFor(() => expect(log.textContent).toBe('<b>one</b>\n'))
    server.on(readRecipeLog, { text: 'two\n', next: 20, total: 20 })
    await userEvent.click(screen.getByRole('button', { name: t('recipes.log.more') }))
    await waitFor(() => expect(log.textContent).toBe('<b>one</b>\ntwo\n'))
    server.on(readRecipeLog, () => refused('compute.recipe-log-silent'))
    await userEvent.click(screen.getByRole('button', { name: t('recipes.log.refresh') }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(log.textContent).toBe('<b>one</b>\ntwo\n')
  })

  it('have a log that follows its end, and stays where somebody scrolled up to', async () => {
    server.on(listRecipeRuns, [run])
    server.on(readRecipeLog, { text: 'one\n', next: 4, total: 12 })
    await panel()
    await userEvent.click(await screen.findByRole('button', { name: t('recipes.log.show') }))
    const log = await screen.findByRole('log')
    await waitFor(() => expect(log.textContent).toBe('one\n'))
    Object.defineProperties(log, { scrollHeight: { value: 900 }, clientHeight: { value: 300 } })
    const readOn = async (scrollTop: number, piece: string) => {
      log.scrollTop = scrollTop
      fireEvent.scroll(log)
      server.on(readRecipeLog, { text: piece, next: 8, total: 12 })
      await userEvent.click(screen.getByRole('button', { name: t('recipes.log.more') }))
      await waitFor(() => expect(log.textContent).toContain(piece))
      return log.scrollTop
    }
    expect(await readOn(100, 'two')).toBe(100)
    expect(await readOn(600, 'three')).toBe(900)
  })
})
