import { ActionIcon, UnstyledButton } from '@mantine/core'
import type { MachineFile } from '@trove/contract/compute/machine/files'
import { DeleteIcon, DownloadIcon } from '@trove/ui/icons/actions'
import { FolderIcon } from '@trove/ui/icons/things'
import { formatBytes } from '@trove/units/bytes'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from './files.module.css'

type RowActions = {
  open: (file: MachineFile) => void
  download: (file: MachineFile) => void
  remove: (file: MachineFile) => void
}

/** A name as it can be shown: what moves the text around or shows nothing stands as a sign. */
export const shownName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')

function useFacts() {
  const { t } = useTranslation()
  return ({ kind, isLink, bytes, modifiedAt }: MachineFile): string =>
    [
      ...(isLink ? [t('machineFiles.link')] : []),
      ...(kind === 'file' ? [formatBytes(BigInt(bytes))] : []),
      ...(modifiedAt ? [formatMoment(modifiedAt)] : []),
    ].join(' · ')
}

function FileRow({ file, open, download, remove }: { file: MachineFile } & RowActions) {
  const { t } = useTranslation()
  const facts = useFacts()
  const name = shownName(file.name)
  const { kind } = file
  const press = kind === 'folder' ? open : download
  const label = t(kind === 'folder' ? 'machineFiles.openFolder' : 'machineFiles.download', { name })
  return (
    <li className={classes.file}>
      <UnstyledButton
        className={classes.open}
        onClick={() => press(file)}
        disabled={kind === 'other'}
        aria-label={kind === 'other' ? undefined : label}
      >
        <span className={classes.mark}>
          {kind === 'folder' && <FolderIcon size={18} />}
          {kind === 'file' && <DownloadIcon size={18} />}
        </span>
        <span className={classes.words}>
          <bdi className={classes.name}>{name}</bdi>
          <small>{kind === 'other' ? t('reasons.special') : facts(file)}</small>
        </span>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => remove(file)}
        aria-label={t('machineFiles.remove', { name })}
      >
        <DeleteIcon size={18} />
      </ActionIcon>
    </li>
  )
}

/** Folders first, then by name, as the person's language sorts. */
export function sorted(files: readonly MachineFile[]): MachineFile[] {
  const rank = ({ kind }: MachineFile) => (kind === 'folder' ? 0 : 1)
  return files.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
}

/** What is in a folder: a press opens a folder and fetches a file. */
export function FileRows({ files, ...actions }: { files: readonly MachineFile[] } & RowActions) {
  const { t } = useTranslation()
  return (
    <ul className={classes.files} aria-label={t('machineFiles.list')}>
      {sorted(files).map((file) => (
        <FileRow key={file.name} file={file} {...actions} />
      ))}
    </ul>
  )
}
