/** How the local page looks: readable on a phone and on a wide screen, light and dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; font: 16px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif }
header { display: flex; justify-content: space-between; align-items: baseline }
h1 { font-size: 1.5rem; margin: .5rem 0 } h2 { font-size: 1.2rem } h3 { font-size: 1rem }
section { border: 1px solid var(--line); border-radius: .75rem; padding: .25rem 1rem 1rem; margin: 1rem 0 }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .75rem; margin: 0 }
dt { opacity: .7; font-size: .875rem } dd { margin: 0; overflow-wrap: anywhere }
.alerts { border-left: .25rem solid #c2410c; padding: .1rem 1rem; margin: .5rem 0 }
table { width: 100%; border-collapse: collapse } th, td { text-align: left; padding: .4rem .5rem; border-bottom: 1px solid var(--line) }
.note, .none { opacity: .75 }
@media (max-width: 40rem) {
  thead { display: none } tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0 }
  td { display: flex; justify-content: space-between; border: 0; padding: .15rem 0 } td::before { content: attr(data-label); opacity: .7 }
}
`
