import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { STAFF_ROLES, type StaffRole } from '@trove/contract/kit/staff-roles'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { CaseQuestion } from '../cases/case-question.tsx'
import classes from '../desk.module.css'
import { usePersonOf, useStaffActions } from './staff-queries.ts'

type Grant = { role: StaffRole; reason: string }

/** Which role, what it may do, and why; `read` answers nothing while there is no reason. */
function useGrantFields() {
  const { t } = useTranslation()
  const [{ role, reason }, setGrant] = useState<Grant>({ role: 'reviewer', reason: '' })
  const [isTried, setTried] = useState(false)
  const fields = (
    <>
      <NativeSelect
        label={t('desk.staff.role')}
        value={role}
        onChange={(event) => setGrant({ role: event.currentTarget.value as StaffRole, reason })}
        data={STAFF_ROLES.map((value) => ({ value, label: t(`desk.staff.roles.${value}`) }))}
      />
      <p className={classes.quiet}>{t(`desk.staff.may.${role}`)}</p>
      <Textarea
        label={t('desk.staff.reason')}
        value={reason}
        onChange={(event) => setGrant({ role, reason: event.currentTarget.value })}
        error={isTried && reason.trim() === '' && t('desk.staff.reasonEmpty')}
        maxLength={200}
        rows={2}
      />
    </>
  )
  const read = (): Grant | undefined => {
    setTried(true)
    return reason.trim() === '' ? undefined : { role, reason: reason.trim() }
  }
  return { fields, isTried, read }
}

type GrantingProps = {
  userId: string
  name: string
  isBusy: boolean
  onTakeBack: () => void
  onGrant: (change: Grant & { userId: string }) => void
}

/** Gives a further role to one of the staff, beside who else there is. */
export function Granting({ userId, name, isBusy, onTakeBack, onGrant }: GrantingProps) {
  const { t } = useTranslation()
  const { fields, read } = useGrantFields()
  const send = () => {
    const grant = read()
    if (grant) onGrant({ userId, ...grant })
  }
  return (
    <CaseQuestion
      title={t('desk.staff.giveRole')}
      text={t('desk.staff.giveTo', { name })}
      confirmLabel={t('desk.staff.giveRole')}
      {...{ isBusy, onTakeBack }}
      onConfirm={send}
    >
      {fields}
    </CaseQuestion>
  )
}

function Answers({ isBusy, onClose, onSend }: { isBusy: boolean; onClose: () => void; onSend: () => void }) {
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

/** Gives the first role to somebody by their id, who is named before. */
export function AddPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [userId, setUserId] = useState('')
  const { fields, isTried, read } = useGrantFields()
  const { data: person, error } = usePersonOf(userId)
  const { grant } = useStaffActions(() => {
    notify('success', t('desk.staff.done.grant'))
    onClose()
  })
  const send = () => {
    const given = read()
    if (person && given) grant.mutate({ userId: person.id, ...given })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isBusy={grant.isPending}
      title={t('desk.staff.add')}
      closeLabel={t('common.close')}
      footer={<Answers isBusy={grant.isPending} onClose={onClose} onSend={send} />}
      isSide
    >
      <div className={classes.fields}>
        <TextInput
          label={t('desk.staff.id')}
          description={t('desk.staff.idHelp')}
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value.trim())}
          error={!person && (isTried || error) && (error ? errorText(error) : t('desk.staff.idEmpty'))}
          autoComplete="off"
          data-autofocus
        />
        {person && <p>{t('desk.staff.giveTo', { name: person.nickName || person.id })}</p>}
        {fields}
      </div>
    </Dialog>
  )
}
