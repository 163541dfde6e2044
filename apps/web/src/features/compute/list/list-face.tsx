import { COMPUTE_SORTS } from '@trove/contract/compute/shapes'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import type { ListFace } from '../../../market/list/face.ts'
import { useColumns } from '../facts/columns.tsx'
import { useFilterFace } from '../facts/filter-face.ts'
import { useFilterWords } from '../facts/filter-words.ts'
import type { Offer } from '../facts/queries.ts'
import { useOffers } from '../offer/queries.ts'
import { ComputeCard } from './compute-card.tsx'

const Rail = lazy(() => import('../facts/rail-fields.tsx'))

/** How the market's floor lists machines. */
export function useListFace(): ListFace<Offer> {
  const { t } = useTranslation()
  const filter = useFilterFace()
  const words = useFilterWords()
  return {
    ...filter,
    ...words,
    kind: 'superPoints',
    label: t('compute.market'),
    sorts: COMPUTE_SORTS.map((value) => ({ value, label: t(`compute.sort.${value}`) })),
    useOffers,
    foundWords: (total) => t('compute.found', { count: total, shown: formatCount(total) }),
    searchHint: t('compute.searchHint'),
    Rail,
    columns: useColumns(),
    Card: ComputeCard,
    shapeOf: ({ gpuModel, gpuCount, gpuVram }) => ({
      lines: 2,
      facts: 6,
      hasWide: Boolean(gpuModel ?? gpuCount ?? gpuVram),
      hasNotes: true,
      hasTerm: true,
    }),
    nameOf: ({ authId }) => authId,
    offerPath: (id) => paths.computeOffer({ id }),
    comparePath: (ids) => paths.compareCompute({ ids }),
    empty: {
      illustration: <EmptyMachinesPicture />,
      title: t('compute.empty.title'),
      text: t('compute.empty.text'),
      action: { label: t('compute.empty.shareMine'), href: paths.publishCompute() },
    },
    emptyFiltered: { title: t('compute.empty.filteredTitle'), text: t('compute.empty.filteredText') },
  }
}
