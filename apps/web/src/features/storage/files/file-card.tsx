import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { BLOCK_SECONDS, BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { WarningIcon } from '@trove/ui/icons/states'
import { formatBytes } from '@trove/units/bytes'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify, notifyError } from '../../../lib/calls/notify.ts'
import { formatCount, formatMoment } from '../../../lib/shown/format.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import { useChainAccount } from '../../../lib/wallet/chain.ts'
import { useChainParams } from '../../../lib/wallet/use-chain-params.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { readStored, save } from '../download/download.ts'
import { PreviewButton } from '../preview/preview-button.tsx'
import classes from '../styles/storage.module.css'
import { CancelOrder } from './cancel-order.tsx'
import { daysLeft, endsSoon, isExtendable } from './extend-rules.ts'
import { consumerStatus, isReadable, momentOfBlock, STATUS_LOOKS } from './order-look.ts'
import { hasEnded } from './purge-rules.ts'
import { StorageFact as Fact } from './storage-fact.tsx'
import { type FileOrder, useFileName } from './use-files.ts'

type FileCardProps = {
  order: FileOrder
  block: number
  wallet: Wallet
  vaultKey: Bytes | undefined
  /** It stands on the file's own page. */
  isOnPage?: boolean
  /** Where several can be extended, or their records deleted, at once: whether it is among them. */
  choice?: { isChosen: boolean; isFull: boolean; onChange: (isChosen: boolean) => void }
}

function useFile({ order, block, vaultKey }: Pick<FileCardProps, 'order' | 'block' | 'vaultKey'>) {
  const { note, name } = useFileName(order, vaultKey)
  const status = consumerStatus(order, block)
  const download = useMutation({
    mutationFn: async () => {
      if (note) save(await readStored(order.cid, note), note.name)
    },
    meta: { isHandled: true },
    onError: notifyError,
  })
  return { note, status, download, name }
}

type FactsProps = Pick<FileCardProps, 'order' | 'block'> & Pick<ReturnType<typeof useFile>, 'status'>

/** Until when it is kept: the block with its estimated date (b-markets 3), called so while it waits, and marked when that is near. */
function Deadline({ order, block, status }: FactsProps) {
  const { t } = useTranslation()
  return (
    <Fact name={t('storage.field.deadline')}>
      {formatMoment(momentOfBlock(order.storage_deadline, block, new Date()).toISOString())}
      {status === 'pending' && <small> {t('storage.files.estimated')}</small>}
      <small>{t('chainWallet.bill.block', { block: formatCount(order.storage_deadline) })}</small>
      {endsSoon(order, block) && (
        <StatusBadge
          tone="amber"
          icon={WarningIcon}
          label={t('storage.files.daysLeft', { days: daysLeft(order, block) })}
        />
      )}
    </Fact>
  )
}

/** What is kept, since and until when, and for how much (b-markets 2, personal storage page and consumer storage card). */
function Facts({ order, block, status }: FactsProps) {
  const { t } = useTranslation()
  // The page of a file reads the chain, which has no times of past blocks.
  const placed = order.block_time ?? momentOfBlock(order.block_number, block, new Date()).toISOString()
  // Service begins within half a day after the order, or never: what is over is no day of it.
  const days = Math.floor((order.storage_deadline - order.block_number) / BLOCKS_PER_DAY)
  return (
    <dl className={classes.facts}>
      <Fact name={t('storage.field.order')}>{order.index}</Fact>
      <Fact name={t('storage.field.cid')}>
        <code className={classes.cid}>{order.cid}</code>
        <CopyButton
          value={order.cid}
          label={t('storage.files.copyCid')}
          copiedLabel={t('common.copied')}
          onCopied={(isCopied) => isCopied && notify('success', t('common.copied'))}
        />
      </Fact>
      <Fact name={t('storage.field.size')}>{formatBytes(BigInt(order.size))}</Fact>
      <Fact name={t('storage.field.days')}>{days}</Fact>
      <Fact name={t('storage.field.copies')}>{`${order.replication} / ${order.wanted}`}</Fact>
      <Fact name={t('storage.field.placed')}>{formatMoment(placed)}</Fact>
      <Deadline order={order} block={block} status={status} />
      <Fact name={t('storage.field.paid')}>
        {t('chainWallet.amount', { amount: formatTtc(BigInt(order.price), { most: 6 }) })}
      </Fact>
    </dl>
  )
}

/** What a pending order waits for, and what becomes of it when no node takes it, by the chain's rules (`is_abandoned` in chain/pallets/market). */
function Waiting({ order, block, wallet }: Pick<FileCardProps, 'order' | 'block' | 'wallet'>) {
  const { t } = useTranslation()
  const params = useChainParams(useChainAccount(wallet.accountId))
  if (!params) return null
  const until = momentOfBlock(order.block_number + params.pending_blocks, block, new Date())
  const minutes = Math.ceil((params.timing.epoch_blocks * BLOCK_SECONDS) / 60)
  const epoch = t('units.left.minute', { count: minutes })
  return (
    <p className={classes.quiet}>{t('storage.files.waits', { epoch, moment: formatMoment(until.toISOString()) })}</p>
  )
}

type ActionsProps = Pick<FileCardProps, 'order' | 'wallet' | 'isOnPage'> &
  Pick<ReturnType<typeof useFile>, 'status' | 'note' | 'download'>

function Actions({ order, wallet, isOnPage, status, note, download }: ActionsProps) {
  const { t } = useTranslation()
  const unreadable = isReadable(order, status) ? undefined : t('reasons.unreadable')
  return (
    <footer className={classes.actions}>
      <ActionButton
        kind="plain"
        size="sm"
        action={withReason(
          {
            label: t(status === 'pending' ? 'storage.files.downloadCopy' : 'storage.files.download'),
            onClick: () => download.mutate(),
            isBusy: download.isPending,
          },
          unreadable ?? (note ? undefined : t('reasons.noKey')),
        )}
      />
      {note && (
        <PreviewButton
          name={note.name}
          plainBytes={note.plainBytes}
          read={(options) => readStored(order.cid, note, options)}
          unreadable={unreadable}
        />
      )}
      {!isOnPage && (
        <ActionButton
          kind="quiet"
          size="sm"
          action={{ label: t('storage.files.page'), href: paths.storedFile({ order: String(order.index) }) }}
        />
      )}
      {status === 'pending' && <CancelOrder order={order} wallet={wallet} />}
    </footer>
  )
}

/** One stored file: what it is, how it stands, and what can be done with it. */
export function FileCard({ order, block, wallet, vaultKey, isOnPage = false, choice }: FileCardProps) {
  const { t } = useTranslation()
  const { note, status, download, name } = useFile({ order, block, vaultKey })
  return (
    <article className={classes.card} data-standing={status}>
      <header className={classes.cardHead}>
        {choice && (isExtendable(order, block) || hasEnded(order)) && (
          <Checkbox
            aria-label={t(hasEnded(order) ? 'storage.purge.choose' : 'storage.extend.choose', { name })}
            checked={choice.isChosen}
            disabled={choice.isFull && !choice.isChosen}
            onChange={(event) => choice.onChange(event.currentTarget.checked)}
          />
        )}
        <strong className={classes.name}>{name}</strong>
        <StatusBadge {...STATUS_LOOKS[status]} label={t(`storage.status.${status}`)} />
      </header>
      <Facts order={order} block={block} status={status} />
      {status === 'pending' && <Waiting {...{ order, block, wallet }} />}
      <Actions {...{ order, wallet, isOnPage, status, note, download }} />
    </article>
  )
}
