import type { FastifyInstance } from 'fastify'
import { createCertification } from '../modules/certification/module.ts'
import { createConversations } from '../modules/conversations/module.ts'
import { createDictionary } from '../modules/dictionary/module.ts'
import { createFactors } from '../modules/factors/module.ts'
import { createFavourites } from '../modules/favourites/module.ts'
import { createFiles } from '../modules/files/module.ts'
import { createIdentity, DEMO_PHONES } from '../modules/identity/module.ts'
import { createSmsAliyun } from '../modules/identity/providers/sms-aliyun.ts'
import { createSmsOutbox } from '../modules/identity/providers/sms-outbox.ts'
import { createSmsTencent } from '../modules/identity/providers/sms-tencent.ts'
import { createNotices } from '../modules/notices/module.ts'
import { createRepositories } from '../modules/repositories/module.ts'
import { createSearches } from '../modules/searches/module.ts'
import { newId } from '../platform/base/id.ts'
import type { Config } from '../platform/config/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { untilDatabase } from '../platform/db/until-database.ts'
import { ownPerson } from '../platform/http/call/values/ip.ts'
import { openSite, type SiteParts } from '../platform/http/site/site.ts'
import { createLive } from '../platform/live/live.ts'
import { openPlatform, type Platform, type PlatformParts } from '../platform/platform.ts'
import { buildChain } from './chain.ts'
import { buildMarkets } from './markets.ts'
import { buildMoney } from './money.ts'
import { PERSONAL_DATA } from './personal-data.ts'
import { buildRelay } from './relay.ts'
import { buildStorage } from './storage.ts'

/** The composition root: the only place that knows every module, and hands each what it needs. */

export const ROLES = ['http', 'jobs', 'storage', 'relay'] as const
export type Role = (typeof ROLES)[number]

export type AppParts = PlatformParts & { roles?: readonly Role[] }

/** The running program. */
export type App = {
  platform: Platform
  /** Brings the database up to date, starts the roles; answers where the site listens (undefined without http). */
  listen(): Promise<{ url: string | undefined }>
  /** Ends cleanly: open calls and jobs finish, nothing is lost. Safe to call twice. */
  stop(): Promise<void>
}

const CLOSE_LIMIT_MS = 4000

/** Builds the program. Nothing listens or runs before `listen`. */
export async function createApp(config: Config, parts: AppParts = {}): Promise<App> {
  const roles = parts.roles ?? ROLES
  const platform = await openPlatform(config, parts)
  const modules = buildModules(platform)
  const site = await openSite(platform, modules.site)
  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    modules.beforeClose()
    await Promise.all([closeSite(site), modules.closeGateway(), modules.closeRelay(), platform.jobs.stop()])
    await modules.afterClose()
    await platform.liveness.stop()
    await platform.close()
  }
  return {
    platform,
    async listen() {
      const check = { isStrict: !config.isEmbedded, accepted: config.acceptedMigrations }
      await untilDatabase(() => migrate(config.databaseUrl, platform.log, check), platform.log)
      await modules.prepare()
      await platform.liveness.start()
      if (roles.includes('jobs')) await platform.jobs.start()
      if (roles.includes('storage')) await modules.openGateway()
      if (roles.includes('relay')) await modules.openRelay()
      if (!roles.includes('http')) return { url: undefined }
      await modules.openToPeople()
      return { url: await site.listen({ port: config.port, host: config.host }) }
    },
    stop: () => (stopping ??= stop()),
  }
}

/** What the modules are to the program: their side of the site, and what must be there before it opens. */
type Modules = {
  site: SiteParts
  prepare(): Promise<void>
  /** What serves people needs before the site opens. */
  openToPeople(): Promise<void>
  /** Opens the storage gateway's listener. */
  openGateway(): Promise<void>
  closeGateway(): Promise<void>
  /** Opens the listener that agents of machines connect to. */
  openRelay(): Promise<void>
  closeRelay(): Promise<void>
  /** Says goodbye to whoever is connected for long. */
  beforeClose(): void
  /** Lets go of what jobs and calls needed to the end. */
  afterClose(): Promise<void>
}

/** Every module with its needs, lower floors first. */
function buildModules(platform: Platform): Modules {
  const { config, db, jobs, log } = platform
  // Floor 1: dictionary, files, notices, identity, ledger.
  const dictionary = createDictionary({ db })
  // Asked of the markets, floors above.
  const notices = createNotices({ db, jobs, findTurns: (userId, orderIds) => markets.findTurns(userId, orderIds) })
  const sms = openSms(platform)
  // Asked of the wallet, a floor above.
  const isWalletBound = (userId: string) => money.wallet.isBound(userId)
  const identity = createIdentity({
    ...platform,
    log: log.child({ module: 'identity' }),
    sms: sms.sender,
    tokenKey: config.tokenKey,
    operatorMobiles: config.isEmbedded
      ? [...config.operatorMobiles, DEMO_PHONES.operator, ...(config.isDemo ? [DEMO_PHONES.secondOperator] : [])]
      : config.operatorMobiles,
    product: config.product,
    isOwnPerson: ownPerson(config.isEmbedded),
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
    findInterestTags: dictionary.findInterestTags,
    isWalletBound,
    personalData: PERSONAL_DATA,
    signedInOnNewDevice: (tx, { userId, sessionId, agent }) =>
      notices.tell(tx, {
        userId,
        kind: 'identity.signed-in-elsewhere',
        params: { agent },
        link: { to: 'sessions' },
        key: `signed-in:${sessionId}`,
      }),
    numberChanged: (tx, { userId, mobile }) =>
      notices.tell(tx, {
        userId,
        kind: 'identity.mobile-changed',
        params: { mobile },
        link: { to: 'account' },
        key: `mobile-changed:${newId()}`,
      }),
    copyTaken: (tx, userId) =>
      notices.tell(tx, {
        userId,
        kind: 'identity.copy-taken',
        params: {},
        link: { to: 'sessions' },
        key: `copy-taken:${newId()}`,
      }),
    // Asked of the floor above.
    certificationWithdrawn: async (tx, userId) => {
      await certification.withdraw(tx, userId)
      await markets.talent.decertified(tx, userId)
    },
    fileContentsOf: (userId) => files.contentsOf(userId),
    findPublicName: async (userId) => (await certification.publicFace(userId))?.realName,
    removeFactors: (tx, userId) => factors.removeAll(tx, userId),
    factorsReset: (tx, userId) =>
      notices.tell(tx, {
        userId,
        kind: 'identity.factors-reset',
        params: {},
        link: { to: 'account' },
        key: `factors-reset:${newId()}`,
      }),
  })
  notices.sendTextsBy(identity.tellPhone)
  const factors = createFactors({
    ...platform,
    notices,
    publicUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
    labelOf: async (userId) => (await identity.getPerson(userId)).nickName,
    withOwnCode: (userId, code, work) => identity.withOwnCode(userId, { ...code, purpose: 'second-factor' }, work),
  })
  const files = createFiles({ ...platform, holdPerson: identity.holdPerson, setAvatar: identity.setAvatar })
  // Floors 1 and 2: ledger, payment, wallet.
  // What a seller has not cleared is asked of orders, a floor above.
  const orders = {
    unclearedFen: (userId: string) => markets.orders.unclearedFen(userId),
    findOrders: (numbers: readonly string[]) => markets.orders.findBilled(numbers),
  }
  const money = buildMoney(platform, { notices, identity, orders })
  const chain = buildChain(platform, identity)
  const favourites = createFavourites(platform)
  const searches = createSearches({ db, jobs, notices })
  const conversations = createConversations({ ...platform, files, notices, findPeople: identity.findPeople })
  const repositories = createRepositories({ allowList: config.repositoryAllowList })
  const certification = createCertification({
    ...platform,
    ...{ dictionary, files, notices, repositories, identity, findPeople: identity.findPeople },
    reviewers: config.certificationReviewers,
    // Asked of the floor above.
    certified: (tx, userId) => markets.talent.certified(tx, userId),
  })
  // Floors 3 and 4: orders, compute.
  const markets = buildMarkets(platform, {
    certification,
    repositories,
    conversations,
    favourites,
    searches,
    dictionary,
    files,
    notices,
    identity,
    rights: chain.rights,
    ...money,
  })
  for (const { actSubjects } of [money.payment, money.reconciliation, money.wallet, certification, markets])
    for (const subject of actSubjects) identity.registerActSubject(subject)
  const storage = buildStorage(platform, { identity, notices, chain: chain.index, grants: chain.faucet.grants })
  const relay = buildRelay(platform, markets.compute.relay)
  const live = createLive(platform, { isSessionOpen: identity.isSessionOpen })
  const siteOrigin = config.publicUrl && new URL(config.publicUrl).origin
  const modules = [
    live,
    dictionary,
    notices,
    identity,
    factors,
    files,
    money.payment,
    money.reconciliation,
    money.wallet,
    conversations,
    favourites,
    searches,
    certification,
    chain.faucet,
    chain.index,
    markets,
    storage,
  ]
  return {
    site: {
      routes: modules.flatMap((module) => module.routes),
      authenticate: identity.authenticate,
      isWalletBound,
      factorOf: factors.factorOf,
      paymentState: money.payment.state,
      chainState: chain.state,
      storageState: storage.state,
      figures: [...identity.figures, ...money.figures, ...chain.figures, ...markets.figures, ...live.figures],
      listOutbox: sms.listOutbox,
      describePage: markets.describePage,
      publicPages: markets.publicPages,
      addOwnProtocols: markets.code.addGit,
      addWebSockets(server) {
        markets.compute.addTerminal(server, siteOrigin)
        live.add(server, siteOrigin)
      },
    },
    openGateway: storage.listen,
    closeGateway: storage.close,
    openRelay: relay.listen,
    closeRelay: relay.close,
    openToPeople: live.start,
    beforeClose() {
      live.closeSockets()
      markets.compute.stopTerminals()
      chain.index.stop()
    },
    async afterClose() {
      chain.disconnect()
      await live.stop()
    },
    async prepare() {
      await identity.appointOperators()
      if (!config.isEmbedded) return
      const people = await identity.seedDemo(config.isDemo, config.demoPeople)
      await money.seedDemo(people.seller)
      if (people.expert === undefined) return
      for (const { id, about } of [{ id: people.expert, about: undefined }, ...people.others])
        if (about !== undefined || id === people.expert)
          await certification
            .seedDemo({ expertId: id, reviewerId: people.operator, about })
            // Another process may do it at the same moment, or a busy machine be too slow: the next start looks again.
            .catch((error: Error) => log.warn({ reason: error.message }, 'a demo expert is not certified yet'))
    },
  }
}

/** The SMS provider of the configuration. What the outbox keeps is shown on loopback. */
function openSms({ config, db, sealer }: Platform) {
  if (config.sms.provider === 'aliyun') return { sender: createSmsAliyun(config.sms), listOutbox: undefined }
  if (config.sms.provider === 'tencent') return { sender: createSmsTencent(config.sms), listOutbox: undefined }
  const outbox = createSmsOutbox({ db, sealer })
  return { sender: outbox, listOutbox: outbox.list }
}

/** Open calls may finish; what does not end in time is cut off. */
async function closeSite(site: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => site.server.closeAllConnections(), CLOSE_LIMIT_MS)
  await site.close().finally(() => clearTimeout(cut))
}
