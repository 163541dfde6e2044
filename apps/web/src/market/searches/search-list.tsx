import { Switch } from '@mantine/core'
import { type Action, ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { DeleteIcon, EditIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import { formatDay } from '../../lib/shown/format.ts'
import { NameDialog } from './name-dialog.tsx'
import { NewFinds } from './new-finds.tsx'
import { type Search, useSearchActions, useSearches } from './queries.ts'
import classes from './searches.module.css'

type Kinds = readonly { kind: string; label: string; listPath(filter: Record<string, string>): string }[]

type NoticeSwitchProps = { search: Search; change: ReturnType<typeof useSearchActions>['change'] }

/** Notice on or off; a search that is over says so instead. */
function NoticeSwitch({ search: { id, name, hasNotice, isOver }, change }: NoticeSwitchProps) {
  const { t } = useTranslation()
  if (isOver) return <span className={classes.over}>{t('searches.over')}</span>
  return (
    <Switch
      checked={change.isPending ? (change.variables.hasNotice ?? hasNotice) : hasNotice}
      onChange={(event) => change.mutate({ id, hasNotice: event.currentTarget.checked })}
      label={t('searches.notice')}
      aria-label={t('searches.noticeOf', { name })}
    />
  )
}

/** What it is called, what it found since it was looked at, and where and since when it looks. */
function Words({ search: { name, newCount, createdAt }, face }: { search: Search; face: Kinds[number] | undefined }) {
  return (
    <span className={classes.words}>
      <strong>
        {name} <NewFinds count={newCount} />
      </strong>
      <small>
        {face && `${face.label} · `}
        {formatDay(createdAt)}
      </small>
    </span>
  )
}

function SearchRow({ search, face }: { search: Search; face: Kinds[number] | undefined }) {
  const { t } = useTranslation()
  const { change, remove, see } = useSearchActions()
  const [isNaming, setNaming] = useState(false)
  const { id, name, filter } = search
  const rename = (next: string) =>
    change.mutate(
      { id, name: next },
      {
        onSuccess: () => {
          setNaming(false)
          notify('success', t('searches.renamed'))
        },
      },
    )
  const drop = () => remove.mutate(id, { onSuccess: () => notify('success', t('searches.removed')) })
  return (
    <li className={classes.row}>
      <Words search={search} face={face} />
      <NoticeSwitch search={search} change={change} />
      <span className={classes.acts}>
        {face && (
          <ActionButton
            kind="plain"
            action={{ label: t('searches.run'), href: face.listPath(filter), onClick: () => see.mutate(id) }}
          />
        )}
        <HeaderAction
          kind="quiet"
          action={{ label: t('searches.rename'), icon: <EditIcon size={18} />, onClick: () => setNaming(true) }}
        />
        <HeaderAction
          kind="quiet"
          action={{
            label: t('searches.remove'),
            icon: <DeleteIcon size={18} />,
            onClick: drop,
            isBusy: remove.isPending,
          }}
        />
      </span>
      {isNaming && <Naming first={name} isBusy={change.isPending} onClose={() => setNaming(false)} onSend={rename} />}
    </li>
  )
}

type NamingProps = { first: string; isBusy: boolean; onClose: () => void; onSend: (name: string) => void }

function Naming(props: NamingProps) {
  const { t } = useTranslation()
  return <NameDialog title={t('searches.rename')} sendLabel={t('common.save')} {...props} />
}

/** One's saved searches of all markets: run, rename, delete, notice on or off. */
export function SearchList({ kinds, market }: { kinds: Kinds; market: Action }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error, refetch } = useSearches()
  return (
    <div className={classes.page} ref={keepFocus}>
      <PageHeader
        title={t('titles.savedSearches')}
        lead={t('searches.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()) }}
      />
      {error && !data && <Failure error={error} refetch={refetch} />}
      {!data && !error && <RowsSkeleton label={t('common.loading')} />}
      {data?.length === 0 && (
        <EmptyState
          illustration={<EmptyMessagesPicture />}
          title={t('searches.none')}
          text={t('searches.noneText')}
          action={market}
        />
      )}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((search) => (
            <SearchRow key={search.id} search={search} face={kinds.find(({ kind }) => kind === search.kind)} />
          ))}
        </ul>
      )}
    </div>
  )
}
