import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clearSlot, FEATURED_PLACES, listSlots, setSlot } from '@trove/contract/code/slots'
import { ContractError } from '@trove/contract/errors/codes'
import type { RouteData } from '@trove/contract/kit/route'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { PageHeader } from '@trove/ui/layout/page-header'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { CaseDialog } from '../cases/case-dialog.tsx'
import { WordsQuestion } from '../cases/words-question.tsx'
import classes from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import { wholeList } from '../queries.ts'
import { StaffOnly } from '../staff-only.tsx'

type Slot = RouteData<typeof listSlots>[number]

const KEY = ['desk', 'code-slots']
const PLACES = Array.from({ length: FEATURED_PLACES }, (_, i) => i + 1)
/** Of an address with its query. */
const ADDRESS_CHARS = 300

/** The id of a work in what was pasted: the last part of its page's address, or the id itself. */
const workIdOf = (pasted: string) => pasted.split(/[?#]/)[0]!.replace(/\/+$/, '').split('/').at(-1)!

function useSlotChanges(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const shared = {
    onSuccess: () => {
      notify('success', t('codeDesk.slots.done'))
      onDone()
    },
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: KEY }), client.invalidateQueries({ queryKey: ['code'] })]),
  }
  const set = useMutation({
    mutationFn: ({ place, workId }: { place: number; workId: string }) =>
      api(setSlot, { params: { place }, body: { workId } }),
    ...shared,
  })
  const clear = useMutation({ mutationFn: (place: number) => api(clearSlot, { params: { place } }), ...shared })
  return { set, clear }
}

/** A place as a row: its number is what it is known by. */
type Place = { id: string; place: number; slot: Slot | undefined }

/** All places, with what stands in them. */
function usePlaces() {
  const { data, ...query } = useQuery({ queryKey: KEY, queryFn: () => api(listSlots, {}) })
  const places =
    data && PLACES.map((place) => ({ id: `${place}`, place, slot: data.find((one) => one.place === place) }))
  return wholeList<Place>({ ...query, data: places })
}

const stateWords = (t: TFunction, { slot }: Place) =>
  slot && t(slot.state === 'online' ? 'codeDesk.slots.shown' : 'codeDesk.slots.hidden')

const columnsOf = (t: TFunction): DataColumn<Place>[] => [
  { id: 'place', label: t('codeDesk.slots.places'), cell: ({ place }) => t('codeDesk.slots.place', { place }) },
  {
    id: 'work',
    label: t('codeReports.desk.work'),
    cell: ({ slot }) => slot?.title ?? <span className={classes.quiet}>{t('codeDesk.slots.empty')}</span>,
    phone: 'line',
  },
  { id: 'author', label: t('codeReports.desk.author'), cell: ({ slot }) => slot?.nickName, phone: 'line' },
  { id: 'state', label: t('desk.columns.state'), cell: (place) => stateWords(t, place), phone: 'line' },
]

/** Asks for the work of a place, by the address of its page. */
function Choosing({ place, set, onTakeBack }: { place: number; set: SlotChanges['set']; onTakeBack: () => void }) {
  const { t } = useTranslation()
  return (
    <WordsQuestion
      title={t('codeDesk.slots.chooseFor', { place })}
      text={t('codeDesk.slots.workHelp')}
      label={t('codeDesk.slots.work')}
      emptyText={t('codeDesk.slots.workEmpty')}
      maxLength={ADDRESS_CHARS}
      confirmLabel={t('common.save')}
      isBusy={set.isPending}
      onTakeBack={onTakeBack}
      onSend={(pasted) => set.mutate({ place, workId: workIdOf(pasted) })}
    />
  )
}
type SlotChanges = ReturnType<typeof useSlotChanges>

type PlaceCaseProps = { id: string; pages: ReturnType<typeof usePlaces>; onClose: () => void }

/** A place that is open beside the others: which work stands in it, choosing another, and emptying it. */
function PlaceCase({ id, pages: { list, items }, onClose }: PlaceCaseProps) {
  const { t } = useTranslation()
  const [isChoosing, setChoosing] = useState(false)
  const onTakeBack = () => setChoosing(false)
  const { set, clear } = useSlotChanges(onTakeBack)
  const data = items.find((one) => one.id === id)
  const isNone = data === undefined && !list.isPending && !list.isError
  const read = { data, error: isNone ? new ContractError('resource.not-found') : list.error, refetch: list.refetch }
  const footer = data && (
    <>
      {data.slot && (
        <ActionButton
          kind="plain"
          action={{
            label: t('codeDesk.slots.clear'),
            onClick: () => clear.mutate(data.place),
            isBusy: clear.isPending,
          }}
        />
      )}
      <ActionButton kind="plain" action={{ label: t('codeDesk.slots.choose'), onClick: () => setChoosing(true) }} />
    </>
  )
  return (
    <CaseDialog
      title={data ? t('codeDesk.slots.place', { place: data.place }) : t('titles.slotDesk')}
      {...{ read, onClose, footer, onTakeBack }}
      question={isChoosing && data && <Choosing {...{ place: data.place, set, onTakeBack }} />}
      isBusy={set.isPending || clear.isPending}
    >
      {({ slot, ...rest }) =>
        slot ? (
          <>
            <LoneLink href={paths.codeDetail({ id: slot.id })}>{slot.title}</LoneLink>
            <p className={classes.quiet}>{slot.nickName}</p>
            <p>{stateWords(t, { slot, ...rest })}</p>
          </>
        ) : (
          <p className={classes.quiet}>{t('codeDesk.slots.empty')}</p>
        )
      }
    </CaseDialog>
  )
}

function Slots() {
  const { t } = useTranslation()
  const pages = usePlaces()
  return (
    <DeskTable
      label={t('titles.slotDesk')}
      pages={pages}
      empty={{ title: t('codeDesk.slots.empty') }}
      columns={columnsOf(t)}
      panel={(id, close) => <PlaceCase key={id} id={id} pages={pages} onClose={close} />}
    />
  )
}

/** The featured row of the code home, place by place: for editors. */
export default function SlotDesk() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} ref={keepFocus}>
      <PageHeader title={t('titles.slotDesk')} lead={t('codeDesk.slots.lead')} />
      <StaffOnly of="editor">
        <Slots />
      </StaffOnly>
    </div>
  )
}
