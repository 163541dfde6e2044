// Runs before the first paint: language, layout, type scale and colour scheme on the html element, so that nothing jumps.
// The rules are those of src/lib/session/device.ts and src/lib/session/language.ts; this file only has to be early.
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
  const language = (kept('language') || root.lang) === 'en' ? 'en' : 'zh-CN'
  const scheme = kept('trove-color-scheme') || 'auto'
  const isDark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  if (device === 'mobile') {
    const fontPx = Math.min(innerWidth / 750, 2) * 32
    root.style.fontSize = `${fontPx}px`
    root.style.setProperty('--trove-scale', String(16 / fontPx))
  }
  // A prerendered page is one view of one language; for another one it stays unseen until the app has drawn it,
  // and a cookie lets the server choose right the next time.
  const view = root.dataset.view
  if (view) {
    if (location.pathname === '/') history.replaceState(null, '', `/home${location.search}${location.hash}`)
    const wanted = `${language}.${device}`
    // biome-ignore lint/suspicious/noDocumentCookie: must be set before the next request, in every browser
    if (view !== wanted) document.cookie = `view=${wanted}; path=/; max-age=31536000; samesite=lax`
    const isAsking = /[?&](signIn|next)\b/.test(location.search)
    if (view !== wanted || kept('trove-signed-in') || isAsking) root.dataset.wait = view === wanted ? 'account' : 'all'
  }
  root.dataset.device = device
  root.lang = language
})()
