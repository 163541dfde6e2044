// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { listRecipeRuns } from '@trove/contract/compute/recipes/recipes'
import i18next from 'i18next'
import { afterEach, describe, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { RecipePanel } from './recipe-panel.tsx'

afterEach(forgetScreen)
const t = i18next.t as unknown as (key: string, params?: object) => string

describe.each(views)('what a machine was made ready with on $device in $language', (view) => {
  it('says why a run failed, also where it had installed something by then', async () => {
    fakeServer().on(listRecipeRuns, [
      {
        ...{ id: 'r1', recipe: 'docker', name: null, state: 'failed', failure: 'exit', exitCode: 7, missing: null },
        ...{ installed: ['Docker version 27'], createdAt: '2026-01-01T00:00:00.000Z', startedAt: null, endedAt: null },
      },
    ])
    await renderScreen(<RecipePanel orderId="o1" />, view)
    await screen.findByText(/Docker version 27/)
    screen.getByText(`${t('recipes.failures.exit', { code: 7 })} ${t('recipes.stillYours')}`)
  })
})
