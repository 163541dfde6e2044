import { Button } from '@mantine/core'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '../../../lib/calls/notify.ts'
import { usePrivatePicture } from '../../../lib/pictures/use-private-picture.ts'
import { ProvenRepository } from '../../../lib/shown/code/proven-code.tsx'
import { CaseDialog } from '../cases/case-dialog.tsx'
import classes from '../desk.module.css'
import { ApplicationFacts, ApprovalLines, DecisionLine } from './application-parts.tsx'
import { type OpenedApplication, paperOf, useApplication } from './certification-queries.ts'

/** A paper shows when it is asked for: each look is on record. */
function PaperView({
  application,
  paper,
}: {
  application: OpenedApplication
  paper: OpenedApplication['papers'][number]
}) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const ticketOf = useMemo(() => paperOf(application.id), [application.id])
  const src = usePrivatePicture(isShown ? paper.filename : undefined, ticketOf, (error) => {
    setShown(false)
    notifyError(error)
  })
  const kind = t(`certification.desk.kinds.${paper.type}`)
  return (
    <li>
      {src ? (
        // In a tab of its own small print can be made larger; it also lets keys reach what scrolls here.
        <a href={src} target="_blank" rel="noopener noreferrer">
          <img
            src={src}
            className={classes.paper}
            alt={t('certification.desk.paperAlt', { name: application.realName })}
          />
        </a>
      ) : (
        <Button variant="default" className={classes.look} loading={isShown} onClick={() => setShown(true)}>
          {t('certification.desk.view', { name: `${kind} ${paper.name}` })}
        </Button>
      )}
    </li>
  )
}

function Opened({ application }: { application: OpenedApplication }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.head}>
        <AvatarImage src={application.realHeadImgUrl} name={application.realName} size={72} />
        <div className={classes.words}>
          <strong>{application.realName}</strong>
          <span className={classes.quiet}>{application.person.nickName}</span>
        </div>
      </div>
      <ApplicationFacts application={application} />
      <h3 className={classes.part}>{t('certification.desk.papers')}</h3>
      <ul className={classes.papers}>
        {application.papers.map((paper) => (
          <PaperView key={paper.filename} application={application} paper={paper} />
        ))}
      </ul>
      {application.codeProofs.length > 0 && <h3 className={classes.part}>{t('codeProofs.ofExpert')}</h3>}
      {application.codeProofs.map((proven) => (
        <ProvenRepository key={proven.repository} proven={proven} />
      ))}
      {application.history.length > 0 && <h3 className={classes.part}>{t('certification.desk.history')}</h3>}
      {application.history.map((before) => (
        <DecisionLine key={before.id} application={before} />
      ))}
      <ApprovalLines application={application} />
      <DecisionLine application={application} />
      {application.waitsForOther && <p className={classes.quiet}>{t('certification.desk.waitsForOther')}</p>}
      {application.isOwn && <p className={classes.quiet}>{t('certification.desk.own')}</p>}
    </>
  )
}

type ApplicationDialogProps = {
  id: string
  isBusy: boolean
  onClose: () => void
  onApprove: () => void
  onRefuse: () => void
  question: ReactNode
  onTakeBack: () => void
}

/** An application as a reviewer sees it: name, papers behind a press, what was decided before, and the two decisions. */
export function ApplicationDialog({ id, onApprove, onRefuse, ...panel }: ApplicationDialogProps) {
  const { t } = useTranslation()
  const read = useApplication(id)
  const { data } = read
  const mayDecide = data?.state === 'submitted' && !data.isOwn
  const footer = mayDecide ? (
    <>
      <Button variant="default" onClick={onRefuse} disabled={panel.isBusy}>
        {t('certification.desk.refuse')}
      </Button>
      {!data.waitsForOther && (
        <Button onClick={onApprove} loading={panel.isBusy}>
          {t('certification.desk.approve')}
        </Button>
      )}
    </>
  ) : undefined
  return (
    <CaseDialog title={t('certification.desk.title')} read={read} {...panel} footer={footer}>
      {(application) => <Opened application={application} />}
    </CaseDialog>
  )
}
