import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type ServerAccount, serverAccount } from '@trove/chain-client/server-keys'
import { deleteAccount, sendAccountCode } from '@trove/contract/identity/account'
import { NODE_CHECK_BYTES, NODE_TOKENS, nodeCheckAnswer, nodeCheckBegin } from '@trove/contract/storage/node'
import { TTC } from '@trove/units/token'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStorageLab, type StorageLab } from '../../../../test/labs/storage-lab.ts'
import { readCode } from '../../../../test/world/sign-in.ts'
import type { WorldUser } from '../../../../test/world/world.ts'
import { CLOSING_SECONDS } from '../../identity/account/service.ts'

/** The check of a new node and its grant: once for a key and a person, for who took the bytes and has the key. */

let lab: StorageLab
let persons: WorldUser[]
beforeAll(async () => {
  lab = await openStorageLab()
  persons = [
    await lab.world.signIn('13810000011'),
    await lab.world.signIn('13810000012'),
    await lab.world.signIn('13810000013'),
  ]
})
afterAll(() => lab?.world.stop())

const accountOf = (n: number) => serverAccount(new Uint8Array(32).fill(n))
/** The person received TTC of the faucet for this account. */
async function fill(account: ServerAccount, { userId }: WorldUser): Promise<void> {
  await sql`insert into faucet_claim (id, public_key, day, user_id, units, state, ended_at)
    values (${`fill ${account.address} ${userId}`}, ${account.publicKey}, business_now(), ${userId}, 1, 'received', now())`.execute(
    lab.world.db,
  )
}
const grants = async () =>
  (
    await sql<{ key: string; units: string }>`select public_key as key, units::text from faucet_claim
      where kind = 'node' order by seq`.execute(lab.world.db)
  ).rows.map(({ key, units }) => [key, BigInt(units)])

const path = ({ address }: ServerAccount, step = '') => `/nodes/${address}/check${step}`
const seconds = () => Math.floor(Date.now() / 1000)
const begin = (account: ServerAccount, by = account, at = seconds()) =>
  lab.read(path(account, `/${at}/${Buffer.from(by.signText(nodeCheckBegin(at))).toString('hex')}`))
async function take(account: ServerAccount): Promise<Buffer> {
  const answer = await begin(account)
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(NODE_CHECK_BYTES)])
  return await buffer(answer.body!)
}
const question = (account: ServerAccount, bytes: Buffer) =>
  lab.read(path(account, `/question/${bytes.subarray(-32).toString('hex')}`), { method: 'POST' })
async function ask(account: ServerAccount, bytes: Buffer): Promise<string> {
  const answer = await question(account, bytes)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { nonce: string } }).data.nonce
}
const digestOf = (nonce: string, bytes: Buffer) => createHash('sha256').update(nonce, 'hex').update(bytes).digest('hex')
function answer(account: ServerAccount, nonce: string, digest: string, by = account) {
  const signature = Buffer.from(by.signText(nodeCheckAnswer(nonce, digest))).toString('hex')
  return lab.read(path(account, `/answer/${digest}/${signature}`), { method: 'POST' })
}

test('nobody is checked whose account no person filled from the faucet', async () => {
  expect((await begin(accountOf(9))).status).toBe(404)
  expect((await lab.read(`/nodes/nobody/check/1/${'0'.repeat(128)}`)).status).toBe(400)
})

test('a check is begun by the account’s key alone, and asked of who has the bytes to their end', async () => {
  const node = accountOf(7)
  await fill(node, persons[2]!)
  for (const refused of [
    begin(node, accountOf(2)),
    begin(node, node, seconds() - 700),
    begin(node, node, seconds() + 700),
  ])
    expect((await refused).status).toBe(422)
  expect((await begin(node, node, 1.5)).status).toBe(400)
  const bytes = await take(node)
  expect((await question(node, bytes.subarray(0, -32))).status).toBe(422)
  // Nobody else has voided it, or used up what it may take.
  expect((await begin(node, accountOf(2))).status).toBe(422)
  expect((await question(node, bytes)).status).toBe(200)
})

test('a person has five downloads a day, over all accounts that they filled', async () => {
  const other = accountOf(8)
  await fill(other, persons[2]!)
  const started = async () => {
    const { status, body } = await begin(other)
    await body?.cancel()
    return status
  }
  // One was taken before.
  expect([await started(), await started(), await started(), await started()]).toEqual([200, 200, 200, 200])
  expect(await started()).toBe(429)
  expect((await begin(accountOf(7))).status).toBe(429)
})

test('a wrong answer ends the check, one that another key signed does not, and neither gives anything', async () => {
  const node = accountOf(1)
  await fill(node, persons[0]!)
  const bytes = await take(node)
  const nonce = await ask(node, bytes)
  expect((await question(node, bytes)).status).toBe(404)
  expect((await answer(node, nonce, digestOf(nonce, bytes), accountOf(2))).status).toBe(422)
  bytes[NODE_CHECK_BYTES - 1]! ^= 1
  expect((await answer(node, nonce, digestOf(nonce, bytes))).status).toBe(422)
  bytes[NODE_CHECK_BYTES - 1]! ^= 1
  expect((await answer(node, nonce, digestOf(nonce, bytes))).status).toBe(404)
  expect(await grants()).toEqual([])
})

test('bytes that are taken again are others, and the question about the former ones is void', async () => {
  const node = accountOf(1)
  const former = await take(node)
  const nonce = await ask(node, former)
  expect((await take(node)).equals(former)).toBe(false)
  expect((await answer(node, nonce, digestOf(nonce, former))).status).toBe(404)
  expect(await grants()).toEqual([])
})

test('a right answer gives 5 TTC once: 100 at the same time are one, and neither key nor person has it again', async () => {
  const node = accountOf(1)
  const bytes = await take(node)
  const nonce = await ask(node, bytes)
  const digest = digestOf(nonce, bytes)
  const answers = await Promise.all(Array.from({ length: 100 }, () => answer(node, nonce, digest)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await grants()).toEqual([[node.publicKey, BigInt(NODE_TOKENS) * TTC]])
  const other = accountOf(3)
  await fill(other, persons[0]!)
  expect((await begin(node)).status).toBe(404)
  expect((await begin(other)).status).toBe(404)
})

test('two nodes of one person that are checked at the same time have one grant', async () => {
  const nodes = [accountOf(4), accountOf(5)]
  for (const node of nodes) await fill(node, persons[1]!)
  const asked = await Promise.all(
    nodes.map(async (node) => {
      const bytes = await take(node)
      const nonce = await ask(node, bytes)
      return { node, nonce, digest: digestOf(nonce, bytes) }
    }),
  )
  const answers = await Promise.all(asked.map(({ node, nonce, digest }) => answer(node, nonce, digest)))
  const granted = await Promise.all(
    answers.map(async (one) => ((await one.json()) as { data?: { isGranted: boolean } }).data?.isGranted === true),
  )
  expect(granted.filter(Boolean)).toHaveLength(1)
  expect(await grants()).toHaveLength(2)
})

test('who had the grant, deletes the account and signs up again with the same number has none for another node nor for the same', async () => {
  const { world } = lab
  const person = persons[0]!
  await world.advance(3_600_000)
  await world.call(sendAccountCode, { body: { purpose: 'delete-account' } }, { as: person })
  const smsCode = await readCode(world, person.mobile)
  await world.call(deleteAccount, { body: { smsCode } }, { as: person })
  await world.advance((CLOSING_SECONDS + 1) * 1000)
  const askers = async () =>
    (
      await sql<{ id: string | null }>`select user_id as id from faucet_claim
        where kind = 'node' and public_key = ${accountOf(1).publicKey}`.execute(world.db)
    ).rows
  // Without a chain nothing settles: the grants stay due.
  await world.platform.jobs.poke()
  await expect.poll(askers).toEqual([{ id: null }])

  await world.advance(25 * 3_600_000)
  const again = await world.signIn(person.mobile)
  expect(again.userId).not.toBe(person.userId)
  const before = await grants()
  for (const node of [accountOf(1), accountOf(6)]) {
    await fill(node, again)
    expect((await begin(node)).status).toBe(404)
  }
  // Somebody who never had it is still checked, and the table itself takes no second grant of one number.
  const other = await world.signIn('13810000014')
  await fill(accountOf(10), other)
  expect((await begin(accountOf(10))).status).toBe(200)
  const second = sql`insert into faucet_claim (id, kind, public_key, day, user_id, phone_mark, units)
    select 'second', 'node', ${accountOf(6).publicKey}, day, ${again.userId}, phone_mark, units
    from faucet_claim where kind = 'node' and public_key = ${accountOf(1).publicKey}`.execute(world.db)
  await expect(second).rejects.toThrow('faucet_claim_once_a_phone')
  expect(await grants()).toEqual(before)
})
