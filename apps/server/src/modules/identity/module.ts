import type { StaffRole } from '@trove/contract/kit/staff-roles'
import type { Log } from '../../platform/base/log.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Figure } from '../../platform/metrics.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Confirming } from './account/confirm.ts'
import { accountRoutes } from './account/routes.ts'
import { type AccountDeps, createAccount } from './account/service.ts'
import { createSmsNotices } from './account/sms-notices.ts'
import { holdPerson, markOfPhone } from './account/store.ts'
import type { CodePurpose } from './codes/rules.ts'
import type { SmsNotice, SmsSender } from './codes/sms.ts'
import { type DemoPeople, type DemoPerson, seedDemo } from './demo.ts'
import { identityJobs } from './jobs.ts'
import { findStaff, listStaff } from './model/staff.ts'
import type { ConsentPurpose } from './model/tables.ts'
import { recordConsent } from './people/consents.ts'
import { createOperators } from './people/operators.ts'
import type { Caller, Person } from './people/person.ts'
import { createDirectory, createProfile, type ProfileDeps } from './people/profile.ts'
import { identityRoutes } from './routes.ts'
import { createAuthenticator } from './sessions/authenticate.ts'
import { createCookies } from './sessions/cookies.ts'
import { createSessions } from './sessions/service.ts'
import { createTokens } from './sessions/tokens.ts'
import type { SignInDeps } from './sign-in.ts'
import { type ActSubject, createActNames } from './staff/act-names.ts'
import { watchActs } from './staff/check.ts'
import { staffRoutes } from './staff/routes.ts'

export { DEMO_PHONES } from './demo.ts'
export type { Caller, Person } from './people/person.ts'
export type { ActSubject } from './staff/act-names.ts'

/** A code as typed: what it confirms, and the network it comes from. */
export type OwnCode = { typed: string; purpose: CodePurpose } & Confirming

/** Door of identity: people and their sessions. */
export type Identity = {
  /** The caller behind a bearer access token, or undefined when it is unknown, expired or revoked. */
  authenticate(accessToken: string): Promise<Caller | undefined>
  /** Whether the session is still valid; another process may see its end four seconds late. */
  isSessionOpen(sessionId: string): Promise<boolean>
  /** Throws `resource.not-found` when there is no such person. */
  getPerson(userId: string): Promise<Person>
  findPeople(userIds: string[]): Promise<Map<string, Person>>
  /** Whether that person's account is still there; then it is not erased before the transaction ends. */
  holdPerson(tx: Tx, userId: string): Promise<boolean>
  /** What the person's number is known again by for one purpose, also after the account was deleted; undefined once it is. */
  markOfPhone(db: Db | Tx, userId: string, purpose: string): Promise<Buffer | undefined>
  /** Which of these people may act as that role of the staff now, owners among them. */
  findStaff(tx: Tx, userIds: string[], role: StaffRole): Promise<Set<string>>
  /** Everybody who may act as that role of the staff now, owners among them. */
  listStaff(tx: Tx, role: StaffRole): Promise<string[]>
  /** Whose nickname contains the text, newest first, at most 200 ids, and nobody for an empty text: for searches in other modules. */
  findIdsByName(text: string): Promise<string[]>
  /**
   * Does the work in a transaction that also uses up a code sent to the person's own phone.
   * @throws identity.code-wrong, code-attempts, slider-required, and what the work throws
   */
  withOwnCode<T>(userId: string, code: OwnCode, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Sends a text message to the person's own phone, once the transaction commits. */
  tellPhone(tx: Tx, userId: string, message: SmsNotice & { language: 'zh-CN' | 'en' }): Promise<void>
  setAvatar(tx: Tx, userId: string, fileName: string): Promise<void>
  /** Writes down that the person consented to a text, in the transaction of what it allows. */
  recordConsent(tx: Tx, consent: { userId: string; purpose: ConsentPurpose; version: string }): Promise<void>
  /** How what the staff acts on is called in the record of acts; app.ts registers those of all modules. */
  registerActSubject(subject: ActSubject): void
  /** Brings roles in line with the configuration; call at each start. */
  appointOperators(): Promise<void>
  /** Adds the people of the embedded world (the operator alone unless `isDemo`); safe to repeat. */
  seedDemo(isDemo: boolean, others?: readonly DemoPerson[]): Promise<DemoPeople>
}

export type IdentityDeps = {
  db: Db
  jobs: Jobs
  log: Log
  limiter: Limiter
  sealer: Sealer
  sms: SmsSender
  tokenKey: Buffer
  /** Eleven digits each: who holds one of these numbers is an operator. */
  operatorMobiles: readonly string[]
  product: string
  /** The site is reached by https: cookies are marked Secure. */
  isHttps: boolean
  /** Whether a caller is the person at this machine, who is no network to be limited. */
  isOwnPerson(ip: string): boolean
  findInterestTags: ProfileDeps['findInterestTags']
  /** What every module keeps of people. */
  personalData: readonly PersonalData[]
  /** walletFlag; asked of the floor above, so it is handed in. */
  isWalletBound(userId: string): Promise<boolean>
  signedInOnNewDevice: SignInDeps['signedInOnNewDevice']
  numberChanged: AccountDeps['numberChanged']
  copyTaken: AccountDeps['copyTaken']
  certificationWithdrawn: AccountDeps['certificationWithdrawn']
  fileContentsOf: AccountDeps['fileContentsOf']
  /** The real name a certified expert shows to everybody; asked of the floor above. */
  findPublicName(userId: string): Promise<string | undefined>
  /** Removes a person's second factors; implemented by the factors module. */
  removeFactors(tx: Tx, userId: string): Promise<void>
  /** Tells a person that an owner reset their second factors. */
  factorsReset(tx: Tx, userId: string): Promise<void>
}

export function createIdentity(deps: IdentityDeps): Identity & { routes: ServedRoute[]; figures: Figure[] } {
  const { db, log, sealer, product } = deps
  const tokens = createTokens({ key: deps.tokenKey, product })
  const authenticator = createAuthenticator({ db, tokens })
  const sessions = createSessions({ db, tokens, authenticator, log })
  const directory = createDirectory(db)
  const operators = createOperators({ db, sealer, log, mobiles: deps.operatorMobiles })
  const account = createAccount({ ...deps, sessions, directory, operators, smsNotices: createSmsNotices(deps) })
  const cookies = createCookies({ product, isSecure: deps.isHttps })
  const sendCodeDeps = { db, sealer, sms: deps.sms, log, isOwnPerson: deps.isOwnPerson }
  identityJobs(db, deps.jobs, account)
  const figures = watchActs(deps)
  const actNames = createActNames()
  actNames.register({ kind: 'person', findNames: async (ids) => namesOf(await directory.findPeople(ids)) })
  return {
    figures,
    authenticate: authenticator.authenticate,
    isSessionOpen: authenticator.isSessionOpen,
    getPerson: directory.getPerson,
    findPeople: directory.findPeople,
    holdPerson,
    markOfPhone,
    findStaff,
    listStaff,
    findIdsByName: directory.findIdsByName,
    withOwnCode: (userId, { typed, purpose, ...from }, work) =>
      account.withOwnCode(userId, { typed, purpose }, from, work),
    tellPhone: account.tellPhone,
    setAvatar: directory.setAvatar,
    recordConsent: (tx, consent) => recordConsent(tx, { ...consent, act: 'given' }),
    registerActSubject: actNames.register,
    appointOperators: operators.appoint,
    seedDemo: (isDemo, others) => seedDemo(db, sealer, isDemo, others),
    routes: [
      ...identityRoutes({
        db,
        limiter: deps.limiter,
        findPublicName: deps.findPublicName,
        cookies,
        sessions,
        profile: createProfile(deps),
        directory,
        sendCodeDeps,
        signInDeps: { db, sealer, sessions, operators, signedInOnNewDevice: deps.signedInOnNewDevice },
      }),
      ...accountRoutes({ account, cookies, sendCodeDeps }),
      ...staffRoutes({ ...deps, directory, sessions, actNames }),
    ],
  }
}

/** What people are called, by id. */
const namesOf = (people: Map<string, Person>) => new Map([...people].map(([id, { nickName }]) => [id, nickName]))
