import { useQuery } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import type { StorageOrder } from '@trove/chain-client/reading/views'
import { type Bytes, hexOf } from '@trove/stored-file/bytes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { PageHeader } from '@trove/ui/layout/page-header'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { PageBoxes } from '../../lib/shown/later/page-boxes.tsx'
import { isAway, useChainAccount } from '../../lib/wallet/chain.ts'
import { useConnectWay } from '../../lib/wallet/use-connect-way.ts'
import { useWallet, type Wallet } from '../../lib/wallet/wallet.ts'
import { ExtendPanel } from './files/extend-panel.tsx'
import { isExtendable } from './files/extend-rules.ts'
import { FileCard } from './files/file-card.tsx'
import { PurgeOrder } from './files/purge-order.tsx'
import { ReplicaList } from './files/replica-list.tsx'
import { StorageFact } from './files/storage-fact.tsx'
import { type FileOrder, useNote } from './files/use-files.ts'
import { SharePanel } from './share-links/share-panel.tsx'
import classes from './styles/storage.module.css'
import { useVaultKey } from './vault/vault-key.ts'

/** One block: what a page of the chain shows is no older. */
const AGAIN_MS = 6_000

function useOrder(chain: Chain | undefined, id: number) {
  return useQuery({
    queryKey: ['storage', 'order', id],
    queryFn: async () => {
      const [order, heads] = await Promise.all([chain!.findOrder(id), chain!.getHeads()])
      return { order: order ?? null, block: heads.best }
    },
    enabled: chain !== undefined && Number.isSafeInteger(id),
    refetchInterval: AGAIN_MS,
  })
}

/** An order of the chain as the server's lists have it. */
function orderOfChain(order: StorageOrder): FileOrder {
  return {
    index: order.id,
    cid: order.cid,
    note: hexOf(order.note),
    size: String(order.sizeBytes),
    status: order.status,
    price: String(order.pricePlanck),
    wanted: order.wanted,
    replication: order.replication,
    block_number: order.createdBlock,
    block_time: null,
    storage_deadline: order.deadlineBlock,
  }
}

function Cost({ order }: { order: StorageOrder }) {
  const { t } = useTranslation()
  const parts = {
    price: order.pricePlanck,
    tips: order.tipsPlanck,
    toNodes: order.paidPlanck,
    bounty: order.bountyPlanck,
    deposit: order.depositPlanck,
  }
  return (
    <section className={classes.panel}>
      <h2 className={classes.heading}>{t('storage.file.cost')}</h2>
      <dl className={classes.facts}>
        {(Object.keys(parts) as (keyof typeof parts)[]).map((part) => (
          <StorageFact key={part} name={t(`storage.file.${part}`)}>
            {t('chainWallet.amount', { amount: formatTtc(parts[part], { most: 6 }) })}
          </StorageFact>
        ))}
      </dl>
    </section>
  )
}

function Share({ order, vaultKey }: { order: FileOrder; vaultKey: Bytes | undefined }) {
  return <SharePanel cid={order.cid} note={useNote(order, vaultKey)} />
}

function Copies({ order, block }: { order: StorageOrder; block: number }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('storage.file.copies')}>
      <h2 className={classes.heading}>{t('storage.file.copies')}</h2>
      {order.replicas.length === 0 && <p className={classes.quiet}>{t('storage.file.noCopies')}</p>}
      <ReplicaList replicas={order.replicas} block={block} />
    </section>
  )
}

function File({ wallet, id }: { wallet: Wallet; id: number }) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const vaultKey = useVaultKey()
  const found = useOrder(account.chain, id)
  if (!found.data && (isAway(account.state) || found.isError))
    return (
      <ErrorState
        title={t('chainWallet.node.unreachable')}
        retry={{ label: t('common.retry'), onClick: account.retry }}
      />
    )
  if (account.state !== 'none' && Number.isSafeInteger(id) && !found.data) return <PageBoxes shape="file" />
  const order = found.data?.order
  if (!found.data || order?.owner !== wallet.accountId)
    return (
      <EmptyState
        illustration={<StoragePicture />}
        title={t('storage.file.notFound')}
        text={t('storage.file.notFoundText')}
        action={{ label: t('titles.myStorage'), href: paths.myStorage() }}
      />
    )
  const { block } = found.data
  const file = orderOfChain(order)
  return (
    <div className={classes.list}>
      <FileCard order={file} isOnPage {...{ block, wallet, vaultKey }} />
      <Share order={file} vaultKey={vaultKey} />
      {isExtendable(file, block) && <ExtendPanel isOnPage chosen={[file]} {...{ wallet, vaultKey }} />}
      <Copies order={order} block={block} />
      <Cost order={order} />
      <PurgeOrder {...{ order, block, wallet, account }} />
    </div>
  )
}

/** One stored file, as the chain itself has it: each copy with its last proof, and what it costs. */
export default function StoredFile() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const wallet = useWallet()
  const way = useConnectWay()
  const id = Number(useParams().order)
  return (
    <>
      <PageHeader
        title={t('titles.storedFile')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.myStorage()) }}
      />
      {wallet ? (
        <File wallet={wallet} id={id} />
      ) : (
        <EmptyState
          illustration={<StoragePicture />}
          title={t('storage.connect')}
          text={t('storage.connectText')}
          action={{ label: t('storageEntry.connect'), href: way }}
        />
      )}
    </>
  )
}
