import { Button, Input } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeVideo, uploadVideo, WORK_VIDEO_BYTES, WORK_VIDEO_TYPES } from '@trove/contract/code/videos'
import { ContractError } from '@trove/contract/errors/codes'
import { FileButton } from '@trove/ui/inputs/file-button'
import { FormSection } from '@trove/ui/layout/form-section'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import classes from '../code.module.css'
import { useWork } from '../queries.ts'

type VideoProps = { id: string | undefined; ensureId: () => Promise<string> }

const MEGABYTES = WORK_VIDEO_BYTES / 1024 / 1024
const TYPES = Object.keys(WORK_VIDEO_TYPES).join()

function useVideo(ensureId: VideoProps['ensureId']) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: ['code', 'work'] })
  const set = useMutation({
    mutationFn: async (file: File) => {
      // Said before minutes of sending.
      if (file.size > WORK_VIDEO_BYTES) throw new ContractError('files.over-limit', { megabytes: MEGABYTES })
      const body = new FormData()
      body.append('file', file)
      return api(uploadVideo, { params: { id: await ensureId() }, body } as never)
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: async () => api(removeVideo, { params: { id: await ensureId() } }),
    onSuccess,
  })
  return { set, remove }
}

/** The film of the work running, which no work needs. */
export function VideoField({ id, ensureId }: VideoProps) {
  const { t } = useTranslation()
  const { set, remove } = useVideo(ensureId)
  const src = useWork(id ?? '').data?.video ?? null
  const label = t('code.detail.video')
  return (
    <FormSection title={label}>
      {/* biome-ignore lint/a11y/useMediaCaption: its author sees what they chose, and it makes no sound by itself */}
      {src && <video className={classes.film} src={`${src}#t=0.001`} aria-label={label} preload="metadata" controls />}
      <div className={classes.row}>
        <FileButton onChange={(file) => file && set.mutate(file)} accept={TYPES}>
          {(props) => (
            <Button variant="default" loading={set.isPending} {...props}>
              {t(src ? 'code.form.changeVideo' : 'code.form.addVideo')}
            </Button>
          )}
        </FileButton>
        {src && (
          <Button variant="subtle" onClick={() => remove.mutate()} loading={remove.isPending}>
            {t('code.form.removeVideo')}
          </Button>
        )}
      </div>
      <Input.Description>{t('code.form.videoHelp', { megabytes: MEGABYTES })}</Input.Description>
    </FormSection>
  )
}
