import type { Action } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { HeartFilledIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { type ComponentType, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { notify } from '../../lib/calls/notify.ts'
import { GrowingList } from '../../lib/lists/growing-list.tsx'
import { formatDay } from '../../lib/shown/format.ts'
import classes from './favourites.module.css'
import { useFavouriteChange, useFavourites } from './queries.ts'

type FavouriteListProps = {
  /** What each kind of offer is called, where one is shown, and what is said of it beside its title. */
  kinds: readonly {
    kind: string
    label: string
    offerPath(id: string): string
    Facts?: ComponentType<{ id: string }>
  }[]
  /** Where there is something to choose. */
  market: Action
}

/** One's favourites of all markets. */
export function FavouriteList({ kinds, market }: FavouriteListProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const list = useFavourites()
  const change = useFavouriteChange(() => notify('success', t('favourites.removed')))
  const { favourites } = list
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('titles.favourites')}
        lead={t('favourites.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()) }}
      />
      <GrowingList
        list={list}
        count={favourites.length}
        skeleton={<RowsSkeleton isPlain label={t('common.loading')} />}
        empty={
          <EmptyState
            illustration={<EmptyOrdersPicture />}
            title={t('favourites.none')}
            text={t('favourites.noneText')}
            action={market}
          />
        }
      >
        <ul className={classes.list}>
          {favourites.map(({ kind, id, title, addedAt }) => {
            const face = kinds.find((one) => one.kind === kind)
            return (
              <li key={`${kind} ${id}`} className={classes.row}>
                <span className={classes.words}>
                  {title !== null && face ? (
                    <LoneLink href={face.offerPath(id)}>{title}</LoneLink>
                  ) : (
                    <span>{title ?? t('favourites.gone')}</span>
                  )}
                  {title !== null && face?.Facts && (
                    <Suspense fallback={null}>
                      <face.Facts id={id} />
                    </Suspense>
                  )}
                  <small>
                    {face && `${face.label} · `}
                    {t('favourites.addedAt', { when: formatDay(addedAt) })}
                  </small>
                </span>
                <HeaderAction
                  kind="quiet"
                  action={{
                    label: t('favourites.remove'),
                    icon: <HeartFilledIcon size={18} />,
                    onClick: () => change.mutate({ subject: { kind, id }, isAdded: false }),
                    isBusy: change.isPending && change.variables.subject.id === id,
                  }}
                />
              </li>
            )
          })}
        </ul>
      </GrowingList>
    </div>
  )
}
