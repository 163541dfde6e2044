import { VisuallyHidden } from '@mantine/core'
import type { ContractError } from '@trove/contract/errors/codes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { SideRail } from '@trove/ui/layout/side-rail'
import { CardGridSkeleton } from '@trove/ui/lists/card-skeleton'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingList } from '../../lib/lists/growing-list.tsx'
import { lazyPart } from '../../lib/shown/later/lazy-part.ts'
import { PickBar } from '../compare/pick-bar.tsx'
import { useMarks } from '../favourites/marks.ts'
import type { ListFace } from './face.ts'
import { FilterRail } from './filter-rail.tsx'
import classes from './list.module.css'
import { ListBar } from './list-bar.tsx'
import { type ListUrl, useListUrl } from './list-url.ts'
import { OfferTable } from './offer-table.tsx'

const CardCorner = lazyPart(() => import('./card-corner.tsx'))
const WrongFilters = lazyPart(() => import('./wrong-filters.tsx'))

function Empty<Offer extends { id: string }>({ face, url }: { face: ListFace<Offer>; url: ListUrl }) {
  const { t } = useTranslation()
  const { illustration, ...rest } = face.empty
  const isFiltered = Object.keys(url.filter).length > 0
  const words = isFiltered
    ? { ...face.emptyFiltered, action: { label: t('market.filter.clearAll'), onClick: () => url.setFilter({}) } }
    : rest
  return <EmptyState illustration={illustration} {...words} />
}

const idsOf = (offers: readonly { id: string }[]) => offers.map(({ id }) => id)

/** Any market's list: filter with live count, order, cards or a dense table, and ticks to compare, all in the address. */
export function MarketList<Offer extends { id: string }>({ face }: { face: ListFace<Offer> }) {
  const { t } = useTranslation()
  const url = useListUrl(face.fields, face.sorts)
  const { list, offers, total } = face.useOffers(url.filter, url.sort)
  const found = total === undefined ? (list.isError ? '' : t('common.loading')) : face.foundWords(total)
  const marks = useMarks(face.kind, idsOf(offers))
  const isTable = url.view === 'table'
  return (
    <SideRail
      label={t('market.filter.title')}
      rail={<FilterRail Rail={face.Rail} filter={url.filter} change={url.change} />}
    >
      <ListBar face={face} url={url} found={found} />
      <VisuallyHidden>{face.summary(url.filter)}</VisuallyHidden>
      <GrowingList
        list={list}
        count={offers.length}
        skeleton={
          isTable ? (
            <RowsSkeleton label={t('common.loading')} count={12} />
          ) : (
            <CardGridSkeleton label={t('common.loading')} count={8} shape={face.shapeOf(url.filter)} />
          )
        }
        empty={<Empty face={face} url={url} />}
        failed={
          (list.error as ContractError | null)?.fields && <WrongFilters list={list} chips={face.chips} url={url} />
        }
      >
        {isTable ? (
          <OfferTable face={face} url={url} offers={offers} />
        ) : (
          <CardGrid label={face.label}>
            {offers.map((offer) => (
              <face.Card
                key={offer.id}
                offer={offer}
                heart={
                  <Suspense fallback={<span className={classes.corner} data-picks={Boolean(face.comparePath)} />}>
                    <CardCorner
                      subject={{ kind: face.kind, id: offer.id }}
                      name={face.nameOf(offer)}
                      isMarked={marks.has(offer.id)}
                      picks={face.comparePath && url}
                    />
                  </Suspense>
                }
              />
            ))}
          </CardGrid>
        )}
      </GrowingList>
      {face.comparePath && <PickBar picked={url.picked} onClear={url.clearPicks} comparePath={face.comparePath} />}
    </SideRail>
  )
}
