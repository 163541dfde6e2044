import { Dialog } from '@trove/ui/dialogs/dialog'
import { useTranslation } from 'react-i18next'
import { LoginForm } from '../../features/identity/login/login-form.tsx'
import { LoginLead } from '../../features/identity/login/login-lead.tsx'

type SignInWindowProps = { onClose: () => void; onDone: (hasTags: boolean) => void }

/** The login form over the page in view. */
export default function SignInWindow({ onClose, onDone }: SignInWindowProps) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen onClose={onClose} title={t('login.title')} closeLabel={t('common.close')} size="sm">
      <LoginLead />
      <LoginForm onDone={onDone} isFocused />
    </Dialog>
  )
}
