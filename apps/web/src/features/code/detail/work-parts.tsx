import { LoneLink } from '@trove/ui/actions/lone-link'
import { Link } from '@trove/ui/base/link'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { codePaths } from '../addresses.ts'
import classes from '../code.module.css'
import type { WorkDetail } from '../queries.ts'
import { useWorkWords } from '../use-words.ts'

/** Labels that lead to the list of works with the same. */
export function Labels({ labels }: { labels: string[] }) {
  return (
    <ul className={classes.labels}>
      {labels.map((label) => (
        <li key={label}>
          <Link href={paths.codeList({ label })}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}

/** What it runs on, what it is written in, and when it changed. */
export function Facts({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  const { languageOf } = useWorkWords()
  return (
    <dl className={classes.lines}>
      <dt>{t('works.facts.language')}</dt>
      <dd>{languageOf(work.language)}</dd>
      <dt>{t('works.facts.environment')}</dt>
      <dd>{work.environment || '–'}</dd>
      <dt>{t('works.facts.updated')}</dt>
      <dd>{formatMoment(work.versions[0]?.createTime ?? work.createTime)}</dd>
      {work.demoUrl && (
        <>
          <dt>{t('code.detail.demo')}</dt>
          <dd>
            <LoneLink href={work.demoUrl} target="_blank" rel="noopener noreferrer nofollow ugc">
              {work.demoUrl}
            </LoneLink>
          </dd>
        </>
      )}
    </dl>
  )
}

/** Pictures of three kinds, each opening whole. */
export function Gallery({ pictures }: { pictures: WorkDetail['pictures'] }) {
  const { t } = useTranslation()
  if (pictures.length === 0) return null
  const numberOf = (picture: (typeof pictures)[number]) =>
    pictures.filter(({ kind }) => kind === picture.kind).indexOf(picture) + 1
  return (
    <Panel title={t('code.detail.pictures')}>
      <ul className={classes.gallery}>
        {pictures.map((picture) => {
          const kind = t(`code.detail.kinds.${picture.kind}`)
          const words = t('code.detail.pictureAlt', { kind, number: numberOf(picture) })
          return (
            <li key={picture.id}>
              <figure>
                <a href={picture.src} target="_blank" rel="noopener">
                  <img src={picture.src} alt={words} loading="lazy" />
                </a>
                <figcaption>{kind}</figcaption>
              </figure>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

type VersionsProps = {
  /** The work whose certificates are linked; without one there are none yet. */
  workId?: string | undefined
  versions: WorkDetail['versions']
}

/** Versions with what their author says of them, newest first. */
export function Versions({ workId, versions }: VersionsProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('code.detail.versions')}>
      {versions.length === 0 && <Quiet>{t('code.form.noSource')}</Quiet>}
      <ol className={classes.versions}>
        {versions.map(({ number, notes, createTime, treeDigest }) => (
          <li key={number}>
            <strong>{t('code.detail.version', { number })}</strong>{' '}
            <span className={classes.when}>{formatMoment(createTime)}</span>
            <p>{notes || <span className={classes.quiet}>{t('code.detail.noNotes')}</span>}</p>
            <span className={classes.when}>{t('code.detail.digest')}</span>
            <code className={classes.digest}>{treeDigest}</code>
            {treeDigest && workId && (
              <LoneLink href={codePaths.codeRights({ id: workId, number: String(number) })}>
                {t('codeRights.open')}
              </LoneLink>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
