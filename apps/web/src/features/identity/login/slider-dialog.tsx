import { Anchor, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import classes from './login.module.css'
import { requestQuestion, requestSlider } from './queries.ts'

const PUZZLE_WIDTH = 300
type Puzzle = Awaited<ReturnType<typeof requestSlider>>

/** The server's pictures come as SVG text and are shown as images, so that nothing in them can run. */
function picture(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

function Picture({ puzzle, x, onMove }: { puzzle: Puzzle; x: number; onMove: (x: number) => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.puzzle}>
      <img src={picture(puzzle.backgroundSvg)} alt="" />
      <img
        src={picture(puzzle.pieceSvg)}
        alt=""
        className={classes.piece}
        style={{ transform: `translate(${x}px, ${puzzle.y}px)` }}
      />
      <input
        type="range"
        min={0}
        max={PUZZLE_WIDTH - 44}
        value={x}
        onChange={(event) => onMove(Number(event.target.value))}
        aria-label={t('login.slider.label')}
      />
    </div>
  )
}

/** What is asked: the puzzle, or for whoever cannot see it a question; each with the answer so far. */
function useTask() {
  const [isQuestion, setQuestion] = useState(false)
  const [answer, setAnswer] = useState('')
  const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY }
  const puzzle = useQuery({ queryKey: ['slider'], queryFn: requestSlider, enabled: !isQuestion, ...once })
  const question = useQuery({ queryKey: ['slider-question'], queryFn: requestQuestion, enabled: isQuestion, ...once })
  const { error, refetch, isFetching } = isQuestion ? question : puzzle
  const id = (isQuestion ? question : puzzle).data?.id
  return {
    isQuestion,
    puzzle: isQuestion ? undefined : puzzle.data,
    question: isQuestion ? question.data : undefined,
    answer,
    setAnswer,
    error,
    isFetching,
    solution: id && answer ? `${id}:${answer}` : undefined,
    again: () => {
      setAnswer('')
      void refetch()
    },
    change: () => {
      setAnswer('')
      setQuestion(!isQuestion)
    },
  }
}

type QuestionProps = { question: string; answer: string; onAnswer: (answer: string) => void }

function Question({ question, answer, onAnswer }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={question}
      placeholder={t('login.slider.answer')}
      value={answer}
      onChange={(event) => onAnswer(event.currentTarget.value.replace(/\D/g, '').slice(0, 3))}
      inputMode="numeric"
      autoComplete="off"
      size="md"
    />
  )
}

/** The slider puzzle (drag or arrow keys), or a question in its place; answers `id:number`, or undefined when closed. */
export default function SliderDialog({ onAnswer }: { onAnswer: (answer: string | undefined) => void }) {
  const { t } = useTranslation()
  const task = useTask()
  const footer = (
    <>
      <Button variant="default" onClick={task.again} loading={task.isFetching}>
        {t('login.slider.another')}
      </Button>
      <ReasonButton
        onClick={() => onAnswer(task.solution)}
        reason={task.solution ? undefined : t(task.isQuestion ? 'reasons.sliderAnswer' : 'reasons.sliderPlace')}
      >
        {t('login.slider.done')}
      </ReasonButton>
    </>
  )
  const close = () => onAnswer(undefined)
  const title = t('login.slider.title')
  const retry = { label: t('common.retry'), onClick: task.again }
  return (
    <Dialog isOpen onClose={close} title={title} closeLabel={t('common.close')} footer={footer} size="sm">
      {!task.isQuestion && <p>{t('login.slider.text')}</p>}
      {task.error && <ErrorState title={errorText(task.error)} retry={retry} isSmall />}
      {!task.puzzle && !task.question && !task.error && <DetailSkeleton label={t('common.loading')} />}
      {task.puzzle && (
        <Picture puzzle={task.puzzle} x={Number(task.answer)} onMove={(x) => task.setAnswer(x ? String(x) : '')} />
      )}
      {task.question && <Question question={task.question.question} answer={task.answer} onAnswer={task.setAnswer} />}
      <p>
        <Anchor component="button" type="button" onClick={task.change}>
          {t(task.isQuestion ? 'login.slider.toPicture' : 'login.slider.toQuestion')}
        </Anchor>
      </p>
    </Dialog>
  )
}
