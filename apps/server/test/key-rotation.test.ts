import { publishOffer } from '@trove/contract/compute/routes'
import { memberInfo, updateRealName } from '@trove/contract/identity/routes'
import { putVault } from '@trove/contract/storage/vault'
import { alipayUserInfo, bindAlipay, listBoundAccounts, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../src/platform/base/log.ts'
import { makeKeyText, readConfig } from '../src/platform/config/config.ts'
import { countUnderOldKeys, defineRewrap, listSealedColumns, rewrapAll } from '../src/platform/rewrap.ts'
import { createSealer } from '../src/platform/sealing/sealing.ts'
import { enrolTotp } from './world/factors.ts'
import { startWorld, type World, type WorldUser } from './world/world.ts'

/** Changing the key-encrypting key while the program runs (money.md K13). */

const OLD = `old:${makeKeyText()}`
const NEW = `new:${makeKeyText()}`
const log = openLog('silent')

let world: World
let as: WorldUser
beforeAll(async () => {
  // First setting of the operation: the new key is known, the old one still seals.
  world = await startWorld({ env: { KEK: OLD, KEK_NEXT: NEW, MACHINE_ALLOW: '127.0.0.1:9' } })
  as = await world.signIn('13122223333')
  await sealSomethingEverywhere()
})
afterAll(() => world?.stop())

const sealerOf = (KEK: string) => {
  const { keks, indexKey } = readConfig({ ...world.env, KEK, KEK_NEXT: '' })
  return createSealer(keks, indexKey)
}

/** One value at least in every sealed column: by the program where it is quick, else by hand. */
async function sealSomethingEverywhere(): Promise<void> {
  await world.call(updateRealName, { body: { realName: '诸葛静' } }, { as, idempotencyKey: 'name' })
  const { url } = await world.call(pcAuthorizeUrl, {}, { as })
  const asked = new URL(url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: 'expert' }
  const { location } = (await world.simulator!.control('POST', '/control/authorize', wish)) as { location: string }
  const back = new URL(location).searchParams
  const query = { auth_code: back.get('auth_code')!, state: back.get('state')! }
  const { id } = await world.call(alipayUserInfo, { query }, { as })
  await world.call(bindAlipay, { body: { wallerId: id, wallerRealName: '周以宁' } }, { as })
  const login = { serverIPv4: '127.0.0.1', serverPort: 9, defaultUsername: 'u', defaultPassword: 'p-secret' }
  const facts = {
    cpuCores: 1,
    ramSize: 1,
    diskSize: 1,
    bandwidth: 1,
    operationSystem: '13',
    servePeriod: 7,
    price: '7',
  }
  const offer = await world.call(publishOffer, { body: { ...login, ...facts } }, { as })
  const { sealer, db } = world.platform
  const next = await sealer.seal('next-secret', `compute_offers.next_password_sealed:${offer.id}`)
  await sql`update compute_offers set next_password_sealed = ${next} where id = ${offer.id}`.execute(db)
  const mark = await sealer.seal('mark', 'compute_leases.mark_sealed:o1')
  await sql`insert into compute_leases (order_id, offer_id, buyer_id, seller_id, state, mark_sealed, period_days)
    values ('o1', ${offer.id}, 'b', ${as.userId}, 'failed', ${mark}, 7)`.execute(db)
  const script = await sealer.seal('echo 1', 'compute_scripts.script_sealed:s1')
  await sql`insert into compute_scripts (id, user_id, name, script_sealed)
    values ('s1', ${as.userId}, 'mine', ${script})`.execute(db)
  const copied = await sealer.seal('echo 1', 'compute_recipe_runs.script_sealed:r1')
  await sql`insert into compute_recipe_runs (id, order_id, offer_id, buyer_id, recipe, name, script_sealed)
    values ('r1', 'o1', ${offer.id}, ${as.userId}, 's1', 'mine', ${copied})`.execute(db)
  await sql`insert into conversations (id, subject_kind, subject_id, asker_id, owner_id)
    values ('c1', 'superPoints', ${offer.id}, 'b', ${as.userId})`.execute(db)
  const name = await sealer.seal('a.txt', 'files.name_sealed:f1')
  const key = await sealer.seal('key', 'files.key_sealed:f1')
  await sql`insert into files (id, kind, subject_id, owner_id, name_sealed, key_sealed, type, bytes, format, state)
    values ('f1', 'conversation', 'c1', ${as.userId}, ${name}, ${key}, 'text/plain', 1, 'frames', 'live')`.execute(db)
  const said = await sealer.seal('hello', 'conversation_messages.text_sealed:m1')
  await sql`insert into conversation_messages (id, conversation_id, author_id, text_sealed, file_id)
    values ('m1', 'c1', ${as.userId}, ${said}, 'f1')`.execute(db)
  const message = await sealer.seal('{}', 'sms_notices.message_sealed:n1')
  await sql`insert into sms_notices (id, user_id, message_sealed, try_at)
    values ('n1', ${as.userId}, ${message}, business_now() + interval '30 days')`.execute(db)
  const realName = await sealer.seal('诸葛静', 'certification_applications.real_name_sealed:a1')
  await sql`insert into certification_applications (id, user_id, state, real_name_sealed, identity, work_exp, labels,
    head_file, consent_version, language) values
    ('a1', ${as.userId}, 'submitted', ${realName}, 'x', '1-3', '[]', 'h.webp', '2026-11', 'zh-CN')`.execute(db)
  const signing = await sealer.seal('key', 'code_licence_keys.private_sealed:k1')
  await sql`insert into code_licence_keys (id, public_key, private_sealed) values ('k1', 'x', ${signing})`.execute(db)
  const certifying = await sealer.seal('key', 'compute_certificate_keys.private_sealed:k1')
  await sql`insert into compute_certificate_keys (id, public_key, private_sealed)
    values ('k1', 'x', ${certifying})`.execute(db)
  await enrolTotp(world, as)
  const box = `trove-vault:1:argon2id:65536:3:${'s'.repeat(22)}:${'n'.repeat(16)}:${'b'.repeat(64)}`
  await world.call(putVault, { body: { box, fingerprint: 'f'.repeat(64) } }, { as: as })
}

async function valuesOf(): Promise<Map<string, Buffer[]>> {
  const values = new Map<string, Buffer[]>()
  for (const { table, column } of await listSealedColumns(world.db)) {
    const { rows } = await sql<{ value: Buffer }>`select ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(world.db)
    values.set(
      `${table}.${column}`,
      rows.map(({ value }) => value),
    )
  }
  return values
}

test('every sealed column of the database has a value under the old key', async () => {
  const values = await valuesOf()
  expect(values.size).toBeGreaterThanOrEqual(11)
  expect([...values].filter(([, found]) => found.length === 0).map(([name]) => name)).toEqual([])
  const counts = await countUnderOldKeys(world.db, sealerOf(`${NEW},${OLD}`))
  expect(Object.keys(counts).sort()).toEqual([...values.keys()].sort())
})

test('a process with the new key first wraps everything anew, while one with the old key first goes on reading', async () => {
  const reads: Promise<unknown>[] = []
  const reading = setInterval(() => reads.push(world.call(memberInfo, {}, { as })), 20)
  const second = await world.spawnServer({ KEK: `${NEW},${OLD}`, KEK_NEXT: '' }, ['--roles=http,jobs'])
  const under = () => countUnderOldKeys(world.db, sealerOf(`${NEW},${OLD}`))
  await expect.poll(under, { interval: 100 }).toEqual({})
  await expect
    .poll(async () => (await (await fetch(`${second.url}/metrics`)).text()).includes('trove_sealed_under_old_keys 0'))
    .toBe(true)
  clearInterval(reading)
  expect(reads.length).toBeGreaterThan(0)
  expect((await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected')).toEqual([])
  const { realName } = await world.call(memberInfo, {}, { as })
  expect(realName).toBe('诸葛静')
  // The process that knows the new key as the next one does not wrap back what lies under it.
  await world.settle()
  expect(await under()).toEqual({})
  await second.stop()
})

test('afterwards the old key is needed no more: every value opens with the new one alone', async () => {
  const alone = sealerOf(NEW)
  for (const [name, values] of await valuesOf())
    for (const value of values) expect([name, await alone.rewrap(value)]).toEqual([name, undefined])
  const third = await world.spawnServer({ KEK: NEW, KEK_NEXT: '' }, ['--roles=http'])
  const authorization = `Bearer ${as.accessToken}`
  const ask = async (path: string) => (await fetch(third.url + path, { headers: { authorization } })).json()
  expect(await ask(memberInfo.path.replace('{product}', 'trove'))).toMatchObject({ data: { realName: '诸葛静' } })
  expect(await ask(listBoundAccounts.path)).toMatchObject({
    data: [{ realNameMasked: '周*宁', avatar: expect.stringMatching(/^data:image\/webp;base64,/) }],
  })
  const again = await fetch(`${third.url}/api/consumer/user/update/real/name`, {
    method: 'POST',
    body: JSON.stringify({ realName: '诸葛静' }),
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'name' },
  })
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  await third.stop()
})

test('the figure that lets the old key go is no number before a look has ended', async () => {
  const looks: (() => Promise<void>)[] = []
  const jobs = { every: (_name: string, _seconds: number, look: () => Promise<void>) => looks.push(look) }
  const figure = defineRewrap(jobs as never, { db: world.db, sealer: sealerOf(`${NEW},${OLD}`), log })
  expect(figure.read()).toBeNaN()
  await looks[0]!()
  expect(figure.read()).toBe(0)
})

test('a value that changes while it is wrapped anew keeps the change, and one of an unknown key is told and left', async () => {
  const { db } = world
  const [old, both] = [sealerOf(OLD), sealerOf(`${NEW},${OLD}`)]
  const aad = `users.real_name_sealed:${as.userId}`
  const changed = await old.seal('诸葛静二', aad)
  const racing = {
    ...both,
    rewrap: async (value: Buffer) => {
      const { rows } = await sql`update users set real_name_sealed = ${changed}
        where id = ${as.userId} and real_name_sealed = ${value} and real_name_sealed <> ${changed} returning 1`.execute(
        db,
      )
      return rows.length > 0 ? both.rewrap(value) : undefined
    },
  }
  await sql`update users set real_name_sealed = ${await old.seal('诸葛静', aad)} where id = ${as.userId}`.execute(db)
  await rewrapAll(db, racing, log)
  const kept = async () =>
    (await sql<{ v: Buffer }>`select real_name_sealed as v from users where id = ${as.userId}`.execute(db)).rows[0]!.v
  expect(await both.open(await kept(), aad)).toBe('诸葛静二')
  expect((await rewrapAll(db, both, log)).left).toBe(0)
  expect(await both.open(await kept(), aad)).toBe('诸葛静二')
  const strange = await sealerOf(`lost:${makeKeyText()}`).seal('x', aad)
  await sql`update users set real_name_sealed = ${strange} where id = ${as.userId}`.execute(db)
  expect(await rewrapAll(db, both, log)).toEqual({ done: 0, left: 1 })
  await sql`update users set real_name_sealed = null where id = ${as.userId}`.execute(db)
})
