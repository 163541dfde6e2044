import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { KeyringPair } from '@polkadot/keyring/types'
import { addComment } from '@trove/contract/code/comments'
import { createArchiveTicket, createCodeToken } from '@trove/contract/code/vault'
import { unbindAlipay } from '@trove/contract/wallet/routes'
import { code } from '@trove/messages/code/code'
import { codeOrders } from '@trove/messages/code/code-orders'
import { codeRights } from '@trove/messages/code/code-rights'
import { codeScan } from '@trove/messages/code/code-scan'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { zip } from '../../packages/git-server/test/make-archive.ts'
import { git, needGit, tryGit } from '../../packages/git-server/test/stock-git.ts'
import { makeAccount } from '../support/chain.ts'
import { inOrder } from '../support/in-order.ts'
import { readBook } from '../support/ledger.ts'
import { realFiles } from '../support/real-tree.ts'
import { closeWindow, keepEvidence, launch, openWindow, type Setting, type Window } from '../support/screens/browse.ts'
import {
  addFilm,
  buyWork,
  cloneAddress,
  describeWork,
  downloadBy,
  evaluateWork,
  giveWorkBack,
  openCodeOrder,
  PUBLISH,
  playFilm,
  previewFile,
  publishWork,
  pushAddress,
  readCertificate,
  readScan,
  revokeToken,
  searchWorks,
  seeNoticeOf,
  uploadArchive,
  WORKS,
} from '../support/screens/code-works.ts'
import { expectStanding } from '../support/screens/hire.ts'
import { makeFilm } from '../support/screens/make-film.ts'
import { makeNoise } from '../support/screens/make-pictures.ts'
import { chooseAnchoring, connectSigner, signRights } from '../support/screens/own-rights.ts'
import { barriersOf } from '../support/screens/page-checks.ts'
import { signInOnPage } from '../support/screens/sign-in-page.ts'
import { bindAccount, DAY_MS } from '../support/steps.ts'
import { until } from '../support/until.ts'
import { facts, site } from '../support/world/world.ts'

/** The code market in Chromium and with stock git: published, looked into, bought, cloned, given back (issue 12, Done when). */

type Whole = Setting & {
  buyerMobile: string
  strangerMobile: string
  source: 'zip' | 'push'
  yuan: string
  real: string
  count: number
}
const WHOLE: Whole[] = [
  {
    device: 'desktop',
    language: 'zh-CN',
    buyerMobile: '13900110002',
    strangerMobile: '13900110003',
    source: 'zip',
    yuan: '88.80',
    ...{ real: 'rxjs', count: 400 },
  },
  {
    device: 'phone',
    language: 'en',
    buyerMobile: '13900110004',
    strangerMobile: '13900110005',
    source: 'push',
    yuan: '1280.00',
    ...{ real: 'es-toolkit', count: 3000 },
  },
]
const AUTHOR = '13900110001'
/** Accounts that the embedded chain endows. */
const OWN: (Setting & { mobile: string; account: string })[] = [
  { device: 'desktop', language: 'zh-CN', mobile: '13900110006', account: 'Dave' },
  { device: 'phone', language: 'en', mobile: '13900110007', account: 'Eve' },
]
const FILES = {
  'README.md': '# Tidal clock 潮汐钟\n\nShows the tide of any harbour.\n',
  LICENSE: 'Ask the author.\n',
  'src/main.ts': "export const tide = (hours: number) => Math.sin(hours / 6.2)\nconsole.log('high water')\n",
  'src/harbours/list.ts': 'export const HARBOURS = 412\n',
}
// Put together here, so that no scanner takes this file for a leak.
const KEY = ['AKIA', 'IOSFODNN7EXAMPLE'].join('')

let browser: Browser
let folder: string
beforeAll(async () => {
  needGit()
  folder = mkdtempSync(join(tmpdir(), 'trove-journey-code-'))
  browser = await launch()
  // A number gets one code a minute, and not many a day.
  await site.advance(DAY_MS)
  await bindAccount(site, await site.signIn(AUTHOR), 'author')
})
afterAll(async () => {
  await browser?.close()
  // The provider has few people: whoever sells next may be paid to the same account.
  await site.advance(DAY_MS)
  await site.call(unbindAlipay, {}, { as: await site.signIn(AUTHOR) })
  if (folder) rmSync(folder, { recursive: true, force: true })
})
beforeEach(inOrder)
beforeEach(({ onTestFailed, task }) => onTestFailed(() => keepEvidence(task.name)))

type Files = Record<string, string | Buffer>

/** A repository as a developer has it, pushed by the program developers use. */
async function pushFrom(place: string, address: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  await git(place, 'init', '--quiet')
  await git(place, 'add', '.')
  await git(place, 'commit', '--quiet', '-m', 'Tidal clock')
  await git(place, 'push', '--quiet', address, 'HEAD:main')
}

function archiveOf(files: Files) {
  const entries = Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text as string) }))
  return { name: 'tidal.zip', mimeType: 'application/zip', buffer: zip(entries) }
}

describe.each(WHOLE)('a work’s whole way by $source on a $device in $language', (it) => {
  const title = `潮汐钟 tidal ${it.source}`
  // The same content is anchored once: each work has a source of its own.
  const origin = { 'ORIGIN.md': `Made for ${it.source}.\n`, 'src/keys.ts': `export const key = '${KEY}'\n` }
  const files: Files = { ...FILES, ...origin, ...realFiles([it.real], it.count) }
  const own = (name: string) => join(folder, `${it.source}-${name}`)
  let author: Window
  let visitor: Window
  let buyer: Window
  let id: string
  let address: string
  let pushTo: string
  let stranger: Awaited<ReturnType<typeof site.signIn>>

  beforeAll(async () => {
    author = await openWindow(browser, it)
    visitor = await openWindow(browser, it)
    buyer = await openWindow(browser, it)
    // A number gets one code a minute, and not many a day.
    await site.advance(DAY_MS)
  })
  afterAll(async () => {
    for (const window of [author, visitor, buyer]) if (window) await closeWindow(window)
  })

  test('its author describes it, hands in the source and publishes', async () => {
    await signInOnPage(author, AUTHOR, PUBLISH)
    await describeWork(
      author,
      {
        title,
        label: `tide-${it.source}`,
        language: 'TypeScript',
        environment: 'Node.js 24, Linux',
        intro: '## Tides\n\nA clock for sailors 给水手的钟.',
        yuan: it.yuan,
      },
      makeNoise('shot.png', 128),
    )
    if (it.source === 'push') {
      mkdirSync(own('source'))
      pushTo = await pushAddress(author)
      await pushFrom(own('source'), pushTo, files)
    } else {
      await uploadArchive(author, archiveOf(files))
    }
    await author.page.getByRole('textbox', { name: author.t(code.form.openPaths) }).fill('src/main.ts')
    await addFilm(author, await makeFilm(author))
    expect(await barriersOf(author)).toEqual([])
    id = await publishWork(author)
    await author.page.getByRole('heading', { name: title }).waitFor()
    expect(await barriersOf(author)).toEqual([])
  })

  test('a visitor with the shared link looks inside, and reads what its author opened and nothing else', async () => {
    await visitor.open(`/codeForce/shareCode/${id}`)
    await visitor.page.getByText('Shows the tide of any harbour.').waitFor()
    await previewFile(visitor, 'src/main.ts', 'high water')
    expect(await visitor.page.getByRole('button', { name: 'src/harbours/list.ts' }).count()).toBe(0)
    expect(await visitor.page.getByText('HARBOURS = 412').count()).toBe(0)
    expect(await barriersOf(visitor)).toEqual([])
  })

  test('a visitor reads what the automatic checks found in it, and not the key itself', async () => {
    await visitor.open(`/codeForce/codeDetails/${id}`)
    const report = await readScan(visitor, 1)
    expect(report).toContain(visitor.t(codeScan.found, { kind: visitor.t(codeScan.kinds.aws), count: 1 }))
    expect(report).not.toContain(KEY)
    expect(Number(/(\d[\d,]*)/.exec(report.split(/·/)[1] ?? '')?.[1]?.replace(/,/g, ''))).toBeGreaterThan(it.count / 2)
  })

  test('a visitor sees the film of it running, picture by picture', async () => {
    await visitor.open(`/codeForce/codeDetails/${id}`)
    await playFilm(visitor)
  })

  test('a buyer finds it in the list by its words and buys it', async () => {
    await signInOnPage(buyer, it.buyerMobile, WORKS)
    await searchWorks(buyer, `潮汐 ${it.source}`)
    const card = buyer.page.getByRole('article').filter({ hasText: title })
    await card.waitFor()
    expect(await barriersOf(buyer)).toEqual([])
    await card.getByRole('link', { name: title }).click()
    await buyWork(buyer)
    await openCodeOrder(buyer, 'consume')
    await expectStanding(buyer, 'open')
  })

  test('the buyer clones it with the token, downloads it, and the licence verifies offline', async () => {
    address = await cloneAddress(buyer)
    await git(folder, 'clone', '--quiet', address, own('copy'))
    expect(await readFile(join(own('copy'), 'src/harbours/list.ts'), 'utf8')).toBe(FILES['src/harbours/list.ts'])
    expect(await git(own('copy'), 'fsck', '--full', '--strict')).toBe('')
    const cloned = (await git(own('copy'), 'ls-files', '-z')).split('\0').filter(Boolean)
    expect(cloned.toSorted()).toEqual(Object.keys(files).toSorted())
    const bytes = await readFile(await downloadBy(buyer, codeOrders.goods.download))
    await buyer.page.getByText(createHash('sha256').update(bytes).digest('hex')).waitFor()
    expect(await barriersOf(buyer)).toEqual([])
    const licence = await downloadBy(buyer, codeOrders.goods.licence)
    const keys = own('keys.json')
    writeFileSync(keys, await (await fetch(`${facts.site}/.well-known/trove-licence-keys.json`)).text())
    const script = join(import.meta.dirname, '../../docs/verify-licence.mjs')
    expect(execFileSync(process.execPath, [script, licence, keys], { encoding: 'utf8' })).toContain(id)
  })

  test('a visitor reads its certificate, and the clone and a node of the chain say the same', async () => {
    await visitor.open(`/codeForce/codeDetails/${id}`)
    const { contentHash, committed, account } = await readCertificate(visitor, id, 1)
    expect(await barriersOf(visitor)).toEqual([])
    const docs = join(import.meta.dirname, '../../docs')
    const hashed = execFileSync(process.execPath, [join(docs, 'hash-checkout.mjs')], { cwd: own('copy') })
    expect(String(hashed).trim()).toBe(contentHash)
    const script = join(docs, 'verify-rights.mjs')
    const told = execFileSync(process.execPath, [script, facts.chain, contentHash], { encoding: 'utf8' })
    expect(told).toContain(`${account} anchored it in block ${committed} and`)
  })

  test('its author hands in a second version; the buyer is told of it, fetches it and says what it is worth', async () => {
    const added = { 'CHANGES.md': 'Neap tides 小潮.\n' }
    if (it.source === 'push') {
      writeFileSync(join(own('source'), 'CHANGES.md'), added['CHANGES.md'])
      await git(own('source'), 'add', '.')
      await git(own('source'), 'commit', '--quiet', '-m', 'Neap tides')
      await git(own('source'), 'push', '--quiet', pushTo, 'HEAD:main')
    } else {
      await author.open(`${PUBLISH}?id=${id}`)
      await uploadArchive(author, archiveOf({ ...files, ...added }), 2)
    }
    await site.advance(60_000)
    await seeNoticeOf(buyer, title, 2)
    await git(own('copy'), '-c', 'fetch.fsckObjects=true', 'pull', '--quiet', '--ff-only')
    expect(await readFile(join(own('copy'), 'CHANGES.md'), 'utf8')).toBe(added['CHANGES.md'])
    expect(await git(own('copy'), 'fsck', '--full', '--strict')).toBe('')
    await evaluateWork(buyer, id, 4, 'Right on every quay 每个码头都准')
    expect(await barriersOf(buyer)).toEqual([])
  })

  test('who has not bought it reads what others say and can say nothing', async () => {
    await visitor.open(`/codeForce/shareCode/${id}`)
    await visitor.page.getByText('Right on every quay').waitFor()
    await visitor.page.getByText(visitor.t(code.evaluations.notPurchased)).waitFor()
    expect(await visitor.page.getByRole('button', { name: visitor.t(code.evaluations.send) }).count()).toBe(0)
    stranger = await site.signIn(it.strangerMobile)
    const body = { productId: id, words: 'Never seen it', stars: 1 }
    await expect(site.call(addComment, { body }, { as: stranger })).rejects.toMatchObject({
      code: 'code.not-purchased',
    })
  })

  test('who has not bought it, a used ticket, a revoked token and nobody at all get nothing', async () => {
    const lists = async (url: string) => (await tryGit(folder, 'ls-remote', url)).code === 0
    const params = { id }
    const gets = { as: stranger }
    await expect(site.call(createCodeToken, { params, body: { right: 'read' } }, gets)).rejects.toMatchObject({
      code: 'resource.not-found',
    })
    await expect(site.call(createArchiveTicket, { params, body: {} }, gets)).rejects.toMatchObject({
      code: 'resource.not-found',
    })
    expect(await lists(address.replace(/git:[^@]+@/, ''))).toBe(false)
    expect(await lists(address.replace(/git:[^@]+@/, 'git:no-token@'))).toBe(false)

    // A number gets one code a minute.
    await site.advance(60_000)
    const has = await site.signIn(it.buyerMobile)
    const { url } = await site.call(createArchiveTicket, { params, body: {} }, { as: has })
    const statuses = []
    for (let i = 0; i < 2; i++) statuses.push((await fetch(new URL(url, facts.site))).status)
    expect(statuses).toEqual([200, 404])

    await openCodeOrder(buyer, 'consume')
    const second = await cloneAddress(buyer)
    expect([await lists(address), await lists(second)]).toEqual([true, true])
    await revokeToken(buyer)
    expect([await lists(address), await lists(second)]).toEqual([true, false])
    expect(await barriersOf(buyer)).toEqual([])
  })

  test('given back within seven days the token and the download end, and the money comes back whole', async () => {
    await openCodeOrder(buyer, 'consume')
    await giveWorkBack(buyer, 'It does not start 无法启动')
    await expectStanding(buyer, 'refunded')
    for (const gone of [codeOrders.goods.clone, codeOrders.goods.download])
      expect(await buyer.page.getByRole('button', { name: buyer.t(gone) }).count()).toBe(0)
    expect((await tryGit(folder, 'ls-remote', address)).code).not.toBe(0)
    const refunds = await until(
      'the refund in the provider’s book',
      async () => (await readBook(facts.cashier)).refunds.filter(({ amount }) => amount === it.yuan),
      (found) => found.length > 0,
    )
    expect(refunds).toHaveLength(1)
    await openCodeOrder(author, 'profit')
    await expectStanding(author, 'refunded')
    expect([...author.bugs, ...visitor.bugs, ...buyer.bugs]).toEqual([])
  })
})

describe.each(OWN)('an author with a chain account of their own on a $device in $language', (it) => {
  const content = { 'README.md': `# Own anchor on a ${it.device}\n` }
  let author: Window
  let visitor: Window
  let pair: KeyringPair
  let id: string

  beforeAll(async () => {
    author = await openWindow(browser, it)
    visitor = await openWindow(browser, it)
    pair = await makeAccount(it.account)
    await site.advance(DAY_MS)
  })
  afterAll(async () => {
    for (const window of [author, visitor]) if (window) await closeWindow(window)
  })

  test('connects it and chooses it on the publish page', async () => {
    await signInOnPage(author, it.mobile, PUBLISH)
    await connectSigner(author, pair)
    await chooseAnchoring(author, 'own')
    expect(await barriersOf(author)).toEqual([])
  })

  test('publishes, and signs the commitment and the reveal', async () => {
    const words = { label: 'own', language: 'TypeScript', environment: 'Any', intro: 'Anchored by myself.', yuan: '0' }
    await describeWork(author, { title: `Own ${it.device}`, ...words }, makeNoise('own.png', 128))
    await uploadArchive(author, archiveOf(content))
    id = await publishWork(author)
    await signRights(author, id, 1)
    expect(await barriersOf(author)).toEqual([])
  })

  test('everybody reads that account on the certificate, and a node of the chain says the same', async () => {
    await visitor.open(`/codeForce/codeDetails/${id}`)
    const { contentHash, committed, account } = await readCertificate(visitor, id, 1, codeRights.ownAccount)
    expect(account).toBe(pair.address)
    expect(await barriersOf(visitor)).toEqual([])
    const script = join(import.meta.dirname, '../../docs/verify-rights.mjs')
    const told = execFileSync(process.execPath, [script, facts.chain, contentHash], { encoding: 'utf8' })
    expect(told).toContain(`${pair.address} anchored it in block ${committed} and`)
    expect([...author.bugs, ...visitor.bugs]).toEqual([])
  })
})
