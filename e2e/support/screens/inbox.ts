import { until } from '../until.ts'
import type { Window } from './browse.ts'
import { settle } from './page-checks.ts'

/** Waits until one's inbox says so; what a sweep tells comes some moments after the clock moved. */
export async function seeNotice(window: Window, words: string): Promise<void> {
  await window.open('/personal-center/notices')
  await until(
    `the notice “${words}”`,
    async () => {
      await window.page.reload()
      await settle(window)
      return await window.page.getByText(words).count()
    },
    (count) => count > 0,
  )
}
