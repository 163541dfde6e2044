import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CloseIcon } from '@trove/ui/icons/actions'
import { VerifiedIcon, WarningIcon } from '@trove/ui/icons/states'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatDay } from '../../../lib/shown/format.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import { Granting } from './grant-fields.tsx'
import { type Member, useMember, useStaffActions } from './staff-queries.ts'

type Asked = { what: 'grant' } | { what: 'take'; role: StaffRole } | { what: 'reset' }

/** What one of the staff is called; who looks is told that it is them. */
export function calledAt(t: TFunction, { person }: Member, ownId: string | undefined) {
  const name = person.nickName || t('desk.staff.nameless')
  return person.id === ownId ? t('desk.staff.you', { name }) : name
}

/** Whether they have a second factor. */
export const factorLook = (t: TFunction, { hasFactor }: Member) =>
  hasFactor
    ? ({ tone: 'jade', icon: VerifiedIcon, label: t('desk.staff.hasFactor') } as const)
    : ({ tone: 'amber', icon: WarningIcon, label: t('desk.staff.noFactor') } as const)

type FactsProps = { member: Member; onTake: (role: StaffRole) => void }

/** Who it is, and their roles, each with the way to take it unless the configuration gave it. */
function Facts({ member, onTake }: FactsProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const name = nameOf(member.person)
  return (
    <>
      <div className={classes.head}>
        <AvatarImage src={member.person.headImgUrl} name={name} size={40} />
        <span className={`${classes.words} ${classes.person}`}>
          <strong>{calledAt(t, member, user?.userId)}</strong>
          <span className={classes.reference}>{member.id}</span>
        </span>
        <StatusBadge {...factorLook(t, member)} />
      </div>
      <ul className={classes.roles} aria-label={t('desk.staff.rolesOf', { name })}>
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
                aria-label={t('desk.staff.takeOf', { role: t(`desk.staff.roles.${role}`), name })}
                onClick={() => onTake(role)}
              >
                <CloseIcon size={14} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type QuestionProps = {
  member: Member
  asked: Asked
  deeds: ReturnType<typeof useStaffActions>
  onTakeBack: () => void
}

/** The questions before a role is given or taken, and before factors are reset. */
function Question({ member, asked, deeds: { grant, take, reset }, onTakeBack }: QuestionProps) {
  const { t } = useTranslation()
  const { id: userId, person } = member
  const name = nameOf(person)
  const onError = onRefusal(onTakeBack)
  if (asked.what === 'grant')
    return (
      <Granting
        {...{ userId, name, onTakeBack }}
        isBusy={grant.isPending}
        onGrant={(it) => grant.mutate(it, { onError })}
      />
    )
  const isReset = asked.what === 'reset'
  const label = t(isReset ? 'desk.staff.reset' : 'desk.staff.takeRole')
  return (
    <WordsQuestion
      title={label}
      text={
        isReset
          ? t('desk.staff.resetText', { name })
          : t('desk.staff.takeText', { name, role: t(`desk.staff.roles.${asked.role}`) })
      }
      label={t('desk.staff.reason')}
      emptyText={t('desk.staff.reasonEmpty')}
      maxLength={200}
      confirmLabel={label}
      isDangerous
      isBusy={isReset ? reset.isPending : take.isPending}
      onTakeBack={onTakeBack}
      onSend={(reason) =>
        isReset
          ? reset.mutate({ userId, reason }, { onError })
          : take.mutate({ userId, role: asked.role, reason }, { onError })
      }
    />
  )
}

type MemberCaseProps = { id: string; pages: Parameters<typeof useMember>[1]; onClose: () => void }

/** One of the staff who is open beside the others: giving and taking roles, and resetting a lost second factor. */
export function MemberCase({ id, pages, onClose }: MemberCaseProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const onTakeBack = () => setAsked(undefined)
  const deeds = useStaffActions(() => {
    if (asked) notify('success', t(`desk.staff.done.${asked.what}`))
    onTakeBack()
  })
  const read = useMember(id, pages)
  const member = read.data
  const footer = member && (
    <>
      {member.hasFactor && id !== user?.userId && (
        <ActionButton
          kind="plain"
          action={{ label: t('desk.staff.reset'), onClick: () => setAsked({ what: 'reset' }) }}
        />
      )}
      <ActionButton
        kind="plain"
        action={{ label: t('desk.staff.giveRole'), onClick: () => setAsked({ what: 'grant' }) }}
      />
    </>
  )
  const question = member && asked && <Question key={asked.what} {...{ member, asked, deeds, onTakeBack }} />
  return (
    <CaseDialog
      title={t('desk.staff.person')}
      {...{ read, onClose, footer, question, onTakeBack }}
      isBusy={deeds.grant.isPending || deeds.take.isPending || deeds.reset.isPending}
    >
      {(one) => <Facts member={one} onTake={(role) => setAsked({ what: 'take', role })} />}
    </CaseDialog>
  )
}
