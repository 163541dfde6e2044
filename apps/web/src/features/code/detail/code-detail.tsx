import type { listWorks } from '@trove/contract/code/market'
import type { RouteData } from '@trove/contract/kit/route'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { Columns } from '@trove/ui/layout/columns'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useListed } from '../../../lib/lists/use-listed.ts'
import { useSession } from '../../../lib/session/session.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import { Panel } from '../../../market/detail/panel.tsx'
import classes from '../code.module.css'
import { WorkCounts } from '../list/work-card.tsx'
import { useWork, type WorkDetail } from '../queries.ts'
import { ReportWork } from '../report/report-work.tsx'
import { TakedownNote } from '../report/takedown-note.tsx'
import { ScanPanel } from '../scan/scan-panel.tsx'
import { Author } from './author.tsx'
import { Evaluations } from './evaluations.tsx'
import { GetWork } from './get-work.tsx'
import { Preview } from './preview.tsx'
import { RunVideo } from './run-video.tsx'
import { WorkBones } from './work-bones.tsx'
import { Facts, Gallery, Labels, Versions } from './work-parts.tsx'

const Markdown = lazyShown(() => import('./markdown.tsx'))

function Detail({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  return (
    <Columns aside={<GetWork work={work} />}>
      <TakedownNote work={work} />
      <Panel>
        <h2 className={classes.heading}>{work.title}</h2>
        <Labels labels={work.labels} />
        <WorkCounts work={work} />
        <Facts work={work} />
        <Author work={work} />
      </Panel>
      <RunVideo src={work.video} />
      <Gallery pictures={work.pictures} />
      <Panel title={t('code.detail.intro')}>
        <Suspense fallback={<FieldsSkeleton label={t('common.loading')} count={3} />}>
          <Markdown text={work.intro} />
        </Suspense>
      </Panel>
      <Preview id={work.id} intro={work.intro} />
      <ScanPanel id={work.id} />
      <Versions workId={work.state === 'draft' ? undefined : work.id} versions={work.versions} />
      <Evaluations work={work} />
      <ReportWork work={work} />
    </Columns>
  )
}

/** One work with an address of its own, which anybody may open (decision 13). */
export default function CodeDetail() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  const isSignedIn = useSession().state === 'signed-in'
  const listed = useListed(
    ['code', 'list'],
    ({ content }: RouteData<typeof listWorks>) => content,
    (card) => card.id === id,
  )
  return (
    <OfferPage
      title={t('titles.codeDetails')}
      // The list asks for signing in; a visitor who came by a shared link goes back to the landing page.
      back={isSignedIn ? paths.codeList() : paths.workCodeForce()}
      path={paths.sharedCode({ id })}
      favourite={{ kind: 'code', id }}
      nameOf={({ title }) => title}
      asked={useWork(id)}
      waiting={<WorkBones card={listed} />}
    >
      {(work) => <Detail work={work} />}
    </OfferPage>
  )
}
