import type { Replica } from '@trove/chain-client/reading/views'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import type { Tone } from '@trove/ui/base/tokens'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { IconComponent } from '@trove/ui/icons/icon'
import { ServingIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { shortAddress } from '../../../signing/short-address.ts'
import classes from '../styles/storage.module.css'
import { momentOfBlock } from './order-look.ts'
import { StorageFact } from './storage-fact.tsx'

type Standing = 'keeps' | 'joins' | 'missed' | 'leaves'

const LOOKS: Record<Standing, { tone: Tone; icon: IconComponent }> = {
  keeps: { tone: 'jade', icon: ServingIcon },
  joins: { tone: 'amber', icon: WaitingIcon },
  missed: { tone: 'coral', icon: WarningIcon },
  leaves: { tone: 'neutral', icon: WaitingIcon },
}

/** How a copy stands, by what its node has proven. */
export function standingOf({ isConfirmed, isLeaving, misses }: Replica): Standing {
  if (misses > 0) return 'missed'
  if (isLeaving) return 'leaves'
  return isConfirmed ? 'keeps' : 'joins'
}

/** Each copy of a file: who keeps it, and when that was proven last. */
export function ReplicaList({ replicas, block }: { replicas: readonly Replica[]; block: number }) {
  const { t } = useTranslation()
  const amount = (planck: bigint) => t('chainWallet.amount', { amount: formatTtc(planck, { most: 6 }) })
  const moment = (at: number) =>
    t('storage.file.provenAt', {
      block: at,
      moment: formatMoment(momentOfBlock(at, block, new Date()).toISOString()),
    })
  return (
    <ul className={classes.list}>
      {replicas.map((replica) => {
        const standing = standingOf(replica)
        const { miner, joinedBlock, provenBlock, misses, calculateIncomePlanck, collateralPlanck } = replica
        return (
          <li key={miner} className={classes.card} data-standing={standing}>
            <div className={classes.cardHead}>
              <span>
                <LoneLink href={paths.storageNode({ account: miner })}>
                  <code title={miner}>{shortAddress(miner)}</code>
                </LoneLink>
                <CopyButton
                  value={miner}
                  label={t('common.copy')}
                  copiedLabel={t('common.copied')}
                  onCopied={(isCopied) => isCopied && notify('success', t('common.copied'))}
                />
              </span>
              <StatusBadge {...LOOKS[standing]} label={t(`storage.file.${standing}`)} />
            </div>
            <dl className={classes.facts}>
              <StorageFact name={t('storage.file.proven')}>
                {replica.isConfirmed ? moment(provenBlock) : t('storage.file.notProven')}
              </StorageFact>
              <StorageFact name={t('storage.file.since')}>{moment(joinedBlock)}</StorageFact>
              <StorageFact name={t('storage.file.misses')}>{misses}</StorageFact>
              <StorageFact name={t('storage.file.earned')}>{amount(calculateIncomePlanck)}</StorageFact>
              <StorageFact name={t('storage.file.collateral')}>{amount(collateralPlanck)}</StorageFact>
            </dl>
          </li>
        )
      })}
    </ul>
  )
}
