import { Drawer, Modal } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useDevice } from '../base/device.tsx'
import { useFocusBack } from '../base/focus-back.ts'
import { keepFocus } from '../base/kept-focus.tsx'
import { useBackCloses, useDialogPlace } from '../base/open-layers.tsx'
import classes from './dialog.module.css'

/** Props of a dialog; every word arrives from outside. */
export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Actions at the foot; they stay in sight while the body scrolls. */
  footer?: ReactNode
  /** Of a panel at the side: asked in the place of the footer, which comes back with the focus once the question is gone. */
  question?: ReactNode
  /** Escape, Back on a phone and a press outside take the question back and leave the panel open. */
  onTakeBack?: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** At a desk it stands at the side, as high as the page, so that the list it was opened from stays in sight. */
  isSide?: boolean
  /** Keeps the dialog open on Escape, on a press outside and on a drag: only its own buttons close it. */
  isBlocking?: boolean
  /** What it asked for is being carried out: it stays until the answer, as what was typed in it is not to be lost. */
  isBusy?: boolean
  /** On a phone Back leaves neither it nor the page: what it shows cannot be had again. `isBusy` does so as well. */
  isBackHeld?: boolean
  role?: 'dialog' | 'alertdialog'
}

const shared = { header: classes.header, title: classes.title, body: classes.body }
const modalParts = { ...shared, content: `${classes.content} ${classes.modal}` }
const edgeParts = {
  bottom: { ...shared, content: `${classes.content} ${classes.sheet}` },
  right: { ...shared, content: `${classes.content} ${classes.side}` },
}
const SIDE_PX = 560

const dragToCloseAtPx = 90
const stay = () => undefined

function useDragToClose(onClose: () => void) {
  const sheet = useRef<HTMLDivElement>(null)
  const startY = useRef<number | null>(null)
  const offset = (event: PointerEvent) => Math.max(0, event.clientY - (startY.current ?? event.clientY))
  const move = (px: number) => {
    if (sheet.current) sheet.current.style.translate = px > 0 ? `0 ${px}px` : ''
  }
  return {
    sheet,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        startY.current = event.clientY
        event.currentTarget.setPointerCapture?.(event.pointerId)
      },
      onPointerMove: (event: PointerEvent) => startY.current !== null && move(offset(event)),
      onPointerUp: (event: PointerEvent) => {
        if (startY.current !== null && offset(event) > dragToCloseAtPx) onClose()
        startY.current = null
        move(0)
      },
      onPointerCancel: () => {
        startY.current = null
        move(0)
      },
    },
  }
}

// The library always writes role="dialog"; a question that must be answered says so itself. One function for all drawings:
// a new one each time would make the focus trap begin anew and take the focus out of the field in use.
const sayAlert = (node: HTMLElement | null) => node?.setAttribute('role', 'alertdialog')
const roleRef = (role: DialogProps['role']) => (role === 'alertdialog' ? sayAlert : undefined)

/**
 * Of several open dialogs only the topmost is in sight: it takes the place of the one below, which keeps what was typed
 * and comes back once it is closed.
 */
function useOneInSight(isOpen: boolean) {
  const { isTopmost, isCovered, isLowest } = useDialogPlace(isOpen)
  return { isTopmost, isLowest, style: { visibility: isCovered ? 'hidden' : 'visible' } as const }
}

/** The footer keeps its buttons under a question, so that the focus finds the one that asked it. */
function Foot({ footer, question }: Pick<DialogProps, 'footer' | 'question'>) {
  const isAsking = Boolean(question)
  useFocusBack(isAsking)
  return (
    <>
      {footer && (
        <div className={classes.footer} hidden={isAsking}>
          {footer}
        </div>
      )}
      {question && <div className={classes.question}>{question}</div>}
    </>
  )
}

type EdgeProps = DialogProps & { edge: 'bottom' | 'right' }

/** What closes it: while a question stands in it, only its cross and a pull down; all else takes the question back. */
function useEdgeClosing({ isOpen, onClose, isBlocking, isBackHeld, question, onTakeBack, edge }: EdgeProps) {
  const stepBack = question && onTakeBack
  const isSheet = edge === 'bottom'
  useBackCloses(isSheet && isOpen && (isBackHeld || !isBlocking), onClose, isBackHeld)
  useBackCloses(isSheet && isOpen && Boolean(stepBack), onTakeBack ?? stay, isBackHeld)
  return { onClose: stepBack || onClose, onCross: stepBack ? onClose : undefined }
}

/** A sheet from the bottom, or a panel at the right side. */
function EdgeDialog(props: EdgeProps) {
  const { edge, isOpen, title, closeLabel, children, footer, question, isBlocking, role } = props
  const isSheet = edge === 'bottom'
  const drag = useDragToClose(props.onClose)
  const { onClose, onCross } = useEdgeClosing(props)
  const { isTopmost, isLowest, style } = useOneInSight(isOpen)
  const content = useMergedRef(drag.sheet, roleRef(role))
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={onClose}
      position={edge}
      size={isSheet ? undefined : SIDE_PX}
      classNames={edgeParts[edge]}
      closeOnEscape={!isBlocking && isTopmost}
      closeOnClickOutside={!isBlocking}
      transitionProps={{ duration: 200 }}
    >
      {isLowest && <Drawer.Overlay color="var(--scrim)" backgroundOpacity={1} />}
      <Drawer.Content ref={content} style={style}>
        {isSheet && !isBlocking && <div className={classes.handle} aria-hidden {...drag.handle} />}
        <Drawer.Header>
          <Drawer.Title>{title}</Drawer.Title>
          {!isBlocking && <Drawer.CloseButton aria-label={closeLabel} onClick={onCross} />}
        </Drawer.Header>
        <Drawer.Body ref={keepFocus}>{children}</Drawer.Body>
        <Foot footer={footer} question={question} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

function ModalDialog({ isOpen, onClose, title, closeLabel, children, footer, size, isBlocking, role }: DialogProps) {
  const { isTopmost, isLowest, style } = useOneInSight(isOpen)
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size ?? 'md'}
      centered
      classNames={modalParts}
      closeOnEscape={!isBlocking && isTopmost}
      closeOnClickOutside={!isBlocking}
      transitionProps={{ duration: 150, transition: 'pop' }}
    >
      {isLowest && <Modal.Overlay color="var(--scrim)" backgroundOpacity={1} />}
      <Modal.Content ref={roleRef(role)} style={style}>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          {!isBlocking && <Modal.CloseButton aria-label={closeLabel} />}
        </Modal.Header>
        <Modal.Body ref={keepFocus}>{children}</Modal.Body>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * A dialog: a centred window or a panel at the side at a desk, a sheet from the bottom on a phone (closed by a pull down
 * and by Back as well).
 */
export function Dialog({ isBusy = false, isBackHeld = isBusy, onClose, onTakeBack, ...rest }: DialogProps) {
  const props = { ...rest, isBackHeld, onClose: isBusy ? stay : onClose, onTakeBack: isBusy ? stay : onTakeBack }
  useFocusBack(props.isOpen)
  if (useDevice() === 'mobile') return <EdgeDialog {...props} edge="bottom" />
  return props.isSide ? <EdgeDialog {...props} edge="right" /> : <ModalDialog {...props} />
}
