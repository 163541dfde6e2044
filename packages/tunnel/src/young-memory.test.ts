import { constants, PerformanceObserver } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createYoungMemory } from './young-memory.ts'

test('young objects are collected once for every two MiB that pass, however small the pieces', async () => {
  let collected = 0
  const observer = new PerformanceObserver((list) => {
    const forced = constants.NODE_PERFORMANCE_GC_FLAGS_FORCED
    for (const { detail } of list.getEntries() as unknown as { detail: { kind: number; flags: number } }[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR && detail.flags & forced) collected += 1
  })
  observer.observe({ entryTypes: ['gc'] })
  const passed = createYoungMemory()
  for (let i = 0; i < 4 * 64 + 63; i++) passed(2 ** 15)
  await expect.poll(() => collected).toBe(4)
  observer.disconnect()
})
