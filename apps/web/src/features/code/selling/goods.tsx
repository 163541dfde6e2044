import { useMutation } from '@tanstack/react-query'
import { getLicenceFile } from '@trove/contract/code/licence-files'
import type { LicenceName } from '@trove/contract/code/licences'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { saveFile } from '../../../lib/shown/save-file.ts'
import { Panel } from '../../../market/detail/panel.tsx'
import type { Known } from '../../../market/orders/face.ts'
import { Clone } from '../clone.tsx'
import { Download } from '../download.tsx'
import { Tokens } from '../tokens.tsx'
import { GiveBack } from './give-back.tsx'
import classes from './goods.module.css'
import { type Order, standingOf } from './order-standing.ts'

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
