import { ActionButton } from '@trove/ui/actions/action-button'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import classes from './certification.module.css'
import { CodeProofs } from './code-proofs.tsx'
import { type Current, useCertification } from './queries.ts'
import { CertificationBadge } from './status.tsx'

const STEPS = ['choose', 'fill', 'wait'] as const

function Standing({ status, reason }: Current) {
  const { t } = useTranslation()
  if (status === 1) return <OutcomeNote kind="waiting" title={t('certification.waitingText')} />
  if (status === 2) return <OutcomeNote kind="success" title={t('certification.verifiedText')} />
  if (status !== 3) return null
  return (
    <OutcomeNote
      kind="warning"
      title={t('certification.refusedTitle')}
      text={t('certification.refusedText', { reason: reason ?? '' })}
    />
  )
}

function Intro({ current }: { current: Current }) {
  const { t } = useTranslation()
  const { status } = current
  const isOpen = status === 0 || status === 3
  return (
    <>
      <p className={classes.line}>
        <CertificationBadge status={status} />
        {current.identity && <span>{current.identity}</span>}
      </p>
      <Standing {...current} />
      {isOpen && (
        <ol className={classes.steps}>
          {STEPS.map((step) => (
            <li key={step}>{t(`certification.steps.${step}`)}</li>
          ))}
        </ol>
      )}
      <CodeProofs />
      <StickyAction>
        {isOpen ? (
          <ActionButton
            size="md"
            action={{
              label: t(status === 3 ? 'certification.again' : 'certification.start'),
              href: paths.certificationLabel(),
            }}
          />
        ) : (
          <ActionButton kind="plain" size="md" action={{ label: t('certification.toTalent'), href: paths.talent() }} />
        )}
      </StickyAction>
    </>
  )
}

/** What certification is, where one's own stands, and the way into it. */
export default function Certification() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error, refetch } = useCertification()
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('titles.authentication')}
        lead={t('certification.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()) }}
      />
      {data && <Intro current={data} />}
      {error && !data && <Failure error={error} refetch={refetch} />}
      {!data && !error && <DetailSkeleton label={t('common.loading')} />}
    </div>
  )
}
