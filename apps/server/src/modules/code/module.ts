import { WorkFilter } from '@trove/contract/code/shapes'
import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { DescribePage } from '../../platform/http/site/page-words.ts'
import type { PublicPages } from '../../platform/http/site/site-map.ts'
import type { SubjectKind } from '../conversations/module.ts'
import type { ActSubject } from '../identity/module.ts'
import type { Sellable } from '../orders/model/sellable.ts'
import type { SearchKind } from '../searches/module.ts'
import { commentRoutes } from './comments/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { forgetDays } from './figures/store.ts'
import { createViews } from './figures/views.ts'
import { licenceFileRoutes } from './licences/files.ts'
import { defineMalware } from './malware/job.ts'
import { marketRoutes } from './market/routes.ts'
import { createPublicWorks, createSharedWork } from './market/shared-work.ts'
import { countOnline, findNew, listOnlineIds, listPublicWorks } from './market/store.ts'
import { IMPORTS_AT_ONCE, WORKS_PER_PERSON } from './model/limits.ts'
import type { CodeNeeds } from './model/needs.ts'
import { previewRoutes } from './preview/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { defineTellFrozen, defineTellReporters } from './reports/tell.ts'
import { defineAnchoring } from './rights/job.ts'
import { rightsRoutes } from './rights/routes.ts'
import { defineScan } from './scan/job.ts'
import { scanRoutes } from './scan/routes.ts'
import { defineHandOver } from './selling/hand-over.ts'
import { defineOpenSales } from './selling/open-sales.ts'
import { codeOrderServedRoutes } from './selling/order-routes.ts'
import { salesRoutes } from './selling/sales-csv.ts'
import { createCodeSellable } from './selling/sellable.ts'
import { slotRoutes } from './slots/routes.ts'
import { archiveRoutes } from './vault/archives.ts'
import { addGitRoutes } from './vault/git.ts'
import { vaultRoutes } from './vault/routes.ts'
import { sweepScratch } from './versions/scratch.ts'
import { sweepWritings } from './versions/store.ts'
import { defineTellVersions } from './versions/tell.ts'
import { createTurns } from './versions/turns.ts'
import { pictureSrc, workPictures } from './works/pictures.ts'
import { workRoutes } from './works/routes.ts'
import { findTitles, findWork } from './works/store.ts'

/** Door of the code market: works, their versions, and the vault that git clones from. */
export type Code = {
  routes: ServedRoute[]
  sellable: Sellable
  /** What can be talked about and kept as a favourite; app.ts registers it. */
  subject: SubjectKind
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  /** How its list is filtered; app.ts registers it with saved searches. */
  search: SearchKind
  /** Works of a person that anybody can find, for pages that are about the person. */
  listPublicWorks(userId: string): Promise<PublicWork[]>
  /** What links of works say, and which works have pages; app.ts hands them to the site. */
  describePage: DescribePage
  publicPages: PublicPages
  /** Adds the addresses of git, which are outside of the contract. */
  addGit(server: FastifyInstance): Promise<void>
}

/** A work as its author's homepage shows it; `productUrl` is its picture. */
export type PublicWork = {
  productId: string
  productUrl: string
  productName: string
  countBrowses: number
  countComments: number
  countDownloads: number
}

const SWEEP_SECONDS = 3600

/** Builds the code market. */
export function createCode(needs: CodeNeeds): Code {
  const parts = { ...needs, inTurn: createTurns(), importing: createTurns(IMPORTS_AT_ONCE, 0), views: createViews() }
  needs.files.registerKind(workPictures(needs.db))
  needs.jobs.every('code.sweep-writings', SWEEP_SECONDS, async () => {
    // What processes left on this disk goes also when the store of blobs fails.
    await sweepScratch(needs.scratchDir)
    await sweepWritings(needs)
    await forgetDays(needs.db)
  })
  defineHandOver(needs)
  defineOpenSales(needs)
  defineTellVersions(needs)
  defineTellFrozen(needs)
  defineTellReporters(needs)
  defineScan(parts)
  defineMalware(needs)
  if (needs.rights) defineAnchoring({ ...needs, chain: needs.rights })
  return {
    sellable: createCodeSellable(needs),
    subject: subjectOf(needs),
    actSubjects: actSubjects(needs),
    search: savedSearch(needs),
    async listPublicWorks(userId) {
      const works = await listPublicWorks(needs.db, userId, WORKS_PER_PERSON)
      return works.map(({ id, title, cover, browses, comments, gets }) => ({
        ...{ productId: id, productName: title, productUrl: cover ? pictureSrc(cover) : '' },
        ...{ countBrowses: browses, countComments: comments, countDownloads: gets },
      }))
    },
    describePage: createSharedWork((id) => findWork(needs.db, id)),
    publicPages: createPublicWorks({
      count: () => countOnline(needs.db),
      ids: (range) => listOnlineIds(needs.db, range),
    }),
    routes: [
      ...workRoutes(parts),
      ...marketRoutes(needs),
      ...slotRoutes(needs),
      ...reportRoutes(needs),
      ...scanRoutes(parts),
      ...rightsRoutes(needs),
      ...previewRoutes(parts),
      ...vaultRoutes(needs),
      ...archiveRoutes(parts),
      ...codeOrderServedRoutes(needs),
      ...salesRoutes(needs),
      ...figureRoutes(needs),
      ...licenceFileRoutes(needs),
      ...commentRoutes(needs),
    ],
    addGit: (server) => addGitRoutes(server, parts),
  }
}

/** What people may talk about and mark: works that are online. */
function subjectOf({ db }: CodeNeeds): SubjectKind {
  return {
    kind: 'code',
    async find(id) {
      const work = await findWork(db, id)
      return work?.state === 'online' ? { ownerId: work.ownerId, title: work.title, isOpen: true } : undefined
    },
  }
}

/** What the record of acts calls works, and the works that places of the featured row were given to; a place has its number. */
function actSubjects({ db }: CodeNeeds): ActSubject[] {
  const findNames = (ids: string[]) => findTitles(db, ids)
  return [
    { kind: 'code-work', findNames },
    {
      kind: 'code-slot',
      findNames: async (places) => new Map(places.map((place) => [place, place])),
      reasons: { 'code.feature': findNames },
    },
  ]
}

/** What a saved search of works finds anew. */
function savedSearch({ db }: CodeNeeds): Code['search'] {
  return {
    kind: 'code',
    schema: WorkFilter,
    findNew: ({ filter, ...ask }) => findNew(db, { ...ask, filter: WorkFilter.parse(filter) }),
  }
}
