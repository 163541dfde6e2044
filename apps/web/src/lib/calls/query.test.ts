import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('without a network a question and an action fail at once, and none of them waits for its return', async () => {
  onlineManager.setOnline(false)
  const failed = new Error('no network')
  const queryFn = () => Promise.reject(failed)
  await expect(queryClient.fetchQuery({ queryKey: ['offline'], queryFn, retry: false })).rejects.toBe(failed)
  const act = new MutationObserver(queryClient, { mutationFn: queryFn, meta: { isHandled: true } })
  await expect(act.mutate()).rejects.toBe(failed)
})
