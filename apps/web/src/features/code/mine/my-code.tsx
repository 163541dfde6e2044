import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createSalesTicket } from '@trove/contract/code/sales'
import { putWorkOnline, takeWorkOffline } from '@trove/contract/code/works'
import { ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { PlusIcon } from '@trove/ui/icons/actions'
import { CodeIcon } from '@trove/ui/icons/places'
import { CheckIcon, FailedIcon, OfflineIcon, WaitingIcon } from '@trove/ui/icons/states'
import { CardGrid } from '@trove/ui/layout/card-grid'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { CardGridSkeleton } from '@trove/ui/lists/card-skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useSearch } from '../../../lib/addresses/use-search.ts'
import { api } from '../../../lib/calls/api.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import classes from '../code.module.css'
import { WorkCounts } from '../list/work-card.tsx'
import { useMyWorks } from '../queries.ts'
import { useWorkWords } from '../use-words.ts'
import { FiguresPanel } from './figures/figures-panel.tsx'
import { Library } from './library.tsx'

type MyWork = NonNullable<ReturnType<typeof useMyWorks>['data']>[number]

const LOOKS = {
  draft: { tone: 'neutral', icon: WaitingIcon },
  online: { tone: 'jade', icon: CheckIcon },
  offline: { tone: 'neutral', icon: OfflineIcon },
  removed: { tone: 'coral', icon: FailedIcon },
} as const

function useSwitch({ id }: MyWork) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOnline: boolean) => api(isOnline ? putWorkOnline : takeWorkOffline, { params: { id } }),
    onSuccess: async (_, isOnline) => {
      notify('success', t(isOnline ? 'code.mine.onlineDone' : 'code.mine.offlineDone'))
      await client.invalidateQueries({ queryKey: ['code'] })
    },
  })
}

/** What a work still needs before it can go online. */
function useMissing(work: MyWork): string | undefined {
  const { t } = useTranslation()
  const parts = work.missing.map((part) => t(`code.form.parts.${part}`)).join(t('code.form.comma'))
  return parts === '' ? undefined : t('code.form.missing', { parts })
}

type OfflineDialogProps = { isOpen: boolean; onClose: () => void; onConfirm: () => void }

/** Asks before a work is taken off the market. */
function OfflineDialog({ isOpen, onClose, onConfirm }: OfflineDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
      title={t('code.mine.offlineTitle')}
      text={t('code.mine.offlineText')}
      confirmLabel={t('code.mine.takeOffline')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
    />
  )
}

/** Puts a work online or takes it off, or says why neither can be done. */
function Switch({ work, lacking }: { work: MyWork; lacking: string | undefined }) {
  const { t } = useTranslation()
  const change = useSwitch(work)
  const [isAsking, setAsking] = useState(false)
  const isOnline = work.state === 'online'
  const withheld = work.state === 'removed' ? t('reasons.takenDown') : isOnline ? undefined : lacking
  const action = {
    label: t(isOnline ? 'code.mine.takeOffline' : 'code.mine.putOnline'),
    onClick: () => (isOnline ? setAsking(true) : change.mutate(true)),
    isBusy: change.isPending,
  }
  return (
    <>
      <ActionButton kind={isOnline ? 'plain' : 'main'} action={withReason(action, withheld)} />
      <OfflineDialog isOpen={isAsking} onClose={() => setAsking(false)} onConfirm={() => change.mutate(false)} />
    </>
  )
}

function MyWorkCard({ work }: { work: MyWork }) {
  const { t } = useTranslation()
  const { priceOf } = useWorkWords()
  const lacking = useMissing(work)
  const ofWork = (label: string, href: string) => ({ label, spoken: `${label} · ${work.title}`, href })
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        {work.productUrl ? <img src={work.productUrl} alt="" loading="lazy" /> : <CodeIcon size={40} />}
      </div>
      <div className={classes.body}>
        <div className={classes.row}>
          <StatusBadge {...LOOKS[work.state]} label={t(`code.mine.states.${work.state}`)} />
          <strong className={classes.price}>{priceOf(work.price)}</strong>
        </div>
        <h3 className={classes.name}>{work.title}</h3>
        <p className={classes.blurb}>{lacking}</p>
        <WorkCounts work={work} />
        <div className={classes.row}>
          <ActionButton kind="plain" action={ofWork(t('code.mine.edit'), paths.publishCode({ id: work.id }))} />
          <ActionButton kind="quiet" action={ofWork(t('works.open'), paths.codeDetail({ id: work.id }))} />
          <Switch work={work} lacking={lacking} />
        </div>
      </div>
    </article>
  )
}

/** Saves all sales as CSV, with moments as this person's clock shows them. */
function Sales() {
  const { t } = useTranslation()
  const open = useMutation({
    mutationFn: () =>
      api(createSalesTicket, { body: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone || undefined } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  return (
    <ActionButton
      kind="plain"
      action={{ label: t('codeOrders.exportSales'), onClick: () => open.mutate(), isBusy: open.isPending }}
    />
  )
}

/** What one publishes: drafts, what is online, and what was taken off. */
function Published({ publish }: { publish: { label: string; href: string } }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useMyWorks()
  if (error && !data) return <Failure error={error} refetch={refetch} />
  if (!data) return <CardGridSkeleton label={t('common.loading')} count={2} shape={{ hasPicture: true }} />
  if (data.length === 0)
    return (
      <EmptyState
        illustration={<EmptyOrdersPicture />}
        title={t('code.mine.empty')}
        text={t('code.mine.emptyText')}
        action={publish}
      />
    )
  return (
    <>
      <CardGrid label={t('titles.myCode')}>
        {data.map((work) => (
          <MyWorkCard key={work.id} work={work} />
        ))}
      </CardGrid>
      <div className={classes.figures}>
        <FiguresPanel />
        <Sales />
      </div>
    </>
  )
}

const TABS = ['published', 'owned'] as const

/** Works that are one's own, and those of others that one has. */
export default function MyCode() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, ask] = useSearch()
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'published'
  const choose = (next: (typeof TABS)[number]) =>
    ask((now) => {
      now.set('tab', next)
      return now
    }, true)
  const publish = { label: t('titles.publishProduct'), href: paths.publishCode() }
  return (
    <>
      <PageHeader
        title={t('titles.myCode')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()) }}
        actions={<HeaderAction action={{ ...publish, icon: <PlusIcon /> }} />}
      />
      <Tabs
        items={TABS.map((value) => ({ value, label: t(`code.mine.tabs.${value}`) }))}
        value={tab}
        onChange={choose}
        label={t('titles.myCode')}
      >
        {tab === 'owned' ? <Library /> : <Published publish={publish} />}
      </Tabs>
    </>
  )
}
