import { useQuery } from '@tanstack/react-query'
import { getCertificate } from '@trove/contract/code/rights'
import type { RouteData } from '@trove/contract/kit/route'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import hashScript from '../../../../../../docs/hash-checkout.mjs?raw'
import chainScript from '../../../../../../docs/verify-rights.mjs?raw'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { codePaths } from '../addresses.ts'
import { Command } from '../clone.tsx'
import classes from '../code.module.css'
import { OwnSigning } from './own-signing.tsx'

const SIGNED_POLL_MS = 5_000
type Certificate = RouteData<typeof getCertificate>

function Standing({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation()
  const { title, number, state, isFinal, isOwn } = certificate
  const isOwnState = isOwn && (state === 'waiting' || state === 'revealed')
  return (
    <Panel>
      <div className={classes.stack}>
        <h2 className={classes.heading}>{t('codeRights.lead', { title, number })}</h2>
        <p>
          <strong>{t(`codeRights.states.${state}`)}</strong>
        </p>
        <p>{t(isOwnState ? `codeRights.ownMeans.${state}` : `codeRights.means.${state}`)}</p>
        {state === 'revealed' && <Quiet>{isFinal ? t('codeRights.final') : t('codeRights.contest')}</Quiet>}
        <Quiet>{t('codeRights.provesFirst')}</Quiet>
      </div>
    </Panel>
  )
}

function Facts({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation()
  const { contentHash, address, committed, revealed, earlier, commitment, salt, chainTitle, genesisHash, isOwn } =
    certificate
  const blockOf = (block: Certificate['committed']) =>
    block &&
    (block.at === null
      ? t('codeRights.blockAlone', { number: block.number })
      : t('codeRights.block', { number: block.number, when: formatMoment(block.at) }))
  const facts = [
    [t('codeRights.contentHash'), contentHash],
    [t(isOwn ? 'codeRights.ownAccount' : 'codeRights.account'), address],
    [t('codeRights.committedAt'), blockOf(committed)],
    [t('codeRights.revealedAt'), blockOf(revealed)],
    [
      t('codeRights.earlierBy'),
      earlier && t('codeRights.earlierIn', { number: earlier.block, address: earlier.address }),
    ],
    [t('codeRights.chainTitle'), revealed && chainTitle],
    [t('codeRights.commitment'), commitment],
    [t('codeRights.salt'), salt],
    [t('codeRights.genesis'), genesisHash],
  ] as const
  return (
    <Panel title={t('codeRights.facts')}>
      <dl className={`${classes.lines} ${classes.record}`}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Panel>
  )
}

function HowToVerify({ contentHash }: Certificate) {
  const { t } = useTranslation()
  return (
    <Panel title={t('codeRights.verify')}>
      <div className={classes.stack}>
        <p>{t('codeRights.verifyHash')}</p>
        <Command text={hashScript} />
        <p>{t('codeRights.verifyChain')}</p>
        <Command text={chainScript} />
        <Command text={`node verify-rights.mjs ${t('codeRights.nodeAddress')} ${contentHash}`} />
      </div>
    </Panel>
  )
}

/** What the chain says of a version, and how anybody checks it without this site; for everybody who sees the work. */
export default function RightsPage() {
  const { t } = useTranslation()
  const { id = '', number = '' } = useParams()
  const asked = useQuery({
    queryKey: ['code', 'rights', id, number],
    queryFn: () => api(getCertificate, { params: { id, number: Number(number) } }),
    enabled: id !== '',
    // What its author signed is on the certificate once the block is final.
    refetchInterval: ({ state }) => (state.data?.toSign ? SIGNED_POLL_MS : false),
  })
  return (
    <OfferPage
      title={t('codeRights.title')}
      back={paths.codeDetail({ id })}
      path={codePaths.codeRights({ id, number })}
      asked={asked}
    >
      {(certificate) => (
        <div className={classes.certificate}>
          <Standing certificate={certificate} />
          {certificate.toSign && <OwnSigning {...certificate} toSign={certificate.toSign} />}
          <Facts certificate={certificate} />
          <HowToVerify {...certificate} />
        </div>
      )}
    </OfferPage>
  )
}
