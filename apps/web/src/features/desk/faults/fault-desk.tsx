import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import classes from '../desk.module.css'
import { DeskList } from '../desk-list.tsx'
import { StaffOnly } from '../staff-only.tsx'
import { FaultCard } from './fault-card.tsx'
import { FaultDialog } from './fault-dialog.tsx'
import { type FaultView, useFaults } from './fault-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

function Faults({ view }: { view: FaultView }) {
  const { t } = useTranslation()
  const pages = useFaults(view)
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      <DeskList pages={pages} empty={{ title: t(view === 'waiting' ? 'faults.desk.none' : 'faults.desk.noneEnded') }}>
        {(fault) => <FaultCard key={fault.id} fault={fault} onOpen={() => setOpenId(fault.id)} />}
      </DeskList>
      {openId !== undefined && <FaultDialog id={openId} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

/** Faults of leased machines: those that wait for a ruling, and those that were ruled. */
export default function FaultDesk() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find((known) => known === search.get('view')) ?? 'waiting'
  return (
    <div className={classes.page}>
      <PageHeader title={t('titles.faultDesk')} lead={t('faults.desk.lead')} />
      <StaffOnly of="cashier">
        <Tabs
          label={t('titles.faultDesk')}
          value={view}
          onChange={(next) => setSearch({ view: next }, { replace: true })}
          items={VIEWS.map((value) => ({ value, label: t(`faults.desk.views.${value}`) }))}
        >
          <Faults key={view} view={view} />
        </Tabs>
      </StaffOnly>
    </div>
  )
}
