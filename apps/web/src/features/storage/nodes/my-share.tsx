import { Link } from '@trove/ui/base/link'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { Failure, SmallFailure } from '../../../lib/calls/failure.tsx'
import { useConnectWay } from '../../../lib/wallet/use-connect-way.ts'
import { useWallet } from '../../../lib/wallet/wallet.ts'
import classes from '../styles/storage.module.css'
import own from './nodes.module.css'
import { useNodeScore, useOwnNodes, useShared } from './queries.ts'
import { ScorePanel } from './score-panel.tsx'
import { SpaceDonut } from './space-donut.tsx'

/** One node: its space, its score, and why it is not higher. */
function Node({ account }: { account: string }) {
  const shared = useShared(account)
  const score = useNodeScore(account)
  return (
    <article className={classes.card}>
      <Link href={paths.storageNode({ account })} className={own.account}>
        {account}
      </Link>
      {shared.data && <SpaceDonut total={BigInt(shared.data.total_storage)} used={BigInt(shared.data.used_storage)} />}
      {shared.error && !shared.data && <SmallFailure error={shared.error} refetch={shared.refetch} />}
      {score.data && <ScorePanel node={score.data} />}
      {score.error && !score.data && <SmallFailure error={score.error} refetch={score.refetch} />}
    </article>
  )
}

/** What one shares as a storage node (b-markets 2): the connected account's node, and those one filled from the faucet. `note` stands above them. */
export function MyShare({ note }: { note: ReactNode }) {
  const { t } = useTranslation()
  const wallet = useWallet()
  const way = useConnectWay()
  const connected = useShared(wallet?.accountId ?? '')
  const nodes = useOwnNodes()
  const isNode = wallet !== undefined && connected.data?.is_registered === true
  const accounts = [...new Set([...(isNode ? [wallet.accountId] : []), ...(nodes.data ?? []).map((it) => it.account)])]
  if (!nodes.data && nodes.error) return <Failure error={nodes.error} refetch={nodes.refetch} />
  if (wallet && !connected.data && connected.error)
    return <Failure error={connected.error} refetch={connected.refetch} />
  if (!nodes.data || (wallet && connected.isPending)) return <RowsSkeleton label={t('common.loading')} />
  if (accounts.length === 0 && !wallet)
    return (
      <EmptyState
        illustration={<StoragePicture />}
        title={t('storage.connect')}
        text={t('storageNode.connectText')}
        action={{ label: t('storageEntry.connect'), href: way }}
        secondAction={{ label: t('storageNode.toShare'), href: paths.shareStorage() }}
      />
    )
  if (accounts.length === 0)
    return (
      <EmptyState
        illustration={<StoragePicture />}
        title={t('storageNode.noNode')}
        text={t('storageNode.noNodeText')}
        action={{ label: t('storageNode.toShare'), href: paths.shareStorage() }}
      />
    )
  return (
    <section className={classes.list} aria-label={t('storageNode.own')}>
      {note}
      <p className={classes.quiet}>{t('storageNode.ownText')}</p>
      {accounts.map((account) => (
        <Node key={account} account={account} />
      ))}
    </section>
  )
}
