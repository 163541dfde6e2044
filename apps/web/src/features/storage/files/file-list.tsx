import type { Bytes } from '@trove/stored-file/bytes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingList } from '../../../lib/growing-list.tsx'
import type { Wallet } from '../../../lib/wallet.ts'
import classes from '../styles/storage.module.css'
import { ExtendPanel } from './extend-panel.tsx'
import { EXTENDED_AT_ONCE, endsSoon, isExtendable } from './extend-rules.ts'
import { FileCard } from './file-card.tsx'
import { FolderBar } from './folder-bar.tsx'
import { type FileOrder, useFiles } from './use-files.ts'
import { useFolders } from './use-folders.ts'

/** Which files are to be extended together; what can be extended no more falls out by itself. */
function useChoice(orders: readonly FileOrder[], block: number) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const extendable = orders.filter((order) => isExtendable(order, block))
  const chosen = extendable.filter(({ index }) => ids.has(index))
  const ending = extendable.filter((order) => endsSoon(order, block)).slice(0, EXTENDED_AT_ONCE)
  const choose = (index: number, isChosen: boolean) =>
    setIds((now) => new Set(isChosen ? [...now, index] : [...now].filter((one) => one !== index)))
  const clear = () => setIds(new Set())
  const isAllEnding = ending.every(({ index }) => ids.has(index))
  const chooseEnding = {
    label: t('storage.extend.chooseEnding', { count: ending.length }),
    onClick: () => setIds(new Set(ending.map(({ index }) => index))),
  }
  const actions = [
    ...(isAllEnding ? [] : [chooseEnding]),
    ...(chosen.length > 0 ? [{ label: t('storage.extend.clear'), onClick: clear }] : []),
  ]
  const isFull = chosen.length >= EXTENDED_AT_ONCE
  return { canExtend: extendable.length > 0, ids, chosen, actions, choose, clear, isFull }
}

/** The files an account stores, newest first. */
export function FileList({ wallet, vaultKey }: { wallet: Wallet; vaultKey: Bytes | undefined }) {
  const { t } = useTranslation()
  const list = useFiles(wallet.accountId)
  const pages = list.data?.pages ?? []
  const block = Math.max(0, ...pages.map((page) => page.block))
  const orders = pages.flatMap(({ content }) => content)
  const folders = useFolders(list, orders, vaultKey)
  const { canExtend, ids, chosen, actions, choose, clear, isFull } = useChoice(orders, block)
  return (
    <>
      {canExtend && <ExtendPanel {...{ wallet, vaultKey, chosen, actions }} onExtended={clear} />}
      {folders.hasNames && <FolderBar model={folders} />}
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
          {folders.files.map((order) => {
            const onChange = (isChosen: boolean) => choose(order.index, isChosen)
            const choice = { isChosen: ids.has(order.index), isFull, onChange }
            return <FileCard key={order.index} {...{ order, block, wallet, vaultKey, choice }} />
          })}
        </div>
      </GrowingList>
    </>
  )
}
