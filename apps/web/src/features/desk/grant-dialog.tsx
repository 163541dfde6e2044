import { Button, Textarea, TextInput } from '@mantine/core'
import { STAFF_ROLES, type StaffRole } from '@trove/contract/kit/staff-roles'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notify.ts'
import classes from './desk.module.css'
import { type Member, usePersonOf } from './staff-queries.ts'

type GrantDialogProps = {
  /** Who gets a further role; without, somebody by their id. */
  member: Member | undefined
  isBusy: boolean
  onClose: () => void
  onGrant: (change: { userId: string; role: StaffRole; reason: string }) => void
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
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t('common.cancel')}
      </Button>
      <Button onClick={send} loading={isBusy}>
        {t('desk.staff.giveRole')}
      </Button>
    </>
  )
  const unknown = error ? errorText(error) : t('desk.staff.idEmpty')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('desk.staff.giveRole')}
      closeLabel={t('common.close')}
      footer={footer}
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
        <PlainSelect
          label={t('desk.staff.role')}
          value={role}
          onChange={setRole}
          options={STAFF_ROLES.map((value) => ({ value, label: t(`desk.staff.roles.${value}`) }))}
        />
        <p className={classes.quiet}>{t(`desk.staff.may.${role}`)}</p>
        <Textarea
          label={t('desk.staff.reason')}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isTried && reason.trim() === '' && t('desk.staff.reasonEmpty')}
          maxLength={200}
          rows={2}
        />
      </div>
    </Dialog>
  )
}
