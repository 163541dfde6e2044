import { Button, Textarea, TextInput } from '@mantine/core'
import { STAFF_ROLES, type StaffRole } from '@trove/contract/kit/staff-roles'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import classes from '../desk.module.css'
import { type Member, usePersonOf } from './staff-queries.ts'

type GrantDialogProps = {
  /** Who gets a further role; without, somebody by their id. */
  member: Member | undefined
  isBusy: boolean
  onClose: () => void
  onGrant: (change: { userId: string; role: StaffRole; reason: string }) => void
}

function Buttons({ isBusy, onClose, onSend }: { isBusy: boolean; onClose: () => void; onSend: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t('common.cancel')}
      </Button>
      <Button onClick={onSend} loading={isBusy}>
        {t('desk.staff.giveRole')}
      </Button>
    </>
  )
}

/** Which role, and what it may do. */
function RoleField({ role, onChange }: { role: StaffRole; onChange: (role: StaffRole) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <PlainSelect
        label={t('desk.staff.role')}
        value={role}
        onChange={onChange}
        options={STAFF_ROLES.map((value) => ({ value, label: t(`desk.staff.roles.${value}`) }))}
      />
      <p className={classes.quiet}>{t(`desk.staff.may.${role}`)}</p>
    </>
  )
}

type ReasonFieldProps = { reason: string; onChange: (reason: string) => void; isTried: boolean }

function ReasonField({ reason, onChange, isTried }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('desk.staff.reason')}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isTried && reason.trim() === '' && t('desk.staff.reasonEmpty')}
      maxLength={200}
      rows={2}
    />
  )
}

/** Gives a role: to whom, named before it is given, which, and why. */
export function GrantDialog({ member, isBusy, onClose, onGrant }: GrantDialogProps) {
  const { t } = useTranslation()
  const [userId, setUserId] = useState(member?.person.id ?? '')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { data: person, error } = usePersonOf(userId)
  const send = () => {
    setTried(true)
    if (person && reason.trim() !== '') onGrant({ userId: person.id, role, reason: reason.trim() })
  }
  const unknown = error ? errorText(error) : t('desk.staff.idEmpty')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={isBusy}
      title={t('desk.staff.giveRole')}
      closeLabel={t('common.close')}
      footer={<Buttons isBusy={isBusy} onClose={onClose} onSend={send} />}
      size="sm"
    >
      <div className={classes.fields}>
        {!member && (
          <TextInput
            label={t('desk.staff.id')}
            description={t('desk.staff.idHelp')}
            value={userId}
            onChange={(event) => setUserId(event.currentTarget.value.trim())}
            error={!person && (isTried || error) && unknown}
            autoComplete="off"
            data-autofocus
          />
        )}
        {person && <p>{t('desk.staff.giveTo', { name: person.nickName || person.id })}</p>}
        <RoleField role={role} onChange={setRole} />
        <ReasonField reason={reason} onChange={setReason} isTried={isTried} />
      </div>
    </Dialog>
  )
}
