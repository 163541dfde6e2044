import { ActionButton } from '@trove/ui/actions/action-button'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMachinesPicture } from '@trove/ui/feedback/pictures'
import { PlusIcon } from '@trove/ui/icons/actions'
import { KeyIcon } from '@trove/ui/icons/things'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { CardGridSkeleton } from '@trove/ui/lists/card-skeleton'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { rowsOf } from '../../../lib/addresses/pages.ts'
import { paths } from '../../../lib/addresses/paths.ts'
import { GrowingList, type Paged } from '../../../lib/lists/growing-list.tsx'
import { ListSearch } from '../../../market/list/list-search.tsx'
import { computePaths } from '../addresses.ts'
import { SshKeysDialog } from '../keys/ssh-keys-dialog.tsx'
import { AccessDialog } from './access-dialog.tsx'
import classes from './my-compute.module.css'
import { renewalsOf, usePurchases, useShares } from './my-queries.ts'
import { PurchaseCard } from './purchase-card.tsx'
import { ShareCard } from './share-card.tsx'
import { type MyComputeModel, type MyTab, useMyCompute } from './use-my-compute.ts'

const words = { purchase: 'purchases', share: 'shares' } as const
const nextStep = {
  purchase: { word: 'toMarket', href: paths.market({ tab: 'computing' }) },
  share: { word: 'publish', href: paths.publishCompute() },
} as const

function Empty({ tab, isSearch }: { tab: MyTab; isSearch: boolean }) {
  const { t } = useTranslation()
  if (isSearch)
    return (
      <EmptyState
        illustration={<EmptyMachinesPicture />}
        title={t('machines.nothingFound')}
        text={t('machines.nothingFoundText')}
      />
    )
  const { word, href } = nextStep[tab]
  return (
    <EmptyState
      illustration={<EmptyMachinesPicture />}
      title={t(`machines.${words[tab]}Empty`)}
      text={t(`machines.${words[tab]}EmptyText`)}
      action={{ label: t(`machines.${word}`), href }}
    />
  )
}

function MachineList({ list, tab, name, cards }: { list: Paged; tab: MyTab; name: string; cards: ReactNode[] }) {
  const { t } = useTranslation()
  return (
    <GrowingList
      key={name}
      list={list}
      count={cards.length}
      skeleton={
        <CardGridSkeleton label={t('common.loading')} count={2} shape={{ facts: 6, hasNotes: true, hasTerm: true }} />
      }
      empty={<Empty tab={tab} isSearch={name !== ''} />}
    >
      <CardGrid label={t(`machines.${words[tab]}`)}>{cards}</CardGrid>
    </GrowingList>
  )
}

function Purchases({ name }: { name: string }) {
  const list = usePurchases(name)
  const [checked, setChecked] = useState<string>()
  const purchases = rowsOf(list.data?.pages, ({ orderId }) => orderId)
  const waiting = renewalsOf(purchases)
  const cards = purchases
    .filter((purchase) => !waiting.includes(purchase))
    .map((purchase) => (
      <PurchaseCard
        key={purchase.orderId}
        purchase={purchase}
        renewal={waiting.find(({ renewsOrderId }) => renewsOrderId === purchase.orderId)}
        onCheck={(it) => setChecked(it.fkProductId)}
      />
    ))
  return (
    <>
      <MachineList list={list} tab="purchase" name={name} cards={cards} />
      {checked && <AccessDialog productId={checked} onClose={() => setChecked(undefined)} />}
    </>
  )
}

function Shares({ name }: { name: string }) {
  const list = useShares(name)
  const shares = rowsOf(list.data?.pages, ({ id }) => id)
  return (
    <MachineList
      list={list}
      tab="share"
      name={name}
      cards={shares.map((share) => <ShareCard key={share.id} share={share} />)}
    />
  )
}

function Actions({ model }: { model: MyComputeModel }) {
  const { t } = useTranslation()
  return (
    <div className={classes.bar}>
      <ListSearch
        key={model.tab}
        url={model.url}
        label={t('machines.search')}
        placeholder={t('machines.searchHint')}
        isOpen={false}
      />
      {model.tab === 'purchase' ? (
        <>
          <ActionButton kind="plain" action={{ label: t('titles.myScripts'), href: computePaths.myScripts() }} />
          <ActionButton
            kind="plain"
            action={{ label: t('machines.sshKey'), icon: <KeyIcon size={18} />, onClick: () => model.showKey(true) }}
          />
        </>
      ) : (
        <ActionButton
          action={{
            label: t('machines.publish'),
            icon: <PlusIcon size={18} />,
            href: paths.publishCompute(),
          }}
        />
      )}
    </div>
  )
}

/** One's machines: those rented and those shared; tab and search live in the address, `?key=1` opens the SSH keys. */
export default function MyCompute() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useMyCompute()
  return (
    <>
      <PageHeader
        title={t('titles.myCalculate')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()), isPhoneOnly: true }}
      />
      <Tabs
        label={t('titles.myCalculate')}
        value={model.tab}
        onChange={model.choose}
        items={[
          { value: 'purchase', label: t('machines.purchases') },
          { value: 'share', label: t('machines.shares') },
        ]}
      >
        <Actions model={model} />
        {model.tab === 'purchase' ? <Purchases name={model.name} /> : <Shares name={model.name} />}
      </Tabs>
      {model.isKeyShown && <SshKeysDialog onClose={() => model.showKey(false)} />}
    </>
  )
}
