// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { MeasuredTable } from './measured-table.tsx'

beforeEach(() => void fakeServer())
afterEach(forgetScreen)

const declared = { cpuCores: 8, ramSize: 16, diskSize: 100, bandwidth: 10, operationSystem: '0', gpu: null }

it.each(views)('no column of what was measured is without a name on $device in $language', async (view) => {
  await renderScreen(<MeasuredTable declared={declared} measured={null} />, view, { path: '/', isSignedIn: false })
  const names = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(names).toEqual([i18next.t('compute.declared'), i18next.t('compute.measured')])
})
