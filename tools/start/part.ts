import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLogFile } from './log-file.ts'

/** One program of the embedded world. */
export type PartSpec = {
  name: string
  /** The program's file; Node runs it. */
  file: string
  /** What Node itself is told. */
  nodeArgs?: string[]
  env: () => NodeJS.ProcessEnv
  /** Whether a line of its output says that it serves; such a line may tell its address. */
  isReady: (line: string) => boolean
  /** Exit codes after which trying again is of no use, such as a wrong environment. */
  hopelessCodes?: number[]
}

export type PartEvents = {
  started(): void
  /** It ended by itself and will be started again after the pause. */
  restarting(name: string, seconds: number): void
  /** It came back; `line` is its new ready line. */
  back(name: string, line: string): void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
const HEALTHY_MS = 60_000
const KEPT_WORDS = 4000

const isWindows = () => process.platform === 'win32'

/** On Windows a signal kills at once; a part takes the end of its standard input for the same wish. */
function askToEnd(child: ChildProcess): void {
  if (isWindows()) child.stdin?.end()
  else child.kill('SIGTERM')
}

/** A program that is kept running: started again with growing pauses when it dies, until it is stopped. */
export class Part {
  readonly #spec: PartSpec
  readonly #events: PartEvents
  readonly #log: ReturnType<typeof openLogFile>
  #child: ChildProcess | undefined
  #isStopping = false
  #pauseMs = FIRST_PAUSE_MS
  #lastWords = ''

  constructor(spec: PartSpec, logDir: string, events: PartEvents) {
    this.#spec = spec
    this.#events = events
    this.#log = openLogFile(join(logDir, `${spec.name}.log`))
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts it and waits until it serves. @throws Error with its last words when it ends before */
  async start(): Promise<string> {
    const startedAt = Date.now()
    // A group of its own: Ctrl-C reaches only us, and we stop the parts in order. The open standard input tells the
    // part when we are gone.
    const child = spawn(process.execPath, [...(this.#spec.nodeArgs ?? []), this.#spec.file], {
      env: this.#spec.env(),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !isWindows(),
      // There a console of its own, which nobody sees, does what a group does elsewhere.
      windowsHide: true,
    })
    this.#child = child
    this.#lastWords = ''
    child.stdin?.on('error', () => undefined)
    child.stderr?.on('data', (text: Buffer) => {
      this.#log.write(text)
      this.#lastWords = (this.#lastWords + text).slice(-KEPT_WORDS)
    })
    const ready = this.#readyLine(child)
    this.#events.started()
    const line = await ready
    child.once('exit', () => void this.#ended(startedAt))
    return line
  }

  #readyLine(child: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = ''
      let isReady = false
      child.stdout?.on('data', (part: Buffer) => {
        this.#log.write(part)
        if (isReady) return
        text = (text + part).slice(-KEPT_WORDS)
        const line = text.split('\n').slice(0, -1).find(this.#spec.isReady)
        if (line === undefined) return
        isReady = true
        resolve(line)
      })
      child.once('error', reject)
      child.once('exit', (code) => {
        const reason = this.#lastWords.trim().split('\n').at(-1) || `${this.#spec.name} ended with code ${code}`
        reject(
          Object.assign(new Error(reason), { isHopeless: this.#spec.hopelessCodes?.includes(code ?? -1) ?? false }),
        )
      })
    })
  }

  async #ended(startedAt: number): Promise<void> {
    if (this.#isStopping) return
    if (Date.now() - startedAt > HEALTHY_MS) this.#pauseMs = FIRST_PAUSE_MS
    while (!this.#isStopping) {
      const pauseMs = this.#pauseMs
      this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      this.#events.restarting(this.#spec.name, pauseMs / 1000)
      await sleep(pauseMs)
      if (this.#isStopping) return
      try {
        this.#events.back(this.#spec.name, await this.start())
        return
      } catch {
        // Tried again after a longer pause.
      }
    }
  }

  /** Ends it for the moment; it comes back as after a death. */
  restart(): void {
    if (this.#child) askToEnd(this.#child)
  }

  /** Asks it to end and waits; what does not end in time is killed. */
  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      const ended = once(child, 'exit')
      askToEnd(child)
      const isLate = await Promise.race([ended.then(() => false), sleep(limitMs, true, { ref: false })])
      if (isLate) {
        child.kill('SIGKILL')
        await ended
      }
    }
    this.#log.close()
  }
}
