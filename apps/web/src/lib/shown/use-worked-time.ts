import { useTranslation } from 'react-i18next'

/** Minutes of work in words: hours and minutes, without the part that is nought. */
export function useWorkedTime(): (minutes: number) => string {
  const { t } = useTranslation()
  return (all) => {
    const [hours, minutes] = [Math.floor(all / 60), all % 60]
    if (hours === 0) return t('talent.sheet.minutesOnly', { minutes })
    return minutes === 0 ? t('talent.sheet.wholeHours', { hours }) : t('talent.sheet.time', { hours, minutes })
  }
}
