import type { Bytes } from '@trove/stored-file/bytes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { GrowingList } from '../../../lib/growing-list.tsx'
import type { Wallet } from '../../../lib/wallet.ts'
import classes from '../styles/storage.module.css'
import { FileCard } from './file-card.tsx'
import { useFiles } from './use-files.ts'

/** The files an account stores, newest first. */
export function FileList({ wallet, vaultKey }: { wallet: Wallet; vaultKey: Bytes | undefined }) {
  const { t } = useTranslation()
  const list = useFiles(wallet.accountId)
  const pages = list.data?.pages ?? []
  const block = Math.max(0, ...pages.map((page) => page.block))
  const orders = pages.flatMap(({ content }) => content)
  return (
    <GrowingList
      list={list}
      count={orders.length}
      skeleton={<RowsSkeleton label={t('common.loading')} />}
      empty={
        <EmptyState
          illustration={<StoragePicture />}
          title={t('storage.files.none')}
          text={t('storage.files.noneText')}
        />
      }
    >
      <div className={classes.list}>
        {orders.map((order) => (
          <FileCard key={order.index} {...{ order, block, wallet, vaultKey }} />
        ))}
      </div>
    </GrowingList>
  )
}
