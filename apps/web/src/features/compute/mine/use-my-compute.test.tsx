// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../../test/render.tsx'
import { type MyComputeModel, useMyCompute } from './use-my-compute.ts'

afterEach(forgetScreen)

let model: MyComputeModel
function Model() {
  model = useMyCompute()
  return null
}

it('a key asked for before the chosen tab is drawn takes nothing of that choice back', async () => {
  const { address } = await renderScreen(<Model />, chineseDesk, { path: '/mine?keyword=a' })
  act(() => {
    model.choose('share')
    model.showKey(true)
  })
  await waitFor(() => expect(address()).toBe('/mine?tab=share&key=1'))
})
