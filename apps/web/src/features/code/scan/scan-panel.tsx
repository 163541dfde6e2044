import { useQuery } from '@tanstack/react-query'
import { getScan } from '@trove/contract/code/scan'
import type { RouteData } from '@trove/contract/kit/route'
import { LoneLink } from '@trove/ui/actions/lone-link'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from './scan-panel.module.css'

type Report = NonNullable<RouteData<typeof getScan>>

function Part({ title, empty, children }: { title: string; empty: string | undefined; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      {empty === undefined ? <ul className={classes.list}>{children}</ul> : <Quiet>{empty}</Quiet>}
    </section>
  )
}

function Secrets({ secrets, places }: Report) {
  const { t } = useTranslation()
  const nameOf = (kind: (typeof secrets)[number]['kind']) => t(`codeScan.kinds.${kind}`)
  return (
    <Part title={t('codeScan.secrets')} empty={secrets.length === 0 ? t('codeScan.noSecrets') : undefined}>
      {places.length > 0
        ? places.map(({ kind, path, line }) => (
            <li key={`${kind}${path}${line}`}>{t('codeScan.place', { kind: nameOf(kind), path, line })}</li>
          ))
        : secrets.map(({ kind, count }) => <li key={kind}>{t('codeScan.found', { kind: nameOf(kind), count })}</li>)}
    </Part>
  )
}

function Manifests({ manifests }: Report) {
  const { t } = useTranslation()
  return (
    <Part title={t('codeScan.manifests')} empty={manifests.length === 0 ? t('codeScan.noManifests') : undefined}>
      {manifests.map(({ path, licence, dependencyCount, dependencies }) => (
        <li key={path}>
          <strong>{path}</strong>{' '}
          <span>
            {licence === null ? t('codeScan.noLicence') : t('codeScan.licence', { licence })} ·{' '}
            {t('codeScan.dependencies', { count: dependencyCount })}
          </span>
          {dependencies.length > 0 && <p className={classes.names}>{dependencies.join(', ')}</p>}
        </li>
      ))}
    </Part>
  )
}

function Copies({ copies }: Report) {
  const { t } = useTranslation()
  return (
    <Part title={t('codeScan.copies')} empty={copies.length === 0 ? t('codeScan.noCopies') : undefined}>
      {copies.map(({ id, title, percent }) => (
        <li key={id}>
          <LoneLink href={paths.codeDetail({ id })}>{t('codeScan.copy', { percent, title })}</LoneLink>
        </li>
      ))}
    </Part>
  )
}

function Likes({ likes }: Report) {
  const { t } = useTranslation()
  return (
    <Part title={t('codeScan.likes')} empty={likes.length === 0 ? t('codeScan.noLikes') : undefined}>
      {likes.map(({ id, title, percent }) => (
        <li key={id}>
          <LoneLink href={paths.codeDetail({ id })}>{t('codeScan.like', { percent, title })}</LoneLink>
        </li>
      ))}
    </Part>
  )
}

function Malware({ malware: { state, isWhole, finds, refused, looked, files, at, scanner } }: Report) {
  const { t } = useTranslation()
  const said =
    state === 'clean' && !isWhole ? 'partly' : state === 'not-scanned' && looked !== null ? 'under-way' : state
  return (
    <>
      <Part title={t('codeScan.malware')} empty={said === 'found' ? undefined : t(`codeScan.malwareStates.${said}`)}>
        {finds.map(({ path, name }) => (
          <li key={path} className={classes.bad}>
            {t('codeScan.malwareFound', { path, name })}
          </li>
        ))}
      </Part>
      {refused.map((path) => (
        <Quiet key={path}>{t('codeScan.malwareRefused', { path })}</Quiet>
      ))}
      {!isWhole && looked !== null && (
        <Quiet>
          {files === null ? t('codeScan.malwareLooked', { looked }) : t('codeScan.malwareLookedOf', { looked, files })}
        </Quiet>
      )}
      {at !== null && (
        <Quiet>
          {scanner === ''
            ? t('codeScan.malwareAt', { when: formatMoment(at) })
            : t('codeScan.malwareBy', { when: formatMoment(at), scanner })}
        </Quiet>
      )}
    </>
  )
}

/** What the market found in a work's newest version, and what it did not look at. Nothing while that is not known. */
export function ScanPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'scan', id],
    queryFn: () => api(getScan, { params: { id } }),
    retry: false,
  })
  if (data === undefined && error)
    return (
      <Panel title={t('codeScan.title')}>
        <SmallFailure error={error} refetch={refetch} />
      </Panel>
    )
  if (data === undefined) return null
  if (data === null)
    return (
      <Panel title={t('codeScan.title')}>
        <Quiet>{t('codeScan.none')}</Quiet>
      </Panel>
    )
  return (
    <Panel title={t('codeScan.title')}>
      <Quiet>
        {t('codeScan.of', { number: data.number, when: formatMoment(data.at) })} ·{' '}
        {t('codeScan.files', { count: data.fileCount })}
        {data.rules !== '' && <> · {t('codeScan.rules', { date: data.rules })}</>}
      </Quiet>
      {!data.isWhole && <Quiet>{t('codeScan.partly')}</Quiet>}
      <Malware {...data} />
      <Secrets {...data} />
      <Manifests {...data} />
      <Copies {...data} />
      <Likes {...data} />
      <Quiet>{t('codeScan.notLooked')}</Quiet>
    </Panel>
  )
}
