import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { criticalCss, unstyledClasses, withoutUnusedVariables } from './critical-css.ts'

/**
 * Draws the landing pages once, at build time: one file per page, language and layout in `dist/landing`, with the styles it
 * needs inside and a script of a few kilobytes instead of the app. The server picks the file (platform/http/site/landing-page.ts).
 */

type Drawer = typeof import('../src/prerender.tsx')

const VIEWS = [
  { language: 'zh-CN', device: 'pc' },
  { language: 'zh-CN', device: 'mobile' },
  { language: 'en', device: 'pc' },
  { language: 'en', device: 'mobile' },
] as const

async function loadDrawer(root: string, outDir: string): Promise<Drawer> {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: join(root, 'src/prerender.tsx'), outDir, emptyOutDir: true, minify: false },
  })
  return (await import(`${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`)) as Drawer
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Parts = { template: string; css: string; script: string; appFiles: string[]; laterFile: string }

const STYLES = /<link[^>]*rel="stylesheet"[^>]*>/g

/** What a page says of itself to whoever only reads it: search engines, and programs that show a shared link. */
const metaOf = ({ title, description }: { title: string; description: string }, language: string) =>
  [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<meta property="og:title" content="${escapeHtml(title)}" />`,
    `<meta property="og:description" content="${escapeHtml(description)}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:site_name" content="Trove 众享" />',
    // The server puts the site's address before both: they have to be whole, and nobody knows it here.
    '<meta property="og:url" content="/" />',
    `<meta property="og:image" content="/og.${language}.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ')

/** Pages of the app: their frame is in the page; the style sheets come after it, so that nothing waits for them. */
async function writeFrames(dist: string, drawer: Drawer, { template, css, laterFile }: Parts): Promise<void> {
  for (const { language, device } of VIEWS) {
    const frame = await drawer.renderFrame(language, device)
    const bare = unstyledClasses(css, frame.html)
    if (bare.length > 0) throw new Error(`the frame of the app's pages has no styles for ${bare.join(', ')}`)
    const sheets = template.match(STYLES)?.join('') ?? ''
    const html = template
      .replace(STYLES, '')
      .replace(/<html lang="[^"]*"/, `<html lang="${language}" data-device="${device}"`)
      .replace(
        /<title>.*?<\/title>/,
        () => `${metaOf(frame, language)}\n    <style>${criticalCss(css, frame.html)}</style>`,
      )
      .replace('<div id="root"></div>', () => `<div id="root">${frame.html}</div>${noScript(drawer)}${sheets}`)
    await writeFile(join(dist, 'landing', `app.${language}.${device}.html`), withoutUnusedVariables(html))
  }
  // A visit that begins with such a screen fetches their file beside the app, not after it.
  const pages = (await drawer.listPages()).map(({ isLater, ...page }) => ({
    ...page,
    ...(isLater && { preload: `/${laterFile}` }),
  }))
  await writeFile(join(dist, 'pages.json'), JSON.stringify(pages))
}

const noScript = (drawer: Drawer) => `<noscript><p>${escapeHtml(drawer.wordsWithoutScript())}</p></noscript>`

async function writePages(dist: string, drawer: Drawer, parts: Parts): Promise<void> {
  await mkdir(join(dist, 'landing'), { recursive: true })
  for (const { language, device } of VIEWS) {
    for (const path of drawer.landingPaths) {
      const page = await drawer.renderLanding(path, language, device)
      const view = `${language}.${device}`
      const html = parts.template
        .replace(/<link[^>]*rel="(?:stylesheet|modulepreload)"[^>]*>|<script type="module"[^>]*><\/script>/g, '')
        .replace(/<html lang="[^"]*"/, `<html lang="${language}" data-view="${view}" data-device="${device}"`)
        .replace(/<title>.*?<\/title>/, () => headOf(page, language, parts))
        .replace(/(?=<div id="root">)/, () => drawn(page.html, drawer.figurePaths, parts.appFiles) + noScript(drawer))
        .replace(/\n\s*(?=\n)/g, '')
        // Half a page is drawings, which this makes a twentieth shorter.
        .replace(/><\/(?:path|circle|ellipse|rect|line)>/g, '/>')
      await writeFile(join(dist, 'landing', `${path.slice(1)}.${view}.html`), withoutUnusedVariables(html))
    }
  }
}

function headOf(
  page: { html: string; title: string; description: string },
  language: string,
  { css, script }: Parts,
): string {
  return [
    metaOf(page, language),
    `<script type="module" src="/${script}"></script>`,
    `<style>${criticalCss(css, page.html)}</style>`,
  ].join('\n    ')
}

/**
 * Stands before the app's own place, which is the last thing in the page. Whoever looks for that has read all of it, also a
 * program that stops at the first hit. The app takes the place of what was drawn in one go.
 */
function drawn(html: string, figures: string, files: string[]): string {
  const fills = html.includes('aria-busy') ? ' data-fills' : ''
  return `<div id="drawn"${fills} data-figures="${figures}" data-prefetch="${files.map((file) => `/${file}`).join(' ')}">${html}</div>`
}

type Chunks = Rolldown.OutputChunk[]

/** A chunk with everything it imports at once. */
function filesFrom(chunks: Chunks, first: string): string[] {
  const found = new Set<string>()
  const add = (fileName: string) => {
    if (found.has(fileName)) return
    found.add(fileName)
    for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(next)
  }
  add(first)
  return [...found]
}

/** The files a dynamic import of `start.tsx` brings along. */
function filesOfApp(chunks: Chunks): string[] {
  const start = chunks.find(
    ({ name, moduleIds }) => name === 'start' || moduleIds.some((id) => id.endsWith('/src/start.tsx')),
  )
  return start ? filesFrom(chunks, start.fileName) : []
}

/** A few kilobytes are all that a landing page may run; one wrong import would bring the whole app. */
const SCRIPT_LIMIT = 12_000

/** @throws Error when the landing pages' script has grown beyond its limit */
function landingScript(chunks: Chunks): string {
  const script = chunks.find((chunk) => chunk.name === 'landing' && chunk.isEntry)!
  const files = filesFrom(chunks, script.fileName)
  const length = files.reduce(
    (sum, name) => sum + (chunks.find((chunk) => chunk.fileName === name)?.code.length ?? 0),
    0,
  )
  if (length > SCRIPT_LIMIT) throw new Error(`the landing script is ${length} bytes long: ${files.join(', ')}`)
  return script.fileName
}

/** The plugin: after the client's files are written, draws the landing pages beside them. */
export function prerender(root: string): Plugin {
  let dist = ''
  return {
    name: 'trove:prerender',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      dist = resolve(config.root, config.build.outDir)
    },
    async writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const script = landingScript(chunks)
      const sheets = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.css')).sort()
      // The frame's sheet declares the layers, so it comes first.
      sheets.sort((a, b) => Number(b.startsWith('start')) - Number(a.startsWith('start')))
      const css = (await Promise.all(sheets.map((name) => readFile(join(dist, 'assets', name), 'utf8')))).join('\n')
      const template = await readFile(join(dist, 'index.html'), 'utf8')
      const drawerDir = join(root, 'node_modules/.cache', `prerender-${process.pid}`)
      const drawer = await loadDrawer(root, drawerDir)
      const laterFile = chunks.find(({ name }) => name === 'later-screens')!.fileName
      const parts = { template, css, script, appFiles: filesOfApp(chunks), laterFile }
      await writePages(dist, drawer, parts)
      await writeFrames(dist, drawer, parts)
      await rm(drawerDir, { recursive: true })
    },
  }
}
