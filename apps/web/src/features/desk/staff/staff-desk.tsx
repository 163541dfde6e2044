import { ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { OrdersIcon } from '@trove/ui/icons/places'
import { PageHeader } from '@trove/ui/layout/page-header'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { wholeList } from '../queries.ts'
import { StaffOnly } from '../staff-only.tsx'
import { AddPanel } from './grant-fields.tsx'
import { calledAt, factorLook, MemberCase } from './member-case.tsx'
import { type Member, useStaff } from './staff-queries.ts'

const columnsOf = (t: TFunction, ownId: string | undefined): DataColumn<Member>[] => [
  { id: 'person', label: t('desk.staff.person'), cell: (member) => calledAt(t, member, ownId) },
  {
    id: 'roles',
    label: t('desk.staff.role'),
    cell: ({ roles }) => [...new Set(roles.map(({ role }) => t(`desk.staff.roles.${role}`)))].join(' · '),
    phone: 'line',
  },
  { id: 'id', label: t('desk.staff.id'), cell: ({ id }) => <span className={classes.reference}>{id}</span> },
  {
    id: 'factor',
    label: t('desk.staff.factor'),
    cell: (member) => <StatusBadge {...factorLook(t, member)} />,
    phone: 'line',
  },
]

function Staff() {
  const { t } = useTranslation()
  const { user } = useSession()
  const pages = wholeList(useStaff())
  return (
    <DeskTable
      label={t('titles.staffDesk')}
      pages={pages}
      empty={{ title: t('desk.staff.none') }}
      columns={columnsOf(t, user?.userId)}
      panel={(id, close) => <MemberCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}

/** Who works for Trove and as what: owners give and take roles, and reset a lost second factor. */
export default function StaffDesk() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className={classes.page} ref={keepFocus}>
      <PageHeader
        title={t('titles.staffDesk')}
        lead={t('desk.staff.lead')}
        actions={
          <HeaderAction
            kind="quiet"
            action={{ label: t('titles.actDesk'), icon: <OrdersIcon size={18} />, href: paths.actDesk() }}
          />
        }
      />
      <StaffOnly of="owner">
        <div className={classes.actions}>
          <ActionButton kind="plain" action={{ label: t('desk.staff.add'), onClick: () => setAdding(true) }} />
        </div>
        <Staff />
        {isAdding && <AddPanel onClose={() => setAdding(false)} />}
      </StaffOnly>
    </div>
  )
}
