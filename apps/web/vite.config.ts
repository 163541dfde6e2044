import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanI18next } from './build/lean-i18next.ts'
import { leanMantine } from './build/lean-mantine.ts'
import { leanRouter } from './build/lean-router.ts'
import { leanZod } from './build/lean-zod.ts'
import { plainCrypto } from './build/plain-crypto.ts'
import { plainRoutes } from './build/plain-routes.ts'
import { plainWords } from './build/plain-words.ts'
import { prerender } from './build/prerender.ts'
import { secondMinifier } from './build/second-minifier.ts'

/** Where `npm run dev` of this workspace finds the server. */
const server = process.env.TROVE_SERVER ?? 'http://127.0.0.1:8080'
const root = fileURLToPath(new URL('.', import.meta.url))

/** Few chunks compress better than many: what every page needs stands together, and so does what most of them share. */
const FRAME =
  /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack|clsx|cookie)[\\/]|@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](ActionIcon|Button|Loader|UnstyledButton|Transition))[\\/]/
const OURS = /(apps|packages)[\\/]/
/** What opens over a page, what people type into and what became of it, with all that brings: many screens have some, and a list shows without. */
const OVERLAYS =
  /ui[\\/]src[\\/]((dialogs|inputs)[\\/]|feedback[\\/]outcome-note)|market[\\/]paying[\\/]|shown[\\/]words-dialog/
/** What the list of every market begins with, and what each does besides: four files in the place of fifty. */
const LISTS =
  /contract[\\/]src[\\/]favourites[\\/]routes\.ts$|web[\\/]src[\\/]lib[\\/](addresses[\\/](use-settled-act|use-own-writes)|shown[\\/]use-delayed)\.|market[\\/](list[\\/](list\.module|use-choices|market-list|offer-table|list-bar|list-search|filter-rail|use-filter-draft)|compare[\\/](pick-bar|compare\.module)|favourites[\\/](queries|marks)|entry[\\/]use-buy)\.|ui[\\/]src[\\/](dialogs[\\/]lazy-dialog|feedback[\\/]hover-tip|inputs[\\/](view-switch|filter-bar|chip-list|plain-select|search-box)|layout[\\/](side-rail|card-grid)|lists[\\/](card-skeleton|data-table|use-row-keys|offer-card|fact-grid|verified-mark))\./
const COMPUTE_LISTS =
  /contract[\\/]src[\\/]compute[\\/](shapes|machine-check)\.ts$|features[\\/]compute[\\/](compute\.module|list[\\/](compute-card|list-face)|facts[\\/](columns|filter-(face|names|words)|lease-term|measured-words|queries|use-facts|verification)|offer[\\/](queries|use-offer-action))\.|checkout[\\/]chosen-offer\.|ui[\\/]src[\\/]icons[\\/]facts\./
const TALENT_LISTS =
  /contract[\\/]src[\\/]talent[\\/](hours|experts)\.ts$|features[\\/]talent[\\/](talent\.module|data[\\/]queries|experts[\\/](rating|list-face|expert-card))\.|lib[\\/]calls[\\/]certification\./
const CODE_LISTS =
  /contract[\\/]src[\\/]code[\\/](shapes|works)\.ts$|features[\\/]code[\\/](code\.module|list[\\/]work-card|queries|use-words)\./
/** Which files follow which screen, for all screens that a visit seldom begins with (`later-screens.ts`). */
const LATER_SCREENS = /(entry|app[\\/](routes|palette))[\\/]screens\.ts$/
const BEGINNING = /(apps|packages)[\\/]|@mantine[\\/]hooks/
const ENTRIES = /web[\\/]src[\\/](landing|main|start)\.tsx?$/
const SHARED_BY = 17

export default defineConfig({
  root,
  plugins: [
    react(),
    plainWords(),
    plainRoutes(),
    leanRouter(),
    leanI18next(),
    leanMantine(),
    leanZod(),
    secondMinifier(),
    prerender(root),
  ],
  worker: { format: 'es', plugins: () => [plainCrypto()] },
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    assetsInlineLimit: 2048,
    manifest: true,
    // A browser that knows no preloading fetches the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { start: `${root}index.html`, landing: `${root}src/landing.ts` },
      output: {
        // The first files name all that may follow, and eight signs of 16 kinds compress to less than eight of 64.
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            // The landing pages' script needs it and nothing else of what the app shares.
            { name: 'preload-helper', test: /vite[\\/]preload-helper/, priority: 4 },
            { name: 'later-screens', test: LATER_SCREENS, priority: 4 },
            { name: 'frame', test: FRAME, priority: 3 },
            { name: 'lists', test: LISTS, priority: 1, includeDependenciesRecursively: false },
            { name: 'compute-lists', test: COMPUTE_LISTS, priority: 1, includeDependenciesRecursively: false },
            { name: 'talent-lists', test: TALENT_LISTS, priority: 1, includeDependenciesRecursively: false },
            { name: 'code-lists', test: CODE_LISTS, priority: 1, includeDependenciesRecursively: false },
            // All of ours that every page begins with; compressed together it is less than in several files.
            { name: 'app', test: (id) => BEGINNING.test(id) && !ENTRIES.test(id), tags: ['$initial'], priority: 3 },
            {
              name: 'shared',
              test: (id) => OURS.test(id) && !OVERLAYS.test(id),
              minShareCount: SHARED_BY,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/files': server, '/dev': server } },
})
