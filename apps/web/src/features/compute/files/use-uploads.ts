import { beginMachineUpload, uploadMachineFile } from '@trove/contract/compute/machine/files'
import { ContractError } from '@trove/contract/errors/codes'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/calls/api.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { sendFile } from '../../../lib/calls/send-file.ts'

export type Upload = {
  id: number
  file: File
  folder: string
  state: 'waiting' | 'sending' | 'done' | 'exists' | 'failed'
  sent: number
  /** Since when bytes go, by this computer's clock. */
  startedAtMs: number
  /** Why it failed, in words. */
  fault?: string
}

/** Sends one file: a ticket first, then its bytes. */
async function send(productId: string, { file, folder }: Upload, replaces: boolean, watched: Watched): Promise<void> {
  const wish = { productId, folder, name: file.name, bytes: file.size, replaces }
  const { ticket } = await api(beginMachineUpload, { body: wish }, { signal: watched.signal })
  const body = new FormData()
  body.append('file', file)
  await sendFile(uploadMachineFile, { params: { ticket }, body }, watched)
}
type Watched = { onSent: (bytes: number) => void; signal: AbortSignal }

/** Files on their way up to a machine, one after the other as long as the page is open. */
export function useUploads(productId: string, onDone: () => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef<{ id: number; stop: AbortController }>(undefined)
  const replacing = useRef(new Set<number>())
  const lastId = useRef(0)
  const change = useCallback(
    (id: number, to: Partial<Upload>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one))),
    [],
  )

  const run = useCallback(
    async (upload: Upload) => {
      const stop = new AbortController()
      running.current = { id: upload.id, stop }
      const onSent = (sent: number) => change(upload.id, { sent: Math.min(sent, upload.file.size) })
      change(upload.id, { state: 'sending', sent: 0, startedAtMs: Date.now() })
      try {
        await send(productId, upload, replacing.current.has(upload.id), { onSent, signal: stop.signal })
        change(upload.id, { state: 'done', sent: upload.file.size })
      } catch (error) {
        const isThere = error instanceof ContractError && error.code === 'compute.file-exists'
        if (!stop.signal.aborted)
          change(upload.id, isThere ? { state: 'exists' } : { state: 'failed', fault: errorText(error) })
      }
      running.current = undefined
      onDone()
      // The next one is looked for with what is known then.
      setUploads((all) => [...all])
    },
    [productId, change, onDone],
  )

  useEffect(() => {
    const next = uploads.find(({ state }) => state === 'waiting')
    if (next && !running.current) void run(next)
  }, [uploads, run])
  useEffect(() => () => running.current?.stop.abort(), [])

  return {
    uploads,
    add(files: readonly File[], folder: string): void {
      const added = files.map((file): Upload => {
        lastId.current += 1
        return { id: lastId.current, file, folder, state: 'waiting', sent: 0, startedAtMs: 0 }
      })
      setUploads((all) => [...all, ...added])
    },
    again(id: number, replaces: boolean): void {
      if (replaces) replacing.current.add(id)
      change(id, { state: 'waiting', fault: undefined })
    },
    /** Stops it if it is on its way, and takes it off the list. */
    drop(id: number): void {
      if (running.current?.id === id) running.current.stop.abort()
      setUploads((all) => all.filter((one) => one.id !== id))
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
