import { crc32, deflateSync } from 'node:zlib'
import { createCodeToken, grantWork } from '@trove/contract/code/vault'
import { clearCompute } from '@trove/contract/compute/orders'
import { getAccess, openTerminal, publishOffer, putSshKey } from '@trove/contract/compute/routes'
import { openConversation, sendMessage, uploadConversationFile } from '@trove/contract/conversations/routes'
import { uploadAvatar } from '@trove/contract/files/routes'
import { CONSENT_VERSION } from '@trove/contract/identity/account'
import { setInterestTags, updateRealName, updateUser } from '@trove/contract/identity/routes'
import { createPayment } from '@trove/contract/order-lists/routes'
import { alipayUserInfo, bindAlipay, pcAuthorizeUrl } from '@trove/contract/wallet/routes'
import { publishWork } from '../labs/work-lab.ts'
import type { DemoMachine } from '../stand-ins/demo-machine.ts'
import { askCode, otherCode, useCode } from './sign-in.ts'
import type { World, WorldUser } from './world.ts'

/**
 * A seller and a buyer who use everything there is, with things about them that nobody else may ever read: for the tests
 * of privacy (money.md R2 and R3).
 */

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const PERIOD_DAYS = 7

/** Something about a person: `canary` is the text, `kind` says what it is. */
export type Canary = { owner: 'seller' | 'buyer'; kind: string; canary: string }

export type Life = {
  seller: WorldUser
  buyer: WorldUser
  canaries: Canary[]
  /** Signs a number in with the agreement, after a wrong guess. */
  enter(owner: Canary['owner'], mobile: string): Promise<WorldUser>
  /** A machine on the market, paid and handed over; answers the order's id. */
  rent(): Promise<{ offerId: string; orderId: string }>
  /** To the end of the lease, with all income cleared and paid out. */
  finish(orderId: string): Promise<void>
}

/** Lets both come in and fill in what they can; the machine's password is the seller's secret. */
export async function beginLife(world: World, machine: DemoMachine): Promise<Life> {
  const canaries: Canary[] = []
  const plant = <T extends string>(owner: Canary['owner'], kind: string, canary: T): T => {
    canaries.push({ owner, kind, canary })
    return canary
  }

  async function enter(owner: Canary['owner'], mobile: string): Promise<WorldUser> {
    const smsCode = plant(owner, 'code', await askCode(world, mobile))
    await useCode(world, { mobile, smsCode: otherCode(smsCode) }).catch(() => undefined)
    const pair = await useCode(world, { mobile, smsCode, agreement: CONSENT_VERSION })
    plant(owner, 'access token', pair.access_token)
    plant(owner, 'refresh token', pair.refresh_token!)
    await world.advance(HOUR_MS)
    return { userId: pair.user_id, mobile, accessToken: pair.access_token, refreshToken: pair.refresh_token }
  }

  const seller = await enter('seller', plant('seller', 'phone', '13611112222'))
  const buyer = await enter('buyer', plant('buyer', 'phone', '13633334444'))
  await fillIn(world, seller, plant('seller', 'real name', '欧阳知秋'), '金丝雀卖家')
  await fillIn(world, buyer, plant('buyer', 'real name', '司徒听雨'), '金丝雀买家')
  await bind(world, seller, plant)
  plant('seller', 'machine password', machine.password)
  plant('buyer', 'git token', await share(world, seller, buyer))

  return {
    seller,
    buyer,
    canaries,
    enter,
    async rent() {
      const { id: offerId } = await publish(world, seller, machine)
      await world.settle()
      const orderId = await buy(world, buyer, offerId)
      const access = await world.call(getAccess, { query: { productId: offerId } }, { as: buyer })
      plant('buyer', 'machine password', access.password!)
      const { ticket } = await world.call(openTerminal, { body: { productId: offerId } }, { as: buyer })
      plant('buyer', 'terminal ticket', ticket)
      const comment = plant('buyer', 'key comment', 'canary@home-of-the-buyer')
      const publicKey = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJZ2lXfBD4jK0v2fZ0JtV9yYf1Qw1Nw0g6Hj0x1M2sP ${comment}`
      await world.call(putSshKey, { body: { publicKey } }, { as: buyer })
      await talk(world, { buyer, seller, offerId }, plant)
      return { offerId, orderId }
    },
    async finish(orderId) {
      const body = { superPointsProductId: orderId }
      await world.advance((PERIOD_DAYS / 2) * DAY_MS)
      await world.call(clearCompute, { body }, { as: seller })
      await world.settle()
      await world.advance((PERIOD_DAYS / 2) * DAY_MS + HOUR_MS)
      await world.settle()
      await world.call(clearCompute, { body }, { as: seller })
      await world.settle()
    },
  }
}

async function fillIn(world: World, as: WorldUser, realName: string, username: string): Promise<void> {
  await world.call(updateUser, { body: { username } }, { as })
  // With a key, so that the answer is kept as well.
  const extras = { as, idempotencyKey: `name-of-${as.userId}` }
  await world.call(updateRealName, { body: { realName, consent: CONSENT_VERSION } }, extras)
  await world.call(setInterestTags, { body: { interestTagIdList: ['gpu'] } }, { as })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(picture())]), 'me.png')
  const headers = { authorization: `Bearer ${as.accessToken}` }
  const answer = await world.raw(uploadAvatar.path, { method: 'POST', body: form, headers })
  if (!answer.ok) throw new Error(`no avatar: ${await answer.text()}`)
}

/** A free work of the seller, which the buyer has; answers the buyer's token. */
async function share(world: World, seller: WorldUser, buyer: WorldUser): Promise<string> {
  const id = await publishWork(world, seller, { title: '金丝雀的作品' })
  await world.call(grantWork, { params: { id } }, { as: buyer })
  return (await world.call(createCodeToken, { params: { id }, body: { right: 'read' } }, { as: buyer })).token
}

/** Words and a file from the buyer, an answer from the seller. */
async function talk(
  world: World,
  { buyer, seller, offerId }: { buyer: WorldUser; seller: WorldUser; offerId: string },
  plant: Plant,
): Promise<void> {
  const body = { subjectKind: 'superPoints', subjectId: offerId } as const
  const { id } = await world.call(openConversation, { body }, { as: buyer })
  const form = new FormData()
  form.set('file', new Blob([plant('buyer', 'a file that was sent', '金丝雀的附件')]), '金丝雀附件名.txt')
  plant('buyer', 'name of a file that was sent', '金丝雀附件名')
  const headers = { authorization: `Bearer ${buyer.accessToken}` }
  const path = uploadConversationFile.path.replace('{id}', id)
  const answer = await world.raw(path, { method: 'POST', body: form, headers })
  const { data } = (await answer.json()) as { data: { id: string } }
  const [asked, answered] = [plant('buyer', 'words', '金丝雀买家的话'), plant('seller', 'words', '金丝雀卖家的话')]
  await world.call(sendMessage, { params: { id }, body: { text: asked, fileId: data.id } }, { as: buyer })
  await world.call(sendMessage, { params: { id }, body: { text: answered } }, { as: seller })
}

type Plant = (owner: Canary['owner'], kind: string, canary: string) => string

async function bind(world: World, as: WorldUser, plant: Plant): Promise<void> {
  const { url } = await world.call(pcAuthorizeUrl, {}, { as })
  const asked = new URL(url).searchParams
  const wish = { redirect_uri: asked.get('redirect_uri'), state: asked.get('state'), user: 'expert' }
  const { location } = (await world.simulator!.control('POST', '/control/authorize', wish)) as { location: string }
  const back = new URL(location).searchParams
  const auth_code = plant('seller', 'auth code', back.get('auth_code')!)
  const state = plant('seller', 'state', back.get('state')!)
  const { id } = await world.call(alipayUserInfo, { query: { auth_code, state } }, { as })
  const wallerRealName = plant('seller', 'payee name', '周以宁')
  plant('seller', 'payee id', '2088102180010003')
  await world.call(bindAlipay, { body: { wallerId: id, wallerRealName } }, { as })
}

function publish(world: World, as: WorldUser, machine: DemoMachine) {
  const body = {
    serverIPv4: machine.host,
    serverPort: machine.port,
    defaultUsername: machine.username,
    defaultPassword: machine.password,
    description: '金丝雀的机器',
    cpuCores: 1,
    ramSize: 1,
    diskSize: 1,
    bandwidth: 1,
    operationSystem: '13',
    servePeriod: PERIOD_DAYS,
    price: '28.00',
  }
  return world.call(publishOffer, { body }, { as })
}

async function buy(world: World, as: WorldUser, productId: string): Promise<string> {
  let orderId = ''
  const onResponse = (response: Response) => {
    orderId = response.headers.get('x-order-id') ?? ''
  }
  const body = { productId, productType: 'superPoints', payMethod: 'alipay', device: 'pc', confirmed: true } as const
  const payUrl = await world.call(createPayment, { body }, { as, onResponse, idempotencyKey: `buy-${productId}` })
  const asked = JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as { out_trade_no: string }
  await world.simulator!.control('POST', `/control/trades/${asked.out_trade_no}/pay`, { payUrl, user: 'buyer' })
  await world.settle()
  return orderId
}

/** A plain square as PNG. */
function picture(side = 64): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  // Each line begins with its filter, none.
  const lines = Buffer.alloc(side * (side * 3 + 1), 0x55)
  for (let y = 0; y < side; y++) lines[y * (side * 3 + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
