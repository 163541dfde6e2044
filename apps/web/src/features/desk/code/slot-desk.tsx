import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clearSlot, FEATURED_PLACES, listSlots, setSlot } from '@trove/contract/code/slots'
import type { RouteData } from '@trove/contract/kit/route'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskCard, DeskCards } from '../desk-cards.tsx'
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

type PlaceProps = { place: number; slot: Slot | undefined; isBusy: boolean; onChoose: () => void; onClear: () => void }

function PlaceCard({ place, slot, isBusy, onChoose, onClear }: PlaceProps) {
  const { t } = useTranslation()
  return (
    <DeskCard>
      <div className={classes.head}>
        <span className={classes.words}>
          <strong>{t('codeDesk.slots.place', { place })}</strong>
          {slot ? (
            <LoneLink href={paths.codeDetail({ id: slot.id })}>{slot.title}</LoneLink>
          ) : (
            <span className={classes.quiet}>{t('codeDesk.slots.empty')}</span>
          )}
          {slot && slot.state !== 'online' && <span className={classes.quiet}>{t('codeDesk.slots.hidden')}</span>}
          {slot && <span className={classes.quiet}>{slot.nickName}</span>}
        </span>
      </div>
      <div className={classes.actions}>
        <ActionButton size="sm" kind="plain" action={{ label: t('codeDesk.slots.choose'), onClick: onChoose }} />
        {slot && (
          <ActionButton
            size="sm"
            kind="quiet"
            action={{ label: t('codeDesk.slots.clear'), onClick: onClear, isBusy }}
          />
        )}
      </div>
    </DeskCard>
  )
}

function Slots() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => api(listSlots, {}) })
  const [chosen, setChosen] = useState<number>()
  const { set, clear } = useSlotChanges(() => setChosen(undefined))
  if (!data && error) return <Failure error={error} refetch={refetch} />
  if (!data) return <RowsSkeleton label={t('common.loading')} />
  return (
    <>
      <DeskCards>
        {PLACES.map((place) => (
          <PlaceCard
            key={place}
            place={place}
            slot={data.find((slot) => slot.place === place)}
            isBusy={clear.isPending}
            onChoose={() => setChosen(place)}
            onClear={() => clear.mutate(place)}
          />
        ))}
      </DeskCards>
      {chosen !== undefined && (
        <WordsDialog
          title={t('codeDesk.slots.chooseFor', { place: chosen })}
          label={t('codeDesk.slots.work')}
          help={t('codeDesk.slots.workHelp')}
          emptyText={t('codeDesk.slots.workEmpty')}
          maxLength={ADDRESS_CHARS}
          sendLabel={t('common.save')}
          isBusy={set.isPending}
          onClose={() => setChosen(undefined)}
          onSend={(pasted) => set.mutate({ place: chosen, workId: workIdOf(pasted) })}
        />
      )}
    </>
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
