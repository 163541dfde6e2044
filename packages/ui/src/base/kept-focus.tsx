/** What a row of a list is drawn as; what is drawn otherwise says so with `data-list-row`. */
const ROW = 'li, tr, article, [data-list-row]'
const CONTROL = 'a[href], button, input, select, textarea'
/** What names a list, or says that nothing is left of it. */
const HEADING = 'h1, h2, h3, h4, legend, [data-heading]'
/** Layers that a row opens: who is in one comes back to the row. */
const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** A row around a control: its place among the others, and how many controls of it follow the control. */
type Spot = { row: Element; list: Element; at: number; after: number }
/** A control that had the focus, with the rows around it, the innermost first. */
type Place = { control: HTMLElement; name: string; isPlaced: boolean; spots: Spot[] }

const textOf = (control: Element) => control.textContent?.trim() ?? ''
const nameOf = (control: Element) => control.getAttribute('aria-label') ?? textOf(control)
/** Named after its row, as an icon is or the link of a whole row: its place among the controls says which it is. */
const isPlaced = (control: HTMLElement) => textOf(control) === '' || control.hasAttribute('data-row-link')
const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>(CONTROL)]
const isNowhere = () => document.activeElement === null || document.activeElement === document.body

function spotsOf(control: Element, frame: Element): Spot[] {
  const row = control.parentElement?.closest(ROW)
  const list = row?.parentElement
  if (!row || !list || row === frame || !frame.contains(row)) return []
  const controls = controlsOf(row)
  // Of a row around the row the control counts, not the row.
  const after = controls.length - 1 - controls.findLastIndex((one) => one === control || control.contains(one))
  return [{ row, list, at: [...list.children].indexOf(row), after }, ...spotsOf(row, frame)]
}

/** The same control of the nearest row that has it: the rows that follow first, then those before. */
function sameOf({ name, isPlaced: isByPlace, spots }: Place): HTMLElement | undefined {
  // A row that stays may have lost the control alone.
  const gone = spots.findLast(({ row }) => !row.isConnected) ?? spots[0]
  if (!gone?.list.isConnected) return undefined
  const rows = [...gone.list.children]
  const following = rows.slice(gone.row.isConnected ? gone.at + 1 : gone.at)
  const usable = [...following, ...rows.slice(0, gone.at).reverse()].map((row) =>
    controlsOf(row).map((control) => (control.matches(':disabled:not([data-loading])') ? undefined : control)),
  )
  const named = usable.flatMap((row) => row.find((control) => control && nameOf(control) === name) ?? [])
  const placed = usable.map((row) => row.at(-1 - gone.after)).filter((control) => control && isPlaced(control))
  return named[0] ?? (isByPlace ? placed[0] : undefined)
}

/** The heading of a list, or the nearest one around it; the frame where there is none. */
function headingOf(frame: HTMLElement): HTMLElement {
  for (let around: HTMLElement | null = frame; around; around = around.parentElement) {
    const found = [...around.querySelectorAll<HTMLElement>(HEADING)].find((heading) => {
      const row = heading.closest(ROW)
      return !row || !frame.contains(row)
    })
    if (found) return found
  }
  return frame
}

/** Gives the focus; a key that is still held down from the press before does nothing here. */
function give(target: HTMLElement): void {
  if (!target.matches(CONTROL) && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus()
  const held = new AbortController()
  const { signal } = held
  target.addEventListener('keydown', (event) => event.repeat && event.preventDefault(), { signal })
  for (const end of ['keyup', 'blur']) target.addEventListener(end, () => held.abort(), { signal })
}

/** One for each list in sight: gives the focus there if what had it last is gone, and returns whether it did. */
const lists = new Set<() => boolean>()

/**
 * Keeps the focus in a list whose rows, or what can be pressed in them, are taken away: the same control of the next row
 * gets it, else of the previous one, else the heading of the list. Otherwise a reader at the keyboard would begin at the top
 * of the page after each removal. Give it as `ref` to an element that stays when the list is empty.
 */
export function keepFocus(frame: HTMLElement | null): (() => void) | undefined {
  if (!frame) return undefined
  let last: Place | undefined
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYER)
    if (layer && !layer.contains(frame)) return
    const place = () => ({ control: target, name: nameOf(target), isPlaced: isPlaced(target) })
    last = frame.contains(target) ? { ...place(), spots: spotsOf(target, frame) } : undefined
  }
  const restore = () => {
    if (!last || last.control.isConnected) return false
    const target = sameOf(last) ?? headingOf(frame)
    // Its own request ends soon, and it can take the focus then.
    if (target.matches(':disabled')) return false
    last = undefined
    give(target)
    return true
  }
  const observer = new MutationObserver(() => isNowhere() && restore())
  document.addEventListener('focusin', note)
  observer.observe(frame, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  lists.add(restore)
  return () => {
    document.removeEventListener('focusin', note)
    observer.disconnect()
    lists.delete(restore)
  }
}

/** Gives the focus to the list that a layer was opened from, when the row that opened it is gone. */
export function giveToList(): void {
  for (const restore of lists) if (restore()) return
}
