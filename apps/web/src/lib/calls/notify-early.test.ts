// In a worker of its own: the words of another test would have come already.
import { ContractError } from '@trove/contract/errors/codes'
import { expect, it } from 'vitest'
import { startLanguage } from '../session/language.ts'
import { notifyError, toastStore } from './notify.ts'

it('a failure before the words have come is said in words once they have', async () => {
  notifyError(new ContractError('session.expired'))
  expect(toastStore.getCurrent()).toBeNull()
  await startLanguage('en')
  expect(toastStore.getCurrent()).toMatchObject({
    kind: 'warning',
    text: 'Your session has expired. Please sign in again',
  })
})
