import type { Chain } from '@trove/chain-client/chain'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { formatTtc } from '@trove/units/token'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../lib/calls/query.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import type { ChainAccountView } from '../../../lib/wallet/chain.ts'
import { useChainParams } from '../../../lib/wallet/use-chain-params.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallButton } from '../../../signing/signed-call.tsx'
import classes from '../styles/storage.module.css'
import { momentOfBlock } from './order-look.ts'
import { purgeableFrom } from './purge-rules.ts'

const readAnew = () => void queryClient.invalidateQueries({ queryKey: ['storage'] })

type PurgeOrderProps = { order: StorageOrder; block: number; wallet: Wallet; account: ChainAccountView }

/** What becomes of the record of an ended order, and deleting it once the chain allows that: its deposit comes back. */
export function PurgeOrder({ order, block, wallet, account }: PurgeOrderProps) {
  const { t } = useTranslation()
  const params = useChainParams(account)
  const makeCall = useCallback((it: Chain) => it.calls.purge(order.id), [order.id])
  if (order.endedBlock === undefined || !params) return null
  const from = purgeableFrom(order.endedBlock, params.retention_blocks)
  const deposit = t('chainWallet.amount', { amount: formatTtc(order.depositPlanck, { most: 6 }) })
  const moment = formatMoment(momentOfBlock(from, block, new Date()).toISOString())
  return (
    <section className={classes.panel} aria-label={t('storage.purge.record')}>
      <h2 className={classes.heading}>{t('storage.purge.record')}</h2>
      {/* The call is judged in the block after the one that was read. */}
      {block + 1 < from ? (
        <p className={classes.quiet}>{t('storage.purge.later', { moment, block: from, deposit })}</p>
      ) : (
        <>
          <p>{t('storage.purge.now', { deposit })}</p>
          <div className={classes.actions}>
            <SignedCallButton
              plan={{
                ...{ wallet, account, makeCall, kind: `purge:${order.id}` },
                ...{ doneText: t('storage.purge.done'), onDone: readAnew },
              }}
              title={t('storage.purge.sign')}
              facts={[
                { name: t('storage.field.order'), value: String(order.id) },
                { name: t('storage.purge.total'), value: deposit },
              ]}
              sendingText={t('storage.purge.sending')}
              isOnce
            />
          </div>
        </>
      )}
    </section>
  )
}
