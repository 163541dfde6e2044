import { useMutation } from '@tanstack/react-query'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { formatBytes } from '@trove/units/bytes'
import { formatTtc } from '@trove/units/token'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/format.ts'
import { notify, notifyError } from '../../../lib/notify.ts'
import type { Wallet } from '../../../lib/wallet.ts'
import classes from '../styles/storage.module.css'
import { CancelOrder } from './cancel-order.tsx'
import { readStored, save } from './download.ts'
import { consumerStatus, isReadable, momentOfBlock, STATUS_LOOKS } from './order-look.ts'
import { type StoredOrder, useNote } from './use-files.ts'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type FileCardProps = { order: StoredOrder; block: number; wallet: Wallet; vaultKey: Bytes | undefined }

function useFile({ order, block, vaultKey }: Omit<FileCardProps, 'wallet'>) {
  const { t } = useTranslation()
  const note = useNote(order, vaultKey)
  const status = consumerStatus(order, block)
  const download = useMutation({
    mutationFn: async () => {
      if (note) save(await readStored(order.cid, note), note.name)
    },
    meta: { isHandled: true },
    onError: notifyError,
  })
  // A locked vault opens no note of its own either: only an open one can say that a note is another's.
  const isOther = vaultKey !== undefined && note === null
  const name = note ? note.name : t(isOther ? 'storage.files.otherVault' : 'storage.files.sealedName')
  return { note, status, download, name }
}

/** One stored file: what it is, how it stands, and what can be done with it. */
export function FileCard({ order, block, wallet, vaultKey }: FileCardProps) {
  const { t } = useTranslation()
  const { note, status, download, name } = useFile({ order, block, vaultKey })
  const deadline = momentOfBlock(order.storage_deadline, block, new Date())
  // Service begins within half a day after the order, or never: what is over is no day of it.
  const days = Math.floor((order.storage_deadline - order.block_number) / BLOCKS_PER_DAY)
  return (
    <article className={classes.card} data-standing={status}>
      <header className={classes.cardHead}>
        <strong className={classes.name}>{name}</strong>
        <StatusBadge {...STATUS_LOOKS[status]} label={t(`storage.status.${status}`)} />
      </header>
      <dl className={classes.facts}>
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
        <Fact name={t('storage.field.deadline')}>
          {formatMoment(deadline.toISOString())}
          {status === 'pending' && <small> {t('storage.files.estimated')}</small>}
        </Fact>
        <Fact name={t('storage.field.paid')}>
          {t('chainWallet.amount', { amount: formatTtc(BigInt(order.price), { most: 6 }) })}
        </Fact>
      </dl>
      <footer className={classes.actions}>
        <ActionButton
          kind="plain"
          size="sm"
          action={{
            label: t(status === 'pending' ? 'storage.files.downloadCopy' : 'storage.files.download'),
            onClick: () => download.mutate(),
            isDisabled: !note || !isReadable(order, status),
            isBusy: download.isPending,
          }}
        />
        {status === 'pending' && <CancelOrder order={order} wallet={wallet} />}
      </footer>
    </article>
  )
}
