import { ActionButton } from '@trove/ui/actions/action-button'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CodeIcon } from '@trove/ui/icons/places'
import { OfflineIcon, WaitingIcon } from '@trove/ui/icons/states'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { CardGridSkeleton } from '@trove/ui/lists/card-skeleton'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { GrowingList } from '../../../lib/lists/growing-list.tsx'
import { formatDay } from '../../../lib/shown/format.ts'
import { USE_PART } from '../addresses.ts'
import classes from '../code.module.css'
import { Author } from '../list/work-card.tsx'
import { useOwnedWorks } from '../queries.ts'

type Owned = ReturnType<typeof useOwnedWorks>['works'][number]

/** Why a work is not as it was; nothing while it is. */
function Standing({ work }: { work: Owned }) {
  const { t } = useTranslation()
  if (work.isFrozen) return <StatusBadge tone="amber" icon={WaitingIcon} label={t('code.mine.ownedStates.frozen')} />
  if (work.state === 'online') return null
  return <StatusBadge tone="neutral" icon={OfflineIcon} label={t('code.mine.ownedStates.gone')} />
}

function OwnedCard({ work }: { work: Owned }) {
  const { t } = useTranslation()
  const { productName, productUrl, licences } = work
  const page = paths.codeDetail({ id: work.id })
  const ofWork = (label: string, href: string) => ({ label, spoken: `${label} · ${productName}`, href })
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        {productUrl ? <img src={productUrl} alt="" loading="lazy" /> : <CodeIcon size={40} />}
      </div>
      <div className={classes.body}>
        <h3 className={classes.name}>{productName}</h3>
        <Author author={work.author} />
        <p className={classes.quiet}>
          {licences.map((licence) => t(`code.detail.licence.${licence}`)).join(t('code.form.comma'))}
          {' · '}
          {t('code.mine.ownedSince', { day: formatDay(work.obtainTime) })}
        </p>
        <Standing work={work} />
        <div className={classes.row}>
          {!work.isFrozen && <ActionButton action={ofWork(t('code.detail.use'), `${page}#${USE_PART}`)} />}
          <ActionButton kind="quiet" action={ofWork(t('works.open'), page)} />
        </div>
      </div>
    </article>
  )
}

/** Works of others that one has, bought or free. */
export function Library() {
  const { t } = useTranslation()
  const { list, works } = useOwnedWorks()
  return (
    <GrowingList
      list={list}
      count={works.length}
      skeleton={<CardGridSkeleton label={t('common.loading')} count={2} shape={{ hasPicture: true }} />}
      empty={
        <EmptyState
          illustration={<EmptyOrdersPicture />}
          title={t('code.mine.ownedEmpty')}
          text={t('code.mine.ownedEmptyText')}
          action={{ label: t('codeOrders.toMarket'), href: paths.codeList() }}
        />
      }
    >
      <CardGrid label={t('code.mine.tabs.owned')}>
        {works.map((work) => (
          <OwnedCard key={work.id} work={work} />
        ))}
      </CardGrid>
    </GrowingList>
  )
}
