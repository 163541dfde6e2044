import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../test/lab.ts'
import { readSettings } from './settings.ts'

const given = (folder: string) => ({
  AGENT_DATA_DIR: folder,
  AGENT_CHAIN_URL: 'ws://127.0.0.1:9944',
  AGENT_GATEWAY_URL: 'http://127.0.0.1:8081',
})

test('a node without a key makes one, and keeps it for its owner only', () => {
  const { folder, remove } = makeFolder()
  const [first, second] = [readSettings(given(folder)), readSettings(given(folder))]
  expect(first.nodes[0]!.account.address).toBe(second.nodes[0]!.account.address)
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
  remove()
})

test('several nodes have a folder, a volume and an account each', () => {
  const { folder, remove } = makeFolder()
  const { nodes } = readSettings({ ...given(folder), AGENT_NODES: '3', AGENT_SPACE_GIB: '2' })
  expect(new Set(nodes.map(({ account }) => account.address)).size).toBe(3)
  expect(nodes.map(({ volumes }) => volumes)).toEqual(
    [1, 2, 3].map((n) => [{ folder: join(folder, `node-${n}`, 'volume'), capacityBytes: 2 * 2 ** 30 }]),
  )
  remove()
})

test('volumes are folders with a size each', () => {
  const { folder, remove } = makeFolder()
  const { nodes } = readSettings({ ...given(folder), AGENT_VOLUMES: '/disk1=200; /disk2=500' })
  expect(nodes[0]!.volumes).toEqual([
    { folder: '/disk1', capacityBytes: 200 * 2 ** 30 },
    { folder: '/disk2', capacityBytes: 500 * 2 ** 30 },
  ])
  remove()
})

test.each([
  ['AGENT_DATA_DIR', ''],
  ['AGENT_CHAIN_URL', 'http://127.0.0.1'],
  ['AGENT_GATEWAY_URL', 'ftp://127.0.0.1'],
  ['AGENT_NODES', '0'],
  ['AGENT_SPACE_GIB', 'much'],
  ['AGENT_VOLUMES', '/disk1'],
  ['AGENT_VOLUMES', '/disk1=600000;/disk2=600000'],
  ['AGENT_VOLUMES', '/disk1=200;/disk1/=300'],
  ['AGENT_LEAST_PRICE', '-1'],
  ['AGENT_KEYS', '//Alice,//Bob'],
  ['AGENT_ALERT_URL', 'mailto:me'],
  ['AGENT_PEER', 'x'.repeat(129)],
])('%s=%s is refused with its name', (name, value) => {
  const { folder, remove } = makeFolder()
  expect(() => readSettings({ ...given(folder), [name]: value })).toThrow(name)
  remove()
})

test('a wrong key is refused without being shown', () => {
  const { folder, remove } = makeFolder()
  const secret = 'c0ffee'.repeat(9)
  const read = () => readSettings({ ...given(folder), AGENT_KEYS: secret })
  expect(read).toThrow('AGENT_KEYS')
  expect(read).not.toThrow(secret)
  remove()
})
