// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { listComputeGroups } from '@trove/contract/dictionary/routes'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../test/fake-server.ts'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { useOptionLabel } from './dictionary.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)

function System() {
  const label = useOptionLabel('OS')
  return <output>{label('3')}</output>
}

it('the number of an option is never shown in the place of its name', async () => {
  let answer: (response: Response) => void = () => undefined
  server.on(listComputeGroups, () => new Promise<Response>((resolve) => (answer = resolve)))
  await renderScreen(<System />, chineseDesk)
  expect(screen.getByRole('status').textContent).toBe('…')
  const entry = { dictKey: 'Debian 12', dictValue: '3', labelZh: 'Debian 12', labelEn: 'Debian 12' }
  answer(ok(listComputeGroups, { OS: [entry] }))
  await screen.findByText('Debian 12')
})
