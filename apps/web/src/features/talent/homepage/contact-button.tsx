import { useQuery } from '@tanstack/react-query'
import { getConsultant } from '@trove/contract/talent/experts'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import qrcode from 'qrcode-generator'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { readDevice } from '../../../lib/session/device.ts'
import { talentPaths } from '../addresses.ts'
import classes from '../talent.module.css'

/** A QR code of an address. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = qrcode(0, 'M')
    code.addData(text)
    code.make()
    const cells = Array.from({ length: code.getModuleCount() }, (_, i) => i)
    const dark = cells.flatMap((y) => cells.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`))
    return { path: dark.join(''), size: cells.length }
  }, [text])
  return (
    <svg role="img" aria-label={label} viewBox={`-4 -4 ${size + 8} ${size + 8}`} className={classes.qr}>
      <path d={path} />
    </svg>
  )
}

/** How an expert is reached: the conversation here first, then the consultant's QR code for a phone (decision 25). */
export function Contact({ productId, hasQr }: { productId: string | undefined; hasQr: boolean }) {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['talent', 'consultant'], queryFn: () => api(getConsultant, {}) })
  // The phone that reads the code goes on about the same expert.
  const address = data && (productId ? `${data.url}?productId=${productId}` : data.url)
  return (
    <div className={classes.contact}>
      <p>{t('talent.consultant.chatText')}</p>
      <ActionButton
        size="md"
        action={
          productId
            ? {
                label: t('talent.consultant.chat'),
                href: paths.askAbout({ kind: 'manpower', subjectId: productId }),
              }
            : { label: t('talent.consultant.choose'), href: paths.talent({ tab: 'experts' }) }
        }
      />
      {hasQr && address && (
        <>
          <p className={classes.quiet}>{t('talent.consultant.qrText')}</p>
          <QrPicture text={address} label={t('talent.consultant.qrLabel')} />
        </>
      )}
    </div>
  )
}

/** "Contact consultant": a window at a desk, a page of its own on a phone. */
export function ContactButton({ productId }: { productId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const contact = () =>
    readDevice() === 'mobile' ? void navigate(talentPaths.contactConsultant({ productId })) : setOpen(true)
  return (
    <>
      <ActionButton size="md" kind="plain" action={{ label: t('talent.contact'), onClick: contact }} />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('talent.consultant.title')}
        closeLabel={t('common.close')}
        size="sm"
      >
        <Contact productId={productId} hasQr />
      </Dialog>
    </>
  )
}
