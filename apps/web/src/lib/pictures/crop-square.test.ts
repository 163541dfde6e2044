import { expect, it } from 'vitest'
import { cropSizeOf } from './crop-square.ts'

it('a new avatar’s square takes 90 % of the picture’s shorter side', () => {
  expect(cropSizeOf({ width: 400, height: 300 })).toEqual({ width: 270, height: 270 })
  expect(cropSizeOf({ width: 120, height: 500 })).toEqual({ width: 108, height: 108 })
})
