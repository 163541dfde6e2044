import { expect, test, vi } from 'vitest'
import { spawnAgent } from '../test/agent-process.ts'
import { surviveKills } from '../test/kills.ts'
import { makeFolder } from '../test/lab.ts'
import { openJournal } from './journal/journal.ts'

vi.setConfig({ testTimeout: 900_000 })

test('an agent that is killed again and again in one order’s life goes on each time, and nothing is paid or proven twice', async () => {
  await surviveKills(['after signing register', 'after fetching', 'after signing accept', 'after signing prove'])
})

test('an agent on a folder in use ends with one clear line, and the lock of a killed one is free', async () => {
  const { folder, remove } = makeFolder()
  const env = { AGENT_DATA_DIR: folder, AGENT_CHAIN_URL: 'ws://127.0.0.1:9', AGENT_GATEWAY_URL: 'http://127.0.0.1:9' }
  const first = spawnAgent(env)
  await first.ready
  expect(await spawnAgent(env).ended).toBe(2)
  first.child.kill('SIGKILL')
  await first.ended
  openJournal(folder).close()
  remove()
})
