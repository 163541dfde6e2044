import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteOffer, getOffer, listOffers, listShares } from '@trove/contract/compute/routes'
import { compute } from '@trove/messages/compute/compute'
import { machines } from '@trove/messages/compute/machines'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFleet } from '../support/exchange/fleet.ts'
import {
  addHiddenMachine,
  bestIn,
  buyTwoHours,
  compareMachines,
  endLease,
  pasteLogin,
  publishAndVerify,
  readMachine,
  renewInCockpit,
  saveKey,
  takeAdvice,
} from '../support/exchange/pages.ts'
import { openStockSsh, type StockSsh } from '../support/exchange/stock-ssh.ts'
import { inOrder } from '../support/in-order.ts'
import { canLogIn, runOverSsh } from '../support/machine-login.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Setting, type Window } from '../support/screens/browse.ts'
import {
  buyOnPages,
  openPurchase,
  readKeyLogin,
  readLogin,
  readStanding,
  useCockpit,
  useTerminal,
} from '../support/screens/buyer.ts'
import { moveFile } from '../support/screens/machine-files.ts'
import { barriersOf } from '../support/screens/page-checks.ts'
import { expectReview, openFinished, reviewOnPage } from '../support/screens/review.ts'
import { clearOnPage } from '../support/screens/seller.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { bindFreeAccount, type MachineLogin, publishVerified } from '../support/steps.ts'
import { until } from '../support/until.ts'
import { viewsOf } from '../support/views.ts'
import type { Program } from '../support/world/children.ts'
import { site } from '../support/world/world.ts'

/**
 * The exchange as people meet it who never saw it (issue 14, Done when 1). A machine is published by pasting a line, with
 * advice and verification. Another person compares three, buys two hours, works, renews and reviews. A machine without a
 * public address is rented and logged in to by stock SSH through the relay.
 */

type Whole = Setting & { buyerMobile: string }
const WHOLE: Whole[] = [
  { device: 'desktop', language: 'zh-CN', buyerMobile: '13900131002' },
  { device: 'phone', language: 'en', buyerMobile: '13900132002' },
]
const OTHERS: Whole[] = [
  { device: 'desktop', language: 'en', buyerMobile: '13900133002' },
  { device: 'phone', language: 'zh-CN', buyerMobile: '13900134002' },
]
const VIEWS = viewsOf(WHOLE, OTHERS)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A number gets so many codes in a time. */
const CODE_MS = HOUR_MS
/** A seller of the embedded world, who has a receiving account. */
const MARKET_SELLER = '13800000001'
/** Whoever shares the machines of all views: there are only so many receiving accounts. */
const SELLER = '13900130000'
const SEARCH = 'Exchange'
/** Per day 2.00 to 4.00: half of them ask 2.50 to 3.50. */
const ALIKE = [
  { price: '60.00', hourPrice: '0.90' },
  { price: '75.00', hourPrice: '0.80' },
  { price: '90.00' },
  { price: '105.00' },
  { price: '120.00' },
]
const ADVICE = { from: '¥2.50', to: '¥3.50', machines: ALIKE.length, perDay: '¥3.00', price: '90.00' }
const SIZE = { cpuCores: 2, ramSize: 4, diskSize: 30 }
const FILE_BYTES = 1_000_000

let browser: Browser
let alike: string[]
beforeAll(async () => {
  browser = await launch()
  await bindFreeAccount(site, await site.signIn(SELLER))
  await site.advance(CODE_MS)
  const seller = await site.signIn(MARKET_SELLER)
  const fleet = await readFleet()
  alike = await Promise.all(
    ALIKE.map((terms, i) =>
      publishVerified(site, seller, fleet.alike[i]!, {
        ...{ ...terms, size: SIZE, servePeriod: 30, description: `${SEARCH} ${i}` },
      }),
    ),
  )
})
afterAll(async () => {
  const seller = await site.signIn(MARKET_SELLER)
  for (const id of alike ?? []) await site.call(deleteOffer, { params: { id } }, { as: seller })
  await browser?.close()
})
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

/** The resource id of an offer, by which people know it. */
const nameOf = async (id: string) => (await site.call(getOffer, { params: { id } })).authId

describe.each(VIEWS)('the exchange on a $device in $language', (it) => {
  const remarks = `${SEARCH} ${it.device} ${it.language}`
  const hiddenRemarks = `Hidden ${it.device} ${it.language}`
  const setting = { device: it.device, language: it.language }
  let seller: Window
  let buyer: Window
  let ssh: StockSsh
  let folder: string
  let agent: Program | undefined
  let pasted: { id: string; authId: string }
  let login: MachineLogin

  /** The seller's machine, found on the market by its remarks. */
  async function offerOf(words: string) {
    const { products } = await site.call(listOffers, { query: { keyword: words } })
    return products.content.find(({ description }) => description === words)!
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trove-journey-agent-'))
    ssh = await openStockSsh()
    // The seller signs in twice in each view, and a day has only some codes without the slider.
    await site.advance(DAY_MS)
    seller = await openWindow(browser, setting)
    buyer = await openWindow(browser, setting)
  })
  afterAll(async () => {
    await agent?.stop()
    for (const window of [seller, buyer]) if (window) await closeWindow(window)
    await ssh?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a seller pastes the line of a login, has the machine read, takes the advice, and sees it verified', async () => {
    const { another } = await readFleet()
    await signInOnPage(seller, SELLER, '/computingPowerMarket/shared-computing')
    await pasteLogin(seller, another)
    await readMachine(seller, another.password, { cores: '2', ram: '4' })
    await takeAdvice(seller, ADVICE)
    expect(await barriersOf(seller)).toEqual([])
    await publishAndVerify(seller, { hourPrice: '0.50', remarks })
    pasted = await offerOf(remarks)
  })

  test('a buyer compares it with two others, and buys two hours of the one that is best by the hour', async () => {
    await signInOnPage(buyer, it.buyerMobile, '/computingPowerMarket/hub')
    const others = await Promise.all(alike.slice(0, 2).map(nameOf))
    await compareMachines(buyer, SEARCH, [others[0]!, pasted.authId, others[1]!])
    expect(await bestIn(buyer, buyer.t(compute.facts.perHour))).toEqual([1])
    expect(await bestIn(buyer, buyer.t(compute.facts.perDay))).toEqual([0])
    expect(await barriersOf(buyer)).toEqual([])
    await buyTwoHours(buyer, pasted.authId, '1.00')
  })

  test('works in the terminal and in the cockpit, and moves a file there and back', async () => {
    login = await readLogin(buyer, await openPurchase(buyer))
    expect(await runOverSsh(login, 'echo $((6 * 7))')).toBe('42\n')
    await useTerminal(buyer)
    await useCockpit(buyer, login)
    await moveFile(buyer, login, FILE_BYTES)
  })

  test('renews for two hours in the cockpit, and the machine goes on with the same login', async () => {
    await renewInCockpit(buyer, '1.00')
    await site.advance(2 * HOUR_MS)
    await until(
      'the renewal’s turn',
      () => readStanding(buyer),
      (standing) => standing === 'serving',
    )
    expect(await runOverSsh(login, 'echo still here')).toBe('still here\n')
    await site.advance(2 * HOUR_MS)
    await until(
      'an ended renewal',
      () => readStanding(buyer),
      (standing) => standing === 'uncleared',
    )
    await until(
      'a refused login',
      () => canLogIn(login),
      (isIn) => !isIn,
    )
  })

  test('the seller collects, and both review each other beside what was measured', async () => {
    await clearOnPage(seller)
    await openFinished(buyer, 'consume')
    await openFinished(seller, 'profit')
    const [ofBuyer, ofSeller] = [`Fast and cheap ${it.device} ${it.language}`, `Careful ${it.device} ${it.language}`]
    await reviewOnPage(buyer, 5, ofBuyer)
    await reviewOnPage(seller, 5, ofSeller)
    await expectReview(buyer, ofSeller)
    await buyer.open(`/computingPowerMarket/offer/${pasted.id}`)
    await expectReview(buyer, ofBuyer)
    await buyer.page.getByText(buyer.language === 'en' ? /Measured: 2 hours served/ : /实测：服务 2 小时/).waitFor()
  })

  test('a machine without a public address is added by its command, and published at the relay’s address', async () => {
    const { hidden } = await readFleet()
    agent = await addHiddenMachine(seller, remarks, hidden.port, folder)
    await seller.page.getByRole('textbox', { name: seller.t(machines.form.username) }).fill(hidden.username)
    await readMachine(seller, hidden.password, { cores: '2', ram: '4' })
    await takeAdvice(seller, ADVICE)
    await publishAndVerify(seller, { hourPrice: '0.60', remarks: hiddenRemarks })
  })

  test('it is rented with one’s own key, and stock SSH logs in to it through the relay until the lease is ended', async () => {
    const { authId, id } = await offerOf(hiddenRemarks)
    await saveKey(buyer, 'laptop', ssh.publicKey)
    await buyer.open(`/computingPowerMarket/offer/${id}`)
    await buyer.page.getByText(authId).waitFor()
    await buyOnPages(buyer, buyer.page.getByRole('main'))
    const at = await readKeyLogin(buyer, await openPurchase(buyer))
    expect(at.port).not.toBe((await readFleet()).hidden.port)
    expect(await ssh.run(at, 'echo hello from $USER')).toBe(`hello from ${at.username}\n`)
    expect(await ssh.run(at, 'head -c 1000000 /dev/zero | wc -c')).toBe('1000000\n')
    await endLease(buyer, '¥87.00')
    await until(
      'a refused key',
      () =>
        ssh.run(at, 'true').then(
          () => true,
          () => false,
        ),
      (isIn) => !isIn,
    )
  })

  test('no page had a bug, and the seller’s machines are gone', async () => {
    await site.advance(CODE_MS)
    const as = await site.signIn(SELLER)
    const { content } = await site.call(listShares, { query: {} }, { as })
    // A machine whose lease was just ended is being taken back.
    for (const { id } of content)
      await until(
        'a machine that may be deleted',
        () => site.call(deleteOffer, { params: { id } }, { as }),
        () => true,
      )
    expect([...seller.bugs, ...buyer.bugs]).toEqual([])
  })
})
