import type { Bytes } from '@trove/stored-file/bytes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingList, type Paged } from '../../../lib/lists/growing-list.tsx'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import classes from '../styles/storage.module.css'
import { ExtendPanel } from './extend-panel.tsx'
import { EXTENDED_AT_ONCE, endsSoon, isExtendable } from './extend-rules.ts'
import { FileCard } from './file-card.tsx'
import { FolderBar } from './folder-bar.tsx'
import { PurgePanel } from './purge-panel.tsx'
import { hasEnded, PURGED_AT_ONCE } from './purge-rules.ts'
import { type FileOrder, useEnding, useFiles } from './use-files.ts'
import { type FoldersModel, useFolders } from './use-folders.ts'

type Choosing = {
  choosable: readonly FileOrder[]
  /** Chosen by one press. */
  first: { label: string; orders: readonly FileOrder[] }
  most: number
}

/** Which orders are ticked, to be signed for together; what can be chosen no more falls out by itself. */
function useChosen({ choosable, first, most }: Choosing) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = choosable.filter(({ index }) => ids.has(index))
  const choose = (index: number, isChosen: boolean) =>
    setIds((now) => new Set(isChosen ? [...now, index] : [...now].filter((one) => one !== index)))
  const clear = () => setIds(new Set())
  const chooseFirst = { label: first.label, onClick: () => setIds(new Set(first.orders.map(({ index }) => index))) }
  const actions = [
    ...(first.orders.every(({ index }) => ids.has(index)) ? [] : [chooseFirst]),
    ...(chosen.length > 0 ? [{ label: t('storage.extend.clear'), onClick: clear }] : []),
  ]
  return { isAny: choosable.length > 0, ids, chosen, actions, choose, clear, isFull: chosen.length >= most }
}

/** The records of ended orders that are to be deleted together. */
function useEnded(orders: readonly FileOrder[]) {
  const { t } = useTranslation()
  const choosable = orders.filter(hasEnded)
  const first = choosable.slice(0, PURGED_AT_ONCE)
  const label = t('storage.purge.chooseEnded', { count: first.length })
  return useChosen({ choosable, first: { label, orders: first }, most: PURGED_AT_ONCE })
}

/** Which files are to be extended together. */
function useExtending(orders: readonly FileOrder[], endingSoon: readonly FileOrder[], block: number) {
  const { t } = useTranslation()
  const all = [...new Map([...endingSoon, ...orders].map((order) => [order.index, order])).values()]
  const choosable = all.filter((order) => isExtendable(order, block))
  const ending = choosable.filter((order) => endsSoon(order, block)).slice(0, EXTENDED_AT_ONCE)
  const label = t('storage.extend.chooseEnding', { count: ending.length })
  return useChosen({ choosable, first: { label, orders: ending }, most: EXTENDED_AT_ONCE })
}

/** The list as the page grows it: files of the folder first, then the names that were not read by themselves. */
function grow({ index, shown }: FoldersModel, list: ReturnType<typeof useFiles>['list']): Paged {
  if (!shown) return index
  const isNothing = shown.ids.length === 0
  return {
    isPending: !isNothing && list.isPending,
    isError: list.isError || index.isError,
    error: list.error ?? index.error,
    hasNextPage: list.hasNextPage || index.hasNextPage,
    isFetchingNextPage: list.isFetchingNextPage || index.isFetchingNextPage,
    fetchNextPage: () => (list.hasNextPage ? list : index).fetchNextPage(),
    refetch: () => (index.isError ? index : list).refetch(),
  }
}

/** The files an account stores, newest first. */
export function FileList({ wallet, vaultKey }: { wallet: Wallet; vaultKey: Bytes | undefined }) {
  const { t } = useTranslation()
  const folders = useFolders(wallet.accountId, vaultKey)
  const { list, orders, block } = useFiles(wallet.accountId, vaultKey ? folders.shown : 'all')
  const ending = useEnding(wallet.accountId)
  const extending = useExtending(orders, ending?.content ?? [], Math.max(block, ending?.block ?? 0))
  const ended = useEnded(orders)
  const given = ({ chosen, actions }: typeof ended) => ({ wallet, vaultKey, chosen, actions })
  return (
    <div className={classes.files}>
      {extending.isAny && <ExtendPanel {...given(extending)} onExtended={extending.clear} />}
      {ended.isAny && <PurgePanel {...given(ended)} onPurged={ended.clear} />}
      {folders.shown && <FolderBar model={folders} />}
      <GrowingList
        list={vaultKey ? grow(folders, list) : list}
        // A folder that holds only folders is not nothing.
        count={folders.shown ? (folders.index.names?.length ?? 0) : orders.length}
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
          {orders.map((order) => {
            const { ids, isFull, choose } = hasEnded(order) ? ended : extending
            const onChange = (isChosen: boolean) => choose(order.index, isChosen)
            const choice = { isChosen: ids.has(order.index), isFull, onChange }
            return <FileCard key={order.index} {...{ order, block, wallet, vaultKey, choice }} />
          })}
        </div>
      </GrowingList>
    </div>
  )
}
