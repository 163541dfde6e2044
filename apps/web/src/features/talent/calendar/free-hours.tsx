import { type ComboboxItem, Select } from '@mantine/core'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { FormSection } from '@trove/ui/layout/form-section'
import { PageHeader } from '@trove/ui/layout/page-header'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { FormFrame } from '../../../market/publish/form-frame.tsx'
import { useOwnHomepage } from '../data/queries.ts'
import classes from './calendar.module.css'
import { findZones, readerZone, zoneChoices, zonesWith } from './clock.ts'
import { OtherDays } from './other-days.tsx'
import { type Marked, useCalendar, useKeepCalendar } from './queries.ts'
import { WeekGrid } from './week-grid.tsx'

/** The zone by whose clock the hours are marked. What each is called is found out only once somebody looks for another. */
function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const { t, i18n } = useTranslation()
  const [choices, setChoices] = useState(() => zoneChoices([zone], i18n.language))
  return (
    <Select
      label={t('freeHours.zone')}
      data={choices}
      value={zone}
      onChange={(next) => next && onChange(next)}
      onDropdownOpen={() => choices.length === 1 && setChoices(zoneChoices(zonesWith(zone), i18n.language))}
      allowDeselect={false}
      searchable
      filter={({ options, search }) => findZones(options as ComboboxItem[], search, i18n.language)}
      nothingFoundMessage={t('freeHours.noZone')}
    />
  )
}

function Form({ marked }: { marked: Marked | null }) {
  const { t } = useTranslation()
  const keep = useKeepCalendar()
  const [calendar, setCalendar] = useState<Marked>(() => marked ?? { zone: readerZone(), weekly: [], days: [] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate(calendar)
  }
  return (
    <FormFrame
      onSubmit={submit}
      label={t('freeHours.save')}
      isSending={keep.isPending}
      sendingLabel={t('common.loading')}
      refusal={keep.error}
    >
      <FormSection>
        <ZoneField zone={calendar.zone} onChange={(zone) => setCalendar({ ...calendar, zone })} />
      </FormSection>
      <WeekGrid weekly={calendar.weekly} onChange={(weekly) => setCalendar({ ...calendar, weekly })} />
      <OtherDays days={calendar.days} onChange={(days) => setCalendar({ ...calendar, days })} />
    </FormFrame>
  )
}

/** Where an expert marks when they are free: by the week, and dates that differ, by their own clock. */
export default function FreeHours() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const page = useOwnHomepage()
  const calendar = useCalendar()
  const error = page.error ?? calendar.error
  const isReady = page.data && calendar.data !== undefined
  return (
    <>
      <PageHeader
        title={t('titles.freeHours')}
        lead={t('freeHours.lead')}
        back={{ label: t('common.back'), onClick: () => void navigate(paths.talent()) }}
      />
      {error && page.data !== null && !isReady && (
        <Failure error={error} refetch={() => Promise.all([page.refetch(), calendar.refetch()])} />
      )}
      {page.data === null && (
        <EmptyState
          title={t('freeHours.notCertified')}
          action={{ label: t('talent.becomeExpert'), href: paths.certification() }}
        />
      )}
      {page.data !== null && !isReady && !error && <DetailSkeleton label={t('common.loading')} />}
      {isReady && (
        <div className={classes.page}>
          <Form marked={calendar.data ?? null} />
        </div>
      )}
    </>
  )
}
