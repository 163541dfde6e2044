// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { SizeField } from './size-field.tsx'

afterEach(forgetScreen)

it.each(views)('the size asked for by an address stands in its field, on $device in $language', async (view) => {
  fakeServer()
  await renderScreen(<SizeField label="Size" values={{ cpuAndRAM: '64' }} onChange={() => undefined} />, view)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Size' })
  expect(field.value).toBe(`≥ 64 ${i18next.t('units.gb')}`)
})

it.each(views)('no size stands there while none is asked for, on $device in $language', async (view) => {
  fakeServer()
  await renderScreen(<SizeField label="Size" values={{}} onChange={() => undefined} />, view)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Size' }).value).toBe('')
})
