/** How the local page looks: in the site's colours (packages/ui, tokens), readable on a phone and on a wide screen, light and dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --jade: light-dark(#0B7A5B, #3CC79A); --on-jade: light-dark(#FFFFFF, #04231A); --coral: light-dark(#C23B2E, #F07F73); --paper: light-dark(#FAF9F6, #0E1412); --surface: light-dark(#FFFFFF, #151D1A); --ink: light-dark(#12211B, #E9F0EC); --ink-2: light-dark(#4A5A53, #B3C0BA); --line: light-dark(#E4E2DA, #2A3631) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif }
header { display: flex; justify-content: space-between; align-items: baseline }
h1 { font-size: 1.5rem; margin: .5rem 0 } h2 { font-size: 1.2rem; margin: .75rem 0 } h3 { font-size: 1rem; margin: 1rem 0 .5rem }
a { color: var(--jade); text-underline-offset: .2em }
section { border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); padding: .25rem 1rem 1rem; margin: 1rem 0 }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .75rem; margin: 0 }
dt, figcaption { color: var(--ink-2); font-size: .875rem } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
code { font-size: .875em }
progress { display: block; width: 100%; max-width: 14rem; height: .5rem; margin-top: .25rem; accent-color: var(--jade) }
figure { margin: 0; min-width: 0 } .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem 2rem; margin-top: 1rem }
.days { display: block; width: 100%; max-width: 28rem; margin-top: .5rem; overflow: visible } .days path { stroke: var(--line) }
.days text { fill: var(--ink-2); font-size: 11px; text-anchor: middle } .days .taken { fill: var(--jade) } .days .late { fill: var(--coral) }
.alerts { border-left: .25rem solid var(--coral); padding: .1rem 1rem; margin: .5rem 0 } .good { color: var(--jade) }
.tried { list-style: none; margin: 0; padding: 0 } .tried li { display: flex; gap: .5rem; padding: .35rem 0; overflow-wrap: anywhere; color: var(--jade) }
.tried li[data-good=false] { color: var(--coral) } .tried span { min-width: 0; color: var(--ink) }
.ways { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center }
.ways a, button { display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button { border-color: var(--jade); background: var(--jade); color: var(--on-jade) }
input, select { width: 100%; max-width: 24rem; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--surface); color: inherit; font: inherit }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums } th, td { text-align: left; padding: .4rem .5rem; border-bottom: 1px solid var(--line) } th { color: var(--ink-2); font-size: .875rem; font-weight: 600 }
.note, .none { color: var(--ink-2) }
@media (max-width: 40rem) {
  thead { display: none } tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0 }
  td { display: flex; justify-content: space-between; gap: 1rem; border: 0; padding: .15rem 0 } td::before { content: attr(data-label); color: var(--ink-2) }
}
`
