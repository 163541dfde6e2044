import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import classes from '../desk.module.css'
import { DeskList } from '../desk-list.tsx'
import { StaffOnly } from '../staff-only.tsx'
import { DisputeCard } from './dispute-card.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { type DisputeView, useDisputes } from './dispute-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

function Disputes({ view }: { view: DisputeView }) {
  const { t } = useTranslation()
  const pages = useDisputes(view)
  const [openId, setOpenId] = useState<string>()
  const empty =
    view === 'waiting'
      ? { title: t('disputes.desk.none'), text: t('disputes.desk.noneText') }
      : { title: t('disputes.desk.noneEnded') }
  return (
    <>
      <DeskList pages={pages} empty={empty}>
        {(dispute) => <DisputeCard key={dispute.id} dispute={dispute} onOpen={() => setOpenId(dispute.id)} />}
      </DeskList>
      {openId !== undefined && <DisputeDialog id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

/** Disputes about hires: those that wait for a ruling, and those that ended. */
export default function DisputeDesk() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find((known) => known === search.get('view')) ?? 'waiting'
  return (
    <div className={classes.page}>
      <PageHeader title={t('titles.disputeDesk')} lead={t('disputes.desk.lead')} />
      <StaffOnly of="cashier">
        <Tabs
          label={t('titles.disputeDesk')}
          value={view}
          onChange={(next) => setSearch({ view: next }, { replace: true })}
          items={VIEWS.map((value) => ({ value, label: t(`disputes.desk.views.${value}`) }))}
        >
          <Disputes key={view} view={view} />
        </Tabs>
      </StaffOnly>
    </div>
  )
}
