import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { GrowingList } from '../../../lib/lists/growing-list.tsx'
import { useConnectWay } from '../../../lib/wallet/use-connect-way.ts'
import { useWallet, type Wallet } from '../../../lib/wallet/wallet.ts'
import classes from '../styles/storage.module.css'
import { EarningCard } from './earning-card.tsx'
import { StorageRefunds } from './storage-refunds.tsx'
import { useEarnings } from './use-earnings.ts'

function Earnings({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation()
  const list = useEarnings(wallet.accountId)
  const pages = list.data?.pages ?? []
  const block = Math.max(0, ...pages.map((page) => page.block))
  const earnings = pages.flatMap(({ content }) => content)
  return (
    <>
      <GrowingList
        list={list}
        count={earnings.length}
        skeleton={<RowsSkeleton label={t('common.loading')} />}
        empty={
          <EmptyState
            illustration={<StoragePicture />}
            title={t('storageEarnings.none')}
            text={t('storageEarnings.noneText')}
            action={{ label: t('titles.share'), href: paths.shareStorage() }}
          />
        }
      >
        <div className={classes.list}>
          {earnings.map((earning) => (
            <EarningCard key={earning.order.index} {...{ earning, block, wallet }} />
          ))}
        </div>
      </GrowingList>
      {/* Last: its rows come later, and would push the cards away. */}
      <StorageRefunds account={wallet.accountId} />
    </>
  )
}

/** The storage tab of what one earns: orders that the connected account keeps as a storage node. */
export function StorageEarnings() {
  const { t } = useTranslation()
  const wallet = useWallet()
  const way = useConnectWay()
  if (wallet) return <Earnings wallet={wallet} />
  return (
    <EmptyState
      illustration={<StoragePicture />}
      title={t('storage.connect')}
      text={t('storageEarnings.connectText')}
      action={{ label: t('storageEntry.connect'), href: way }}
    />
  )
}
