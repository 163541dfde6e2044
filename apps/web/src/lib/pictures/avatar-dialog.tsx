import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { uploadAvatar } from '@trove/contract/files/routes'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { FileButton } from '@trove/ui/inputs/file-button'
import { useEffect, useState } from 'react'
import Cropper, { type Area, type MediaSize } from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { api, refreshUser } from '../calls/api.ts'
import { errorText, notify, notifyError } from '../calls/notify.ts'
import { ReasonButton } from '../shown/reason-button.tsx'
import { cropSizeOf, cropSquare } from './crop-square.ts'
import { PICTURE_TYPES } from './picture-types.ts'
import classes from './pictures.module.css'

function useObjectUrl(file: File | null): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

type AvatarDialogProps = {
  onClose: () => void
  /** What a page that names its own failure says, with the reason. */
  failed?: (reason: string) => string
}

/** Uploads the chosen square of a picture as the person's avatar. */
function useAvatarUpload(
  url: string | undefined,
  area: Area | undefined,
  onClose: () => void,
  failed?: AvatarDialogProps['failed'],
) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      const body = new FormData()
      body.append('file', await cropSquare(url!, area!), 'avatar.webp')
      await api(uploadAvatar, { body } as never)
      await refreshUser()
    },
    meta: { isHandled: true },
    onSuccess: () => {
      notify('success', t('profile.avatarSaved'))
      onClose()
    },
    onError: (error) => (failed ? notify('error', failed(errorText(error))) : notifyError(error)),
  })
}

type ButtonsProps = { onChoose: (file: File | null) => void; onSave: () => void; hasPicture: boolean; isBusy: boolean }

function Buttons({ onChoose, onSave, hasPicture, isBusy }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <FileButton onChange={onChoose} accept={PICTURE_TYPES.join(',')}>
        {(props) => (
          <Button variant="default" {...props}>
            {t('profile.changeAvatar')}
          </Button>
        )}
      </FileButton>
      <ReasonButton onClick={onSave} reason={hasPicture ? undefined : t('reasons.picture')} loading={isBusy}>
        {t('common.save')}
      </ReasonButton>
    </>
  )
}

type SquareCropperProps = {
  url: string
  zoom: number
  onZoom: (zoom: number) => void
  onArea: (area: Area) => void
}

function SquareCropper({ url, zoom, onZoom, onArea }: SquareCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [media, setMedia] = useState<MediaSize>()
  return (
    <Cropper
      image={url}
      crop={crop}
      zoom={zoom}
      aspect={1}
      cropSize={media && cropSizeOf(media)}
      setMediaSize={setMedia}
      objectFit="contain"
      onCropChange={setCrop}
      onZoomChange={onZoom}
      onCropAreaChange={(_, pixels) => onArea(pixels)}
    />
  )
}

type ZoomProps = { zoom: number; onChange: (zoom: number) => void }

function ZoomField({ zoom, onChange }: ZoomProps) {
  const { t } = useTranslation()
  return (
    <input
      type="range"
      min={1}
      max={3}
      step={0.05}
      value={zoom}
      onChange={(event) => onChange(Number(event.target.value))}
      aria-label={t('profile.zoom')}
      className={classes.zoom}
    />
  )
}

/** Chooses a picture, crops it square (area 90 %), makes it small and uploads it as the person's avatar. */
export default function AvatarDialog({ onClose, failed }: AvatarDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const url = useObjectUrl(file)
  const upload = useAvatarUpload(url, area, onClose, failed)
  const choose = (next: File | null) => {
    if (next && !PICTURE_TYPES.includes(next.type)) return notify('warning', t('profile.notAnImage'))
    setFile(next)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('profile.cropTitle')}
      closeLabel={t('common.close')}
      footer={
        <Buttons
          onChoose={choose}
          onSave={() => upload.mutate()}
          hasPicture={url !== undefined && area !== undefined}
          isBusy={upload.isPending}
        />
      }
      size="sm"
    >
      <div className={classes.cropArea}>
        {url ? (
          <SquareCropper url={url} zoom={zoom} onZoom={setZoom} onArea={setArea} />
        ) : (
          <p className={classes.quiet}>{t('profile.notAnImage')}</p>
        )}
      </div>
      {url && <ZoomField zoom={zoom} onChange={setZoom} />}
    </Dialog>
  )
}
