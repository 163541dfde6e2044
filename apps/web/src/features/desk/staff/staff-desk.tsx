import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CloseIcon } from '@trove/ui/icons/actions'
import { OrdersIcon } from '@trove/ui/icons/places'
import { VerifiedIcon, WarningIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatDay } from '../../../lib/shown/format.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskCard, DeskCards } from '../desk-cards.tsx'
import { StaffOnly } from '../staff-only.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { type Member, useStaff, useStaffActions } from './staff-queries.ts'

type Asked =
  | { what: 'grant'; member?: Member }
  | { what: 'take'; member: Member; role: StaffRole }
  | { what: 'reset'; member: Member }

const nameOf = ({ person }: Member) => person.nickName || person.id

type CardProps = { member: Member; isSelf: boolean; ask: (asked: Asked) => void }

/** One of the staff: their roles, each with the way to take it, and whether they have a second factor. */
function MemberCard({ member, isSelf, ask }: CardProps) {
  const { t } = useTranslation()
  const factor = member.hasFactor
    ? ({ tone: 'jade', icon: VerifiedIcon, label: t('desk.staff.hasFactor') } as const)
    : ({ tone: 'amber', icon: WarningIcon, label: t('desk.staff.noFactor') } as const)
  // The id stands below in any case.
  const called = member.person.nickName || t('desk.staff.nameless')
  return (
    <DeskCard>
      <div className={classes.head}>
        <AvatarImage src={member.person.headImgUrl} name={nameOf(member)} size={40} />
        <span className={`${classes.words} ${classes.person}`}>
          <strong>{isSelf ? t('desk.staff.you', { name: called }) : called}</strong>
          <span className={classes.reference}>{member.person.id}</span>
        </span>
        <StatusBadge {...factor} />
      </div>
      <ul className={classes.roles} aria-label={t('desk.staff.rolesOf', { name: nameOf(member) })}>
        {member.roles.map(({ role, isConfigured, since }) => (
          <li key={`${role}${isConfigured}`} className={classes.role}>
            <span>{t(`desk.staff.roles.${role}`)}</span>
            <small className={classes.quiet}>
              {isConfigured ? t('desk.staff.configured') : since && t('desk.staff.since', { when: formatDay(since) })}
            </small>
            {!isConfigured && (
              <button
                type="button"
                className={classes.cross}
                aria-label={t('desk.staff.takeOf', { role: t(`desk.staff.roles.${role}`), name: nameOf(member) })}
                onClick={() => ask({ what: 'take', member, role })}
              >
                <CloseIcon size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {member.hasFactor && !isSelf && (
          <ActionButton
            kind="plain"
            action={{ label: t('desk.staff.reset'), onClick: () => ask({ what: 'reset', member }) }}
          />
        )}
        <ActionButton
          kind="plain"
          action={{ label: t('desk.staff.giveRole'), onClick: () => ask({ what: 'grant', member }) }}
        />
      </div>
    </DeskCard>
  )
}

/** The questions before a role is given or taken, and before factors are reset. */
function Question({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation()
  const { grant, take, reset } = useStaffActions(() => {
    notify('success', t(`desk.staff.done.${asked.what}`))
    onClose()
  })
  const shared = { onClose, label: t('desk.staff.reason'), emptyText: t('desk.staff.reasonEmpty'), maxLength: 200 }
  if (asked.what === 'grant')
    return <GrantDialog member={asked.member} isBusy={grant.isPending} onClose={onClose} onGrant={grant.mutate} />
  const { member } = asked
  const { id: userId } = member.person
  const name = nameOf(member)
  if (asked.what === 'reset')
    return (
      <WordsDialog
        {...shared}
        title={t('desk.staff.reset')}
        text={t('desk.staff.resetText', { name })}
        sendLabel={t('desk.staff.reset')}
        isDangerous
        isBusy={reset.isPending}
        onSend={(reason) => reset.mutate({ userId, reason })}
      />
    )
  return (
    <WordsDialog
      {...shared}
      title={t('desk.staff.takeRole')}
      text={t('desk.staff.takeText', { name, role: t(`desk.staff.roles.${asked.role}`) })}
      sendLabel={t('desk.staff.takeRole')}
      isDangerous
      isBusy={take.isPending}
      onSend={(reason) => take.mutate({ userId, role: asked.role, reason })}
    />
  )
}

function Staff({ ask }: { ask: (asked: Asked) => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data: members, error, refetch } = useStaff()
  if (error && !members) return <Failure error={error} refetch={refetch} />
  if (!members) return <RowsSkeleton label={t('common.loading')} />
  return (
    <DeskCards>
      {members.map((member) => (
        <MemberCard key={member.person.id} member={member} isSelf={member.person.id === user?.userId} ask={ask} />
      ))}
    </DeskCards>
  )
}

/** Who works for Trove and as what: owners give and take roles, and reset a lost second factor. */
export default function StaffDesk() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
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
        <ActionButton action={{ label: t('desk.staff.add'), onClick: () => setAsked({ what: 'grant' }) }} />
        <Staff ask={setAsked} />
        {asked && <Question asked={asked} onClose={() => setAsked(undefined)} />}
      </StaffOnly>
    </div>
  )
}
