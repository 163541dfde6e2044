import { useQuery } from '@tanstack/react-query'
import { previewFile, previewWork } from '@trove/contract/code/preview'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { FileIcon } from '@trove/ui/icons/facts'
import { LockIcon } from '@trove/ui/icons/things'
import { formatBytes } from '@trove/units/bytes'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { ShowMore } from '../../../lib/lists/show-more.tsx'
import { formatCount } from '../../../lib/shown/format.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { InsideSearch } from './inside-search.tsx'
import classes from './preview.module.css'

const Markdown = lazyShown(() => import('./markdown.tsx'))

function FileBody({ id, path }: { id: string; path: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'file', id, path],
    queryFn: () => api(previewFile, { params: { id }, query: { path } }),
  })
  if (error) return <SmallFailure error={error} refetch={refetch} />
  if (!data) return <FieldsSkeleton label={t('common.loading')} count={4} />
  return (
    <section aria-label={path}>
      <strong className={classes.path}>{path}</strong>
      {data.isBinary && <Quiet>{t('code.preview.binary')}</Quiet>}
      {data.lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre className={classes.body} tabIndex={0}>
          {data.lines.map((line, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a version never change their places
            <code key={number} className={classes.line}>
              {line.map(({ kind, text }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do the pieces of a line
                <span key={place} className={classes[kind]}>
                  {text}
                </span>
              ))}
              {'\n'}
            </code>
          ))}
        </pre>
      )}
      {data.isCut && <Quiet>{t('code.preview.fileCut')}</Quiet>}
    </section>
  )
}

/** A list of thousands takes a phone seconds to draw. */
const FILES_AT_FIRST = 200

type File = { path: string; bytes: number; isOpen: boolean }

type FileListProps = { files: File[]; onOpen: (path: string) => void; opened?: string }

/** Names and sizes: those the author opened and the first others at once, thousands when they are wanted. */
function FileList({ files, onOpen, opened }: FileListProps) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = files.filter(({ isOpen }, i) => isWhole || isOpen || i < FILES_AT_FIRST)
  return (
    <>
      <ul className={classes.files}>
        {shown.map(({ path, bytes, isOpen }) => (
          <li key={path}>
            {isOpen ? (
              <button type="button" aria-pressed={path === opened} onClick={() => onOpen(path)}>
                <FileIcon size={15} /> {path}
              </button>
            ) : (
              <span>
                <LockIcon size={15} label={t('code.preview.hidden')} /> {path}
              </span>
            )}
            <small>{formatBytes(BigInt(bytes))}</small>
          </li>
        ))}
      </ul>
      <ShowMore
        kind="plain"
        label={t('code.preview.all', { count: files.length })}
        count={shown.length}
        hasMore={shown.length < files.length}
        onMore={() => setWhole(true)}
      />
    </>
  )
}

function Readme({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <Panel title="README">
      <Suspense fallback={<FieldsSkeleton label={t('common.loading')} count={3} />}>
        <Markdown text={text} />
      </Suspense>
    </Panel>
  )
}

/**
 * Looking inside a work before having it: names and sizes, languages, README, and the files its author opened. A README
 * whose text stands in the introduction above is not shown again.
 */
export function Preview({ id, intro }: { id: string; intro: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey: ['code', 'preview', id],
    queryFn: () => api(previewWork, { params: { id } }),
  })
  if (data?.number === 0) return null
  const all = data?.languages.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
  const share = (bytes: number) => `${formatCount(Math.round((bytes / all) * 1000) / 10)} %`
  return (
    <>
      {data?.readme && data.readme.trim() !== intro.trim() && <Readme text={data.readme} />}
      <Panel title={t('code.preview.title')}>
        <Quiet>{t('code.preview.lead')}</Quiet>
        {error && <SmallFailure error={error} refetch={refetch} />}
        {!data && !error && <FieldsSkeleton label={t('common.loading')} count={4} />}
        {data && (
          <>
            <Quiet>
              {t('code.preview.files', { count: data.fileCount, shown: formatCount(data.fileCount) })} ·{' '}
              {formatBytes(BigInt(data.bytes))}
              {data.languages.map(({ name, bytes }) => ` · ${name} ${share(bytes)}`).join('')}
            </Quiet>
            <Quiet>
              {data.licenceFile ? t('code.preview.licence', { name: data.licenceFile }) : t('code.preview.noLicence')}
            </Quiet>
            <InsideSearch id={id} onOpen={setOpened} />
            <FileList files={data.files} onOpen={setOpened} opened={opened} />
            {data.fileCount > data.files.length && <Quiet>{t('code.preview.cut')}</Quiet>}
            {opened && <FileBody id={id} path={opened} />}
          </>
        )}
      </Panel>
    </>
  )
}
