import { useMutation } from '@tanstack/react-query'
import { getLicenceFile } from '@trove/contract/code/licence-files'
import type { LicenceName } from '@trove/contract/code/licences'
import { createArchiveTicket } from '@trove/contract/code/vault'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { saveFile } from '../../../lib/shown/save-file.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import type { Known } from '../../../market/orders/face.ts'
import { Clone } from '../clone.tsx'
import { Tokens } from '../tokens.tsx'
import { GiveBack } from './give-back.tsx'
import classes from './goods.module.css'
import { type Order, standingOf } from './order-standing.ts'

function Secret({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.secret}>
      <code>{text}</code>
      <CopyButton value={text} label={t('common.copy')} copiedLabel={t('common.copied')} />
    </p>
  )
}

/** Downloads the newest version by a ticket of one use, and says what its bytes must be. */
function Download({ workId }: { workId: string }) {
  const { t } = useTranslation()
  const open = useMutation({
    mutationFn: () => api(createArchiveTicket, { params: { id: workId }, body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <>
      <ActionButton
        kind="plain"
        action={{ label: t('codeOrders.goods.download'), onClick: () => open.mutate(), isBusy: open.isPending }}
      />
      {open.data && (
        <div className={classes.stack}>
          <Quiet>{t('codeOrders.goods.digest')}</Quiet>
          <Secret text={open.data.sha256} />
        </div>
      )}
    </>
  )
}

/** The licence as a signed file, which anybody can verify without asking here. */
function LicenceFile({ id, licence }: { id: string; licence: LicenceName }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: () => api(getLicenceFile, { params: { id, licence } }),
    onSuccess: ({ fileName, text }) => saveFile(new Blob([text], { type: 'application/json' }), fileName),
  })
  return (
    <ActionButton
      kind="plain"
      action={{ label: t('codeOrders.goods.licence'), onClick: () => save.mutate(), isBusy: save.isPending }}
    />
  )
}

/** What the buyer of a work has: clone, download, the licence, and giving it back while that is possible. */
export function Goods({ order }: { order: Known<Order> }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const [isAsking, setAsking] = useState(false)
  const standing = standingOf(order)
  if (order.role !== 'buyer' || (standing !== 'open' && standing !== 'finished')) return null
  const isRefundable = order.refundableUntil !== null && new Date(order.refundableUntil) > now
  return (
    <Panel title={t('codeOrders.goods.title')}>
      <div className={classes.actions}>
        <Clone
          workId={order.fkProductId}
          label={t('codeOrders.goods.clone')}
          kind="main"
          note={t('codeOrders.goods.cloneText')}
        />
        <Download workId={order.fkProductId} />
        <LicenceFile id={order.fkProductId} licence={order.licence} />
        {isRefundable && (
          <ActionButton
            kind="plain"
            action={{ label: t('codeOrders.goods.giveBack'), onClick: () => setAsking(true) }}
          />
        )}
      </div>
      <Tokens workId={order.fkProductId} />
      {isAsking && <GiveBack orderId={order.id} onClose={() => setAsking(false)} />}
    </Panel>
  )
}
