import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { CopyIcon } from '../icons/actions.tsx'
import { CheckIcon } from '../icons/states.tsx'
import { copyText } from './clipboard.tsx'

type CopyButtonProps = {
  value: string
  label: string
  copiedLabel: string
  /** Told whether the copy went, for a message. */
  onCopied?: (isCopied: boolean) => void
  /** Shows the words; an icon alone unless told. */
  isWide?: boolean
}

const confirmMs = 1500

/** Copies a text and says so in its own place. */
export function CopyButton({ value, label, copiedLabel, onCopied, isWide }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    const isDone = await copyText(value)
    onCopied?.(isDone)
    if (!isDone) return
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), confirmMs)
  }
  const icon = isCopied ? <CheckIcon size={18} /> : <CopyIcon size={18} />
  const words = isCopied ? copiedLabel : label
  if (isWide) {
    return (
      <Button variant="default" leftSection={icon} onClick={copy}>
        {words}
      </Button>
    )
  }
  return (
    <ActionIcon aria-label={words} title={words} onClick={copy} color={isCopied ? 'jade' : 'gray'}>
      {icon}
    </ActionIcon>
  )
}
