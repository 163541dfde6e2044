import { Input, Loader, UnstyledButton } from '@mantine/core'
import { PAPERS_MAX } from '@trove/contract/certification/shapes'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { CloseIcon, PlusIcon } from '@trove/ui/icons/actions'
import { FileButton } from '@trove/ui/inputs/file-button'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PICTURE_TYPES } from '../../lib/pictures/picture-types.ts'
import { usePrivatePicture } from '../../lib/pictures/use-private-picture.ts'
import classes from './certification.module.css'
import { FieldError } from './field-error.tsx'
import { paperTicket } from './queries.ts'
import type { ShownPaper } from './use-papers.ts'

function Thumbnail({ paper, onRemove }: { paper: ShownPaper; onRemove: () => void }) {
  const { t } = useTranslation()
  const kept = usePrivatePicture(paper.localUrl ? undefined : paper.filename, paperTicket)
  const src = paper.localUrl ?? kept
  return (
    <li className={classes.thumbnail} aria-busy={paper.filename === undefined}>
      {src ? <img src={src} alt={paper.name} /> : <span className={classes.blank} />}
      {paper.filename === undefined && (
        <span className={classes.veil} role="status" aria-label={t('certification.form.sending')}>
          <Loader size={22} aria-hidden />
        </span>
      )}
      <button
        type="button"
        className={classes.remove}
        aria-label={t('certification.form.remove', { name: paper.name })}
        onClick={onRemove}
      >
        <CloseIcon size={14} />
      </button>
    </li>
  )
}

type PapersFieldProps = {
  label: string
  papers: ShownPaper[]
  onAdd: (files: File[]) => void
  onRemove: (key: string) => void
  error?: string | undefined
  isRequired?: boolean
}

/** Pictures of papers: what is sent already as thumbnails, three or four in sight and the others by scrolling. */
export function PapersField({ label, papers, onAdd, onRemove, error, isRequired }: PapersFieldProps) {
  const { t } = useTranslation()
  const helpId = useId()
  return (
    <fieldset className={classes.papers} ref={keepFocus} aria-describedby={helpId}>
      <legend>
        {label}
        {isRequired && (
          <span className={classes.needed} aria-hidden>
            {' '}
            *
          </span>
        )}
      </legend>
      <ul className={classes.thumbnails}>
        {papers.map((paper) => (
          <Thumbnail key={paper.key} paper={paper} onRemove={() => onRemove(paper.key)} />
        ))}
        {papers.length < PAPERS_MAX && (
          <li>
            <FileButton onChange={onAdd} accept={PICTURE_TYPES.join(',')} multiple>
              {(props) => (
                <UnstyledButton
                  {...props}
                  className={classes.add}
                  aria-label={`${t('certification.form.add')} · ${label}`}
                >
                  <PlusIcon />
                  {t('certification.form.add')}
                </UnstyledButton>
              )}
            </FileButton>
          </li>
        )}
      </ul>
      <Input.Description id={helpId}>{t('certification.form.papersHelp', { count: PAPERS_MAX })}</Input.Description>
      <FieldError text={error} />
    </fieldset>
  )
}
