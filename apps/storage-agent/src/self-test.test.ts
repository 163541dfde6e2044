import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnAgent } from '../test/agent-process.ts'
import { makeFolder } from '../test/lab.ts'
import { tellTried, tryEverything } from './self-test.ts'
import { readSettings } from './settings.ts'

test('each thing a node needs is tried and named in both languages, and nothing is left over', async () => {
  const { folder, remove } = makeFolder()
  let date = new Date().toUTCString()
  const told: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') told.push(request.url ?? '')
    response.writeHead(request.url === '/refusing' ? 403 : 200, { date }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = (more: Record<string, string>) =>
    readSettings({ AGENT_DATA_DIR: folder, AGENT_CHAIN_URL: 'ws://127.0.0.1:9', AGENT_GATEWAY_URL: url, ...more })
  const goods = async (more: Record<string, string>) =>
    (await tryEverything(settings(more))).map(({ isGood }) => isGood)

  // No chain is there; gateway, disk and the robot are.
  const tried = await tryEverything(settings({ AGENT_ALERT_URL: `${url}/robot` }))
  expect(tried.map(({ isGood }) => isGood)).toEqual([false, true, true, true])
  expect(tellTried(tried, 'zh-CN')).toContain('✗ 连不上链 ws://127.0.0.1:9')
  expect(tellTried(tried, 'en')).toMatch(/✓ The gateway .* answers\n/)
  expect([told, readdirSync(join(folder, 'volume'))]).toEqual([['/robot'], []])

  date = new Date(Date.now() - 3_600_000).toUTCString()
  writeFileSync(join(folder, 'file'), '')
  const volumes = `${join(folder, 'file')}=1`
  // Reached, but an hour apart; the volume is a file; the robot refuses.
  expect(await goods({ AGENT_VOLUMES: volumes, AGENT_ALERT_URL: `${url}/refusing` })).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
  await new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections())
  expect(await goods({})).toEqual([false, false, true, true])

  const { ended, said } = spawnAgent(
    { AGENT_DATA_DIR: folder, AGENT_CHAIN_URL: 'ws://127.0.0.1:9', AGENT_GATEWAY_URL: url },
    '',
    ['test'],
  )
  expect([await ended, said()]).toEqual([1, ''])
  remove()
})
