import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FIELDS_MAX, SKILLS_MAX } from './certification/shapes.ts'
import {
  BLOCK_SECONDS,
  BLOCKS_PER_DAY,
  ChainOrder,
  getMiner,
  listUserOrders,
  MinerOrder,
  storageDays,
  storageStatistics,
} from './chain/routes.ts'
import { CodeOrder } from './code/orders.ts'
import { RankedWork, WorkCard, WorkForm } from './code/shapes.ts'
import { ComputeOrder, Purchase } from './compute/orders.ts'
import * as shapes from './compute/shapes.ts'
import { DictionaryEntry } from './dictionary/routes.ts'
import { allErrors } from './errors/all.ts'
import type { ErrorCode } from './errors/codes.ts'
import { MemberInfo, MOBILE_PATTERN, TokenPair } from './identity/routes.ts'
import type { RouteSpec } from './kit/route.ts'
import { allRoutes } from './routes.ts'
import { SALARY_FORMULA } from './talent/experts.ts'

/** Both specification parts against the contract: calls, fields, constants and error statuses, by their own words. */

const routes: readonly RouteSpec[] = allRoutes
const GATEWAY = '/api/new_gateway/{product}'
const PRODUCT = '/api/computing/product'
const ORDER = '/api/order/order'
const WALLET = '/api/consumer/wallet'

/** Names of the fields of a shape, of the items when it is a list. */
function fieldsOf(shape: z.ZodType | undefined): string[] {
  if (shape instanceof z.ZodArray) return fieldsOf(shape.element as z.ZodType)
  return shape instanceof z.ZodObject ? Object.keys(shape.shape) : []
}

const offerFilter = ['cpuAndRAM', 'diskSize', 'bandwidth', 'operationSystem', 'servePeriod']
const offerForm = [
  ...['serverIPv4', 'serverPort', 'cpuCores', 'ramSize', 'bandwidth', 'diskSize', 'operationSystem', 'description'],
  ...['servePeriod', 'defaultUsername', 'defaultPassword', 'price'],
]
const rankedWork = ['productId', 'productName', 'productCountDownloads', 'productCountComments', 'productPrice']

describe('the calls of the specification', () => {
  it.each<[string, string, string[], string[]]>([
    ['GET', `${GATEWAY}-sso-authcenter/sms/send/1`, ['mobile'], []],
    [
      'POST',
      `${GATEWAY}-sso-authcenter/oauth/token`,
      ['grant_type', 'scope', 'smsCode', 'mobile', 'device'],
      ['access_token', 'refresh_token'],
    ],
    ['GET', `${GATEWAY}-member/sso/member/info`, [], ['username', 'headImgUrl', 'avatarUrl', 'userId']],
    ['POST', `${GATEWAY}-member/sso/member/logout`, [], []],
    ['POST', '/api/consumer/minio/upload/head', [], ['headImgUrl']],
    ['POST', '/api/consumer/user/update/info', ['userId'], []],
    ['POST', '/api/consumer/user/update/real/name', ['userId', 'realName'], []],
    ['GET', '/api/consumer/user/get/info', ['userId'], []],
    ['GET', '/api/manpower/sys-dict/dict-key-group/{key}/tree', [], ['dictKey', 'dictValue']],
    ['GET', '/api/consumer/system/get/interest/tag', [], ['id', 'dictValue']],
    ['GET', '/api/consumer/user/add/interest/tag', ['interestTagIdList'], []],
    ['GET', `${WALLET}/get/pc/authorize/url`, [], []],
    ['GET', `${WALLET}/get/mobile/authorize/url`, [], []],
    ['GET', `${WALLET}/get/alipay/user/info`, ['auth_code'], ['id', 'avatar', 'nickname']],
    ['GET', `${WALLET}/bind/alipay`, ['wallerId', 'wallerRealName'], []],
    ['GET', `${WALLET}/user/list`, [], ['avatar', 'nickname']],
    ['POST', `${WALLET}/unbind/alipay`, [], []],
    [
      'GET',
      `${WALLET}/bill/alipay/page`,
      ['startTime', 'endTime', 'type', 'minAmount', 'maxAmount', 'page', 'size'],
      [],
    ],
    ['GET', '/api/computing/sys/dict/groups', [], []],
    ['GET', '/api/computing/sys/dict/group/{group}', ['group'], ['dictKey', 'dictValue']],
    ['GET', `${PRODUCT}/query/{id}`, ['id'], ['price', 'servePeriod']],
    ['GET', `${PRODUCT}/all`, [...offerFilter, 'page', 'size'], ['productCount', 'products']],
    ['GET', `${PRODUCT}/count`, offerFilter, ['productCount']],
    ['POST', `${PRODUCT}/publish`, offerForm, []],
    ['PUT', `${PRODUCT}/update/{id}`, ['id', ...offerForm], []],
    ['DELETE', `${PRODUCT}/delete/{id}`, ['id'], []],
    ['GET', `${PRODUCT}/my`, ['name', 'page', 'size'], ['content', 'totalElements']],
    ['DELETE', `${PRODUCT}/offline/{id}`, ['id'], []],
    ['PUT', `${PRODUCT}/online/{id}`, ['id'], []],
    [
      'GET',
      `${PRODUCT}/usr-pwd`,
      ['productId'],
      ['defaultUsername', 'defaultPassword', 'serverIPv4', 'serverPort', 'username', 'password', 'IPv4', 'port'],
    ],
    ['GET', '/api/order/alipay/pay/result/{id}', ['id'], ['orderState']],
    ['GET', '/api/order/alipay/get/page/url', ['orderId'], []],
    ['POST', '/api/order/alipay/notify', [], []],
    ['POST', `${ORDER}/create/payment`, ['productId', 'productType', 'manWorkingHourId', 'manWorkingRequire'], []],
    ['GET', `${ORDER}/my/bug/super/points`, ['name'], ['content', 'totalElements']],
    ['GET', `${ORDER}/super/points/profit/page`, ['page', 'size', 'name', 'sort'], ['content', 'totalElements']],
    ['GET', `${ORDER}/super/points/consume/page`, ['page', 'size', 'name', 'sort'], ['content', 'totalElements']],
    ['GET', `${ORDER}/liquidation/super/points`, ['superPointsProductId'], []],
    ['GET', `${ORDER}/liquidation`, ['orderProductId', 'productType'], []],
    ['POST', `${ORDER}/cancel/{id}`, ['id'], []],
    ['GET', '/api/codemart/recommend/hot/get/product', [], rankedWork],
    ['GET', '/api/codemart/recommend/hot/get/comment', [], rankedWork],
    ['GET', '/api/codemart/recommend/hot/mvp/product', [], rankedWork],
    ['GET', `${ORDER}/code/consume/page`, ['page', 'size', 'name', 'sort'], ['content', 'totalElements']],
    ['GET', `${ORDER}/code/profit/page`, ['page', 'size', 'name', 'sort'], ['content', 'totalElements']],
    ['GET', '/api/codemart/product/page', ['page', 'size', 'sort'], ['content', 'totalElements']],
  ])('%s %s takes its payload and answers what it says', (method, path, payload, answer) => {
    const route = routes.find((one) => one.method === method && one.path === path)
    expect(route).toBeDefined()
    const taken = [...fieldsOf(route?.params), ...fieldsOf(route?.query), ...fieldsOf(route?.body)]
    expect(taken).toEqual(expect.arrayContaining(payload))
    expect(fieldsOf(route?.ok)).toEqual(expect.arrayContaining(answer))
  })

  it('have a POST of the same address and the same fields beside each old GET that changes something', () => {
    for (const old of routes.filter(({ isUnsafeGet }) => isUnsafeGet)) {
      const twin = routes.find(({ method, path }) => method === 'POST' && path === old.path)
      expect([old.id, fieldsOf(twin?.body)]).toEqual([old.id, expect.arrayContaining(fieldsOf(old.query))])
    }
  })

  it('keep old GETs that change something safe: signed in, and marked so', () => {
    const paths = ['/user/add/interest/tag', '/wallet/bind/alipay', `${ORDER}/liquidation`, '/get/page/url']
    for (const end of paths) {
      const route = routes.find(({ method, path }) => method === 'GET' && path.endsWith(end))
      expect([end, route?.auth, route?.isUnsafeGet]).toEqual([end, 'user', true])
    }
  })
})

describe('the entities of the specification', () => {
  const specification = ['cpuCores', 'ramSize', 'diskSize', 'bandwidth', 'servePeriod']
  const leased = [...specification, 'authId', 'serveStartTime', 'serveEndTime']
  it.each<[string, z.ZodType, string[]]>([
    [
      'a computing product',
      shapes.ComputeProduct,
      [
        ...['id', 'uploaderHeadImgUrl', 'uploaderNickName', 'servePeriod', 'ramSize', 'diskSize', 'bandwidth'],
        ...['operationSystem', 'description', 'price'],
      ],
    ],
    ['the filter', shapes.ComputeFilter, offerFilter],
    ['the publish form', shapes.ComputeOffer, offerForm],
    ['an option', DictionaryEntry, ['dictKey', 'dictValue']],
    [
      'a compute order',
      ComputeOrder,
      [
        ...['id', 'fkProductId', 'orderSource', 'outTradeNo', 'orderState', 'superPointsStatus', ...leased],
        ...['totalAmount', 'tradingPlatform', 'cstCreate', 'purchaser', 'refund', 'refundState'],
      ],
    ],
    ['a purchase', Purchase, ['fkProductId', ...leased, 'sharer']],
    ['a share', shapes.ComputeShare, ['id', ...leased, 'status', 'serverIPv4', 'serverPort']],
    [
      'the login of a machine',
      shapes.ComputeAccess,
      ['defaultUsername', 'defaultPassword', 'serverIPv4', 'serverPort'],
    ],
    [
      'a code order',
      CodeOrder,
      [
        ...['fkProductId', 'fkProductName', 'fkProductImage', 'totalAmount', 'tradingPlatform', 'purchaser'],
        ...['cstCreate', 'outTradeNo', 'orderState'],
      ],
    ],
    ['a ranked product', RankedWork, rankedWork],
    [
      'an item of a list of programmes',
      WorkCard,
      ['productUrl', 'productName', 'countBrowses', 'countComments', 'countDownloads'],
    ],
    [
      'a storage order of the chain',
      ChainOrder,
      [
        ...['index', 'cid', 'account_id', 'file_name', 'price', 'file_base_price', 'order_price', 'tips'],
        ...['storage_deadline', 'size', 'block_number', 'status', 'replication', 'public_input'],
        ...['estimated_income', 'calculate_income'],
      ],
    ],
    ['a page of storage orders', listUserOrders.ok, ['content', 'total']],
    ['an order of a miner', MinerOrder, ['order', 'estimated_income', 'calculate_income']],
    ['the storage of a miner', getMiner.ok, ['total_storage', 'used_storage', 'available_storage', 'miner_price']],
    [
      'the figures of the network',
      storageStatistics.ok,
      [
        ...['storageNode', 'validFilesNumber', 'averageReplicasMessage', 'usedStorageMessage'],
        'availableStorageMessage',
      ],
    ],
    ['a day of the network', storageDays.ok, ['date', 'storageNode', 'validFilesNumber', 'totalStorageMessage']],
    ['the login response', TokenPair, ['access_token', 'refresh_token', 'user_id']],
    ['a member', MemberInfo, ['username', 'headImgUrl', 'avatarUrl', 'userId', 'sysDictVOList', 'walletFlag']],
  ])('%s has every field', (_, shape, fields) => {
    expect(fieldsOf(shape)).toEqual(expect.arrayContaining(fields))
  })
})

describe('the constants of the specification', () => {
  const machine = {
    serverIPv4: '8.8.8.8',
    serverPort: 22,
    cpuCores: 4,
    ramSize: 8,
    bandwidth: 20,
    diskSize: 100,
    operationSystem: '1',
    servePeriod: 30,
    defaultUsername: 'root',
    defaultPassword: 'secret',
    price: '9.90',
  }
  it.each([
    ['serverPort', 65_535],
    ['cpuCores', 9999],
    ['bandwidth', 9999],
    ['ramSize', 99_999_999_999],
    ['diskSize', 99_999_999_999],
  ])('let the %s of a machine be %s, as a number or typed, and not one more', (field, most) => {
    for (const value of [most, String(most)])
      expect(shapes.ComputeOffer.safeParse({ ...machine, [field]: value }).success).toBe(true)
    for (const value of [most + 1, String(most + 1)])
      expect(shapes.ComputeOffer.safeParse({ ...machine, [field]: value }).success).toBe(false)
  })

  it.each([
    ...['/super/points/consume/page', '/super/points/profit/page'],
    ...['/order/code/consume/page', '/order/code/profit/page', '/codemart/product/page'],
  ])('let the list of orders %s begin with the first ten', (end) => {
    const list = routes.find(({ path }) => path.endsWith(end))!
    expect(list.query!.parse({})).toMatchObject({ page: 0, size: 10 })
    expect(list.query!.parse({ page: '', size: '' })).toMatchObject({ page: 0, size: 10 })
  })

  it.each([
    ['title', 'x'.repeat(50), 'x'.repeat(51)],
    ['labels', Array.from({ length: 5 }, (_, i) => `${i}`.padEnd(30, 'x')), ['1', '2', '3', '4', '5', '6']],
    ['labels', ['x'.repeat(30)], ['x'.repeat(31)]],
  ])('let the %s of a work be as long as it may, and not one more', (part, most, more) => {
    const form = WorkForm.partial()
    expect(form.safeParse({ [part]: most }).success).toBe(true)
    expect(form.safeParse({ [part]: more }).success).toBe(false)
  })

  it('let a block of the chain last 6 seconds, so 14,400 of them a day', () => {
    expect([BLOCK_SECONDS, BLOCKS_PER_DAY]).toEqual([6, 14_400])
  })

  it('let a page of chain orders have twenty rows, and price 1 GB for the 14,400 blocks of a day', () => {
    const query = (end: string) => routes.find(({ path }) => path.endsWith(end))!.query!
    for (const end of ['/chain/user-orders', '/chain/miner-orders'])
      expect(query(end).parse({ account: '5F' })).toMatchObject({ current: 1, size: 20 })
    expect(query('/chain/order-price').parse({})).toMatchObject({ file_size: 1_073_741_824, duration: 14_400 })
  })

  it.each([
    ['13800000001', true],
    ['19912345678', true],
    ['12800000001', false],
    ['23800000001', false],
    ['1380000000', false],
    ['138000000011', false],
    ['1380000000a', false],
  ])('the phone %s fits the mainland pattern: %s', (phone, fits) => {
    expect(MOBILE_PATTERN.test(phone)).toBe(fits)
  })
})

describe('the constants of experts', () => {
  it('are three labels, and a salary by 22 days of 8 hours at 100 to 120 percent', () => {
    expect([FIELDS_MAX, SKILLS_MAX]).toEqual([3, 3])
    expect(SALARY_FORMULA).toEqual({ days: 22, hours: 8, lowestPercent: 100, highestPercent: 120 })
  })
})

describe('the status catalogue of the specification', () => {
  it.each<[number, ErrorCode]>([
    [401, 'session.expired'],
    [403, 'session.forbidden'],
    [404, 'resource.not-found'],
    [409, 'orders.product-taken'],
    [417, 'account.not-bound'],
    [423, 'demo.not-allowed'],
    [426, 'session.credentials-wrong'],
    [428, 'identity.code-wrong'],
    [429, 'request.too-frequent'],
    [479, 'demo.not-permitted'],
    [500, 'service.unknown'],
  ])('%d is %s', (status, code) => {
    expect(allErrors[code].status).toBe(status)
  })
})
