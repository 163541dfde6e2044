import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '@trove/ui/dialog'
import { ErrorState } from '@trove/ui/error-state'
import { DetailSkeleton } from '@trove/ui/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notify.ts'
import classes from './login.module.css'
import { requestSlider } from './queries.ts'

const PUZZLE_WIDTH = 300

/** The server's pictures come as SVG text and are shown as images, so that nothing in them can run. */
function picture(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

/** The slider puzzle: drag or use the arrow keys; answers `id:x`, or undefined when closed. */
export default function SliderDialog({ onAnswer }: { onAnswer: (answer: string | undefined) => void }) {
  const { t } = useTranslation()
  const [x, setX] = useState(0)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['slider'],
    queryFn: requestSlider,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const again = () => {
    setX(0)
    void refetch()
  }
  const footer = (
    <>
      <Button variant="default" onClick={again} loading={isFetching}>
        {t('login.slider.another')}
      </Button>
      <Button onClick={() => data && onAnswer(`${data.id}:${x}`)} disabled={!data || x === 0}>
        {t('login.slider.done')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(undefined)}
      title={t('login.slider.title')}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      <p>{t('login.slider.text')}</p>
      {error && <ErrorState title={errorText(error)} retry={{ label: t('common.retry'), onClick: again }} isSmall />}
      {!data && !error && <DetailSkeleton label={t('common.loading')} />}
      {data && (
        <div className={classes.puzzle}>
          <img src={picture(data.backgroundSvg)} alt="" />
          <img
            src={picture(data.pieceSvg)}
            alt=""
            className={classes.piece}
            style={{ transform: `translate(${x}px, ${data.y}px)` }}
          />
          <input
            type="range"
            min={0}
            max={PUZZLE_WIDTH - 44}
            value={x}
            onChange={(event) => setX(Number(event.target.value))}
            aria-label={t('login.slider.label')}
          />
        </div>
      )}
    </Dialog>
  )
}
