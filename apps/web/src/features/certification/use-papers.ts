import { PAPERS_MAX } from '@trove/contract/certification/shapes'
import { ContractError } from '@trove/contract/errors/codes'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/calls/notify.ts'
import { PICTURE_TYPES } from '../../lib/pictures/picture-types.ts'
import { type PaperType, sendPaper } from './queries.ts'

/** A paper in the form: sent already once it has a file name. */
export type ShownPaper = {
  key: string
  type: PaperType
  name: string
  filename: string | undefined
  /** The picture as it lies in this browser, for those chosen here. */
  localUrl: string | undefined
}

type Sent = { type: PaperType; filename: string; name: string }

/** The papers of the form: those kept on the server, and those chosen now, which are sent at once. */
export function usePapers(kept: readonly Sent[]) {
  const { t } = useTranslation()
  const [papers, setPapers] = useState<ShownPaper[]>(() =>
    kept.map((paper) => ({ ...paper, key: paper.filename, localUrl: undefined })),
  )
  /** Why the last pictures of each kind were not taken. */
  const [faults, setFaults] = useState<Partial<Record<PaperType, string>>>({})
  const refuse = (type: PaperType, text: string) => setFaults((all) => ({ ...all, [type]: text }))
  const urls = useRef<string[]>([])
  useEffect(() => () => urls.current.forEach((url) => void URL.revokeObjectURL(url)), [])
  const change = (key: string, next: Partial<ShownPaper> | undefined) =>
    setPapers((all) => all.flatMap((paper) => (paper.key !== key ? [paper] : next ? [{ ...paper, ...next }] : [])))

  async function send(type: PaperType, file: File): Promise<void> {
    if (!PICTURE_TYPES.includes(file.type)) return refuse(type, t('profile.notAnImage'))
    const localUrl = URL.createObjectURL(file)
    urls.current.push(localUrl)
    setPapers((all) => [...all, { key: localUrl, type, name: file.name, filename: undefined, localUrl }])
    try {
      change(localUrl, { filename: await sendPaper(file) })
    } catch (error) {
      change(localUrl, undefined)
      const reason = errorText(error)
      const isRefused = error instanceof ContractError
      refuse(type, isRefused ? reason : t('certification.form.uploadFailed', { reason }))
    }
  }

  return {
    papers,
    faults,
    isSending: papers.some(({ filename }) => filename === undefined),
    add(type: PaperType, files: File[]): void {
      setFaults(({ [type]: _, ...rest }) => rest)
      const room = PAPERS_MAX - papers.filter((paper) => paper.type === type).length
      if (files.length > room)
        refuse(type, errorText(new ContractError('certification.papers-limit', { count: PAPERS_MAX })))
      for (const file of files.slice(0, room)) void send(type, file)
    },
    remove: (key: string) => change(key, undefined),
  }
}
