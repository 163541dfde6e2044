import { useQuery } from '@tanstack/react-query'
import { getCertificate } from '@trove/contract/compute/certificates'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import verifyScript from '../../../../../../docs/verify-certificate.mjs?raw'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { saveFile } from '../../../lib/shown/save-file.ts'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { VerificationBadge } from '../facts/verification.tsx'
import { MeasuredTable } from '../offer/measured-table.tsx'
import classes from './certificate.module.css'
import { DayTable } from './day-table.tsx'
import { Ranks } from './ranks.tsx'
import { Reached } from './reached.tsx'
import type { Certificate, Issued } from './shapes.ts'

const KEYS = '/.well-known/trove-certificate-keys.json'
const METHODS = ['login', 'cpu', 'disk', 'bandwidth', 'size', 'gpu', 'differs'] as const

function Standing({ id, certificate }: { id: string; certificate: Certificate }) {
  const { t } = useTranslation()
  return (
    <Panel>
      <div className={classes.standing}>
        <h2>{certificate.resourceId}</h2>
        <VerificationBadge verification={certificate.check} hasDate />
        <p>{t('certificate.lead')}</p>
        <Quiet>{t('certificate.issued', { when: formatMoment(certificate.issuedAt) })}</Quiet>
        <LoneLink href={paths.computeOffer({ id })}>{t('certificate.machine')}</LoneLink>
      </div>
    </Panel>
  )
}

function Method() {
  const { t } = useTranslation()
  return (
    <Panel title={t('certificate.method')}>
      <ul className={classes.methods}>
        {METHODS.map((name) => (
          <li key={name}>{t(`certificate.methods.${name}`)}</li>
        ))}
      </ul>
    </Panel>
  )
}

function HowToVerify({ fileName, text }: Issued) {
  const { t } = useTranslation()
  const save = () => saveFile(new Blob([text], { type: 'application/json' }), fileName)
  return (
    <Panel title={t('certificate.verify')}>
      <p>{t('certificate.verifyText')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre className={classes.script} tabIndex={0}>
        {verifyScript}
      </pre>
      <div className={classes.actions}>
        <ActionButton action={{ label: t('certificate.download'), onClick: save }} />
        <ActionButton kind="plain" action={{ label: t('certificate.keys'), href: KEYS }} />
      </div>
    </Panel>
  )
}

/** What Trove found on a machine over time, for everybody who has its address; signed, so that a copy can be verified. */
export default function CertificatePage() {
  const { t } = useTranslation()
  const id = useParams().id ?? ''
  const isSignedIn = useSession().state === 'signed-in'
  const asked = useQuery({
    queryKey: ['compute', 'certificate', id],
    queryFn: () => api(getCertificate, { params: { id } }),
    enabled: id !== '',
  })
  return (
    <OfferPage
      title={t('compute.detail.certificate')}
      back={paths.computeOffer({ id })}
      // The market asks for signing in; a stranger with the address finds machines on its landing page.
      backIfGone={isSignedIn ? paths.market({ tab: 'computing' }) : paths.computingPower()}
      gone={{ title: t('certificate.goneTitle'), text: t('certificate.gone'), onLabel: t('certificate.others') }}
      path={paths.computeCertificate({ id })}
      nameOf={({ certificate }) => `${certificate.resourceId} · ${t('compute.detail.certificate')}`}
      asked={asked}
    >
      {(issued) => (
        <div className={classes.page}>
          <Standing id={id} certificate={issued.certificate} />
          <Panel title={t('compute.detail.compare')}>
            <MeasuredTable declared={issued.certificate.declared} measured={issued.certificate.check.measured} />
          </Panel>
          <Reached certificate={issued.certificate} />
          <Ranks certificate={issued.certificate} />
          <DayTable days={issued.certificate.perDay} />
          <Method />
          <HowToVerify {...issued} />
        </div>
      )}
    </OfferPage>
  )
}
