import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedText, serverAccount } from '@trove/chain-client/server-keys'
import { nodeCheckAnswer, nodeCheckBegin } from '@trove/contract/storage/node'
import { afterEach, expect, test } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { type CheckEnd, passCheck } from './check.ts'

/** A node's side of the check before its grant, against a site that asks as ours does. */

const account = serverAccount('//Nora')
const nonce = randomBytes(32).toString('hex')
let close = () => {}
afterEach(() => close())

/** @param status what the site answers to the first question of all */
async function check(
  status = 200,
  folder = makeFolder(),
): Promise<{ end: CheckEnd; isRight: boolean; left: string[] }> {
  const bytes = randomBytes(3_000_000)
  let isRight = false
  const isSigned = (text: string, signature: string) =>
    isSignedText(account.publicKey, text, Buffer.from(signature, 'hex'))
  const site = createServer((request, response) => {
    const [step, word, signature] = request.url!.replace(`/nodes/${account.address}/check/`, '').split('/')
    if (request.method === 'GET') {
      const isBegun = isSigned(nodeCheckBegin(Number(step)), word!)
      return void response.writeHead(isBegun ? status : 422).end(status === 200 ? bytes : '')
    }
    if (step === 'question') {
      const isWhole = word === bytes.subarray(-32).toString('hex')
      return void response.writeHead(isWhole ? 200 : 422).end(JSON.stringify({ data: { nonce } }))
    }
    const right = createHash('sha256').update(nonce, 'hex').update(bytes).digest('hex')
    isRight = word === right && isSigned(nodeCheckAnswer(nonce, right), signature!)
    response.writeHead(isRight ? 200 : 422).end(JSON.stringify({ data: { isGranted: isRight } }))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  close = () => site.close().closeAllConnections()
  const gatewayUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const end = await passCheck({ gatewayUrl, account, folder: folder.folder })
  const left = existsSync(folder.folder) ? readdirSync(folder.folder) : []
  folder.remove()
  return { end, isRight, left }
}

test('a node answers for all bytes with the signature of its account, and keeps none of them', async () => {
  expect(await check()).toEqual({ end: 'granted', isRight: true, left: [] })
})

test('a site that has nothing to give is no failure, one that does not answer is', async () => {
  expect((await check(404)).end).toBe('none')
  expect((await check(429)).end).toBe('failed')
  expect((await passCheck({ gatewayUrl: 'http://127.0.0.1:9', account, folder: '/nowhere' })).valueOf()).toBe('failed')
})
