import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PICTURE_KINDS, WORK_PICTURES_MAX } from '@trove/contract/code/shapes'
import { removePicture, uploadPicture } from '@trove/contract/code/works'
import { FileButton } from '@trove/ui/inputs/file-button'
import { FormSection } from '@trove/ui/layout/form-section'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { makeSmall } from '../../../lib/pictures/make-small.ts'
import classes from '../code.module.css'
import { useWork } from '../queries.ts'

type Kind = (typeof PICTURE_KINDS)[number]
type PicturesProps = { id: string | undefined; ensureId: () => Promise<string> }

const TYPES = 'image/png,image/jpeg,image/webp'

function Pictures({ kind, id, ensureId }: PicturesProps & { kind: Kind }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const pictures = (useWork(id ?? '').data?.pictures ?? []).filter((picture) => picture.kind === kind)
  const onSuccess = () => client.invalidateQueries({ queryKey: ['code', 'work'] })
  const add = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData()
      body.append('file', await makeSmall(file), file.name)
      return api(uploadPicture, { params: { id: await ensureId(), kind }, body } as never)
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (picture: string) => api(removePicture, { params: { id: picture } }),
    onSuccess,
  })
  const name = t(`code.detail.kinds.${kind}`)
  return (
    <div className={classes.stack}>
      <span>{name}</span>
      <ul className={classes.shots} aria-label={name}>
        {pictures.map((picture, index) => (
          <li key={picture.id} className={classes.stack}>
            <img src={picture.src} alt={t('code.detail.pictureAlt', { kind: name, number: index + 1 })} />
            <Button variant="subtle" size="compact-sm" onClick={() => remove.mutate(picture.id)}>
              {t('code.form.removePicture')}
            </Button>
          </li>
        ))}
        {pictures.length < WORK_PICTURES_MAX && (
          <li>
            <FileButton onChange={(file) => file && add.mutate(file)} accept={TYPES}>
              {(props) => (
                <Button
                  variant="default"
                  loading={add.isPending}
                  aria-label={`${t('code.form.addPicture')} · ${name}`}
                  {...props}
                >
                  {t('code.form.addPicture')}
                </Button>
              )}
            </FileButton>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Pictures of three kinds, three of each at most. */
export function PictureFields(props: PicturesProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('code.form.pictures')} help={t('code.form.picturesHelp')}>
      {PICTURE_KINDS.map((kind) => (
        <Pictures key={kind} kind={kind} {...props} />
      ))}
    </FormSection>
  )
}
