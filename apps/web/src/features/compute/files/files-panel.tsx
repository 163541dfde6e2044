import { ActionIcon, Button } from '@mantine/core'
import { FILES_LISTED, type MachineFile } from '@trove/contract/compute/machine/files'
import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PlusIcon, RefreshIcon } from '@trove/ui/icons/actions'
import { FolderIcon } from '@trove/ui/icons/things'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearch } from '../../../lib/addresses/use-search.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify, notifyError } from '../../../lib/calls/notify.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { Crumbs } from './crumbs.tsx'
import { DropArea } from './drop-area.tsx'
import { FileRows, shownName } from './file-rows.tsx'
import classes from './files.module.css'
import { FolderDialog } from './folder-dialog.tsx'
import { UploadRows } from './upload-rows.tsx'
import { placeOf, useChanges, useDownload, useFolder, useReload } from './use-files.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

/** The folder in sight lives in the address: back leads up, and a reload shows it again. */
const FOLDER = 'folder'
const SLOW_MS = 4_000

type Found = NonNullable<ReturnType<typeof useFolder>['data']>
type Go = (path: string) => void

/** Asks once before a file is deleted. */
function Removal({ file, changes, onClose }: { file: MachineFile; changes: Changes; onClose: () => void }) {
  const { t } = useTranslation()
  const done = () => {
    notify('success', t('machineFiles.removed'))
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      onClose={onClose}
      onConfirm={() => changes.remove.mutate(file, { onSuccess: done, onError: notifyError })}
      title={t('machineFiles.removeTitle', { name: shownName(file.name) })}
      text={t('machineFiles.removeText')}
      confirmLabel={t('machineFiles.delete')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isBusy={changes.remove.isPending}
    />
  )
}
type Changes = ReturnType<typeof useChanges>

function Bar({ found, go, make, reload, isBusy }: BarProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.above}>
      <Crumbs path={found.path} home={found.home} go={go} />
      <span className={classes.actions}>
        <Button size="compact-sm" variant="default" leftSection={<PlusIcon size={16} />} onClick={make}>
          {t('machineFiles.makeFolder')}
        </Button>
        <ActionIcon variant="default" onClick={reload} loading={isBusy} aria-label={t('machineFiles.refresh')}>
          <RefreshIcon size={16} />
        </ActionIcon>
      </span>
    </div>
  )
}
type BarProps = { found: Found; go: Go; make: () => void; reload: () => void; isBusy: boolean }

/** One folder with what can be done in it. */
function Folder({ productId, found, go, reload, isBusy, add }: FolderProps) {
  const { t } = useTranslation()
  const { path, entries, isCut } = found
  const changes = useChanges(productId, path)
  const download = useDownload(productId)
  const [removed, setRemoved] = useState<MachineFile>()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <Bar {...{ found, go, reload, isBusy }} make={() => setMaking(true)} />
      <DropArea onFiles={(files) => add(files, path)}>
        {entries.length === 0 ? (
          <p className={classes.empty}>{t('machineFiles.empty')}</p>
        ) : (
          <FileRows
            files={entries}
            open={({ name }) => go(placeOf(path, name))}
            download={({ name }) => download.mutate(placeOf(path, name))}
            remove={setRemoved}
          />
        )}
        {isCut && <Quiet>{t('machineFiles.cut', { most: formatCount(FILES_LISTED) })}</Quiet>}
      </DropArea>
      {removed && <Removal file={removed} changes={changes} onClose={() => setRemoved(undefined)} />}
      {isMaking && <FolderDialog make={changes.make} onClose={() => setMaking(false)} />}
    </>
  )
}

type FolderProps = Omit<BarProps, 'make'> & { productId: string; add: Uploads['add'] }

function Waiting() {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <RowsSkeleton label={t('machineFiles.loading')} count={3} />
      {isSlow && <p role="status">{t('machineFiles.slow')}</p>}
    </>
  )
}

/** A folder that could not be read: once more, or the home folder, from which everything is reached. */
function Unread({ error, again, isBusy, goHome }: UnreadProps) {
  const { t } = useTranslation()
  return (
    <>
      <SmallFailure title={t('machineFiles.failed')} error={error} refetch={again} isBusy={isBusy} />
      {goHome && <ActionButton kind="plain" action={{ label: t('machineFiles.home'), onClick: goHome }} />}
    </>
  )
}
type UnreadProps = { error: Error; again: () => void; isBusy: boolean; goHome: (() => void) | undefined }

/** The folder in the address, or the home folder once it was asked for. */
function useAddress() {
  const [search, ask] = useSearch()
  const [isAsked, setAsked] = useState(false)
  const path = search.get(FOLDER) ?? undefined
  const write = (change: (search: URLSearchParams) => void) =>
    ask((now) => {
      change(now)
      return now
    })
  return {
    path,
    isOpen: isAsked || path !== undefined,
    open: () => setAsked(true),
    go: (to: string) => write((now) => now.set(FOLDER, to)),
    goHome: () => {
      setAsked(true)
      write((now) => now.delete(FOLDER))
    },
  }
}

/** Files of the machine, up and down. They are read when asked for, as the use is told to the seller. */
export function FilesPanel({ productId }: { productId: string }) {
  const { t } = useTranslation()
  const { path, isOpen, open, go, goHome } = useAddress()
  const { data, error, refetch, isFetching } = useFolder(productId, path, isOpen)
  const reload = useReload(productId)
  // Above the folder: files go on while another folder is looked at.
  const { add, ...uploads } = useUploads(productId, reload)
  return (
    <Panel title={t('machineFiles.title')}>
      {!isOpen && (
        <div className={classes.actions}>
          <ActionButton
            kind="plain"
            action={{ label: t('machineFiles.open'), icon: <FolderIcon size={18} />, onClick: open }}
          />
        </div>
      )}
      {isOpen && !data && !error && <Waiting />}
      {error && !data && (
        <Unread
          error={error}
          again={() => void refetch()}
          isBusy={isFetching}
          goHome={path === undefined ? undefined : goHome}
        />
      )}
      {data && <Folder {...{ productId, found: data, go, add, reload }} isBusy={isFetching} />}
      <UploadRows {...uploads} />
      <Quiet>{t('machineFiles.about')}</Quiet>
    </Panel>
  )
}
