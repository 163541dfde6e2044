import { Radio, Stack } from '@mantine/core'
import { REPORT_REASONS } from '@trove/contract/code/shapes'
import { useTranslation } from 'react-i18next'

export type ReportReason = (typeof REPORT_REASONS)[number]
type ReportReasonsProps = {
  reason: ReportReason | undefined
  isMissing: boolean
  onChange: (reason: ReportReason) => void
}

/** Why a work is reported or taken down. None is chosen before the person did: one of them takes the work from its buyers too. */
export function ReportReasons({ reason, isMissing, onChange }: ReportReasonsProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('codeReports.reason')}
      value={reason ?? ''}
      onChange={(value) => onChange(value as ReportReason)}
      error={isMissing && reason === undefined && t('codeReports.reasonMissing')}
    >
      <Stack gap="xs" my="xs">
        {REPORT_REASONS.map((value) => (
          <Radio key={value} value={value} label={t(`codeReports.reasons.${value}`)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
