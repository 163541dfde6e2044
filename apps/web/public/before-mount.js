// Runs before the first paint: language, layout and colour scheme on the html element, so that nothing jumps.
// The rules are those of src/lib/device.ts and src/lib/language.ts; this file only has to be early.
;(() => {
  const root = document.documentElement
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const device =
    kept('device') || (/Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i.test(navigator.userAgent) ? 'mobile' : 'pc')
  root.dataset.device = device
  root.lang = kept('language') === 'en' ? 'en' : 'zh-CN'
  const scheme = kept('trove-color-scheme') || 'auto'
  const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
