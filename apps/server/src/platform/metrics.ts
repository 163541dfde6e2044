import type { RouteSpec } from '@trove/contract/kit/route'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Pool } from './db/pool/pool.ts'
import type { JobQueue } from './jobs/runner.ts'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** A gauge read from its owner at each scrape. One that cannot be read is NaN. */
export type Figure = { name: string; help: string; read: () => number | Promise<number> }

export type Metrics = {
  observe(route: RouteSpec, status: number, seconds: number): void
  text(): Promise<string>
  contentType: string
}

/** Metrics for Prometheus: the process, responses by route, jobs by name, connections. Own registry: tests run several. */
export function createMetrics(pool: Pool, jobs: JobQueue, figures: readonly Figure[] = []): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const http = new Histogram({
    name: 'trove_http_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['route', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const collect = (read: Figure['read']) =>
    async function (this: Gauge) {
      try {
        this.set(await read())
      } catch {
        // The other figures are wanted most when something is out of order.
        this.set(Number.NaN)
      }
    }
  new Gauge({
    name: 'trove_pool_connections',
    help: 'Open database connections',
    registers,
    collect: collect(() => pool.totalCount),
  })
  new Gauge({
    name: 'trove_pool_waiting',
    help: 'Calls waiting for a connection',
    registers,
    collect: collect(() => pool.waitingCount),
  })
  for (const { name, help, read } of figures) new Gauge({ name, help, registers, collect: collect(read) })
  measureJobs(jobs, registers)
  // Bound once for each route and status: finding the labels again would cost more than counting.
  const bound = new Map<string, { observe(seconds: number): void }[]>()
  return {
    observe(route, status, seconds) {
      const byStatus = bound.get(route.id) ?? []
      if (byStatus.length === 0) bound.set(route.id, byStatus)
      const child = byStatus[status] ?? http.labels({ route: route.id, status: String(status) })
      byStatus[status] = child
      child.observe(seconds)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Time and failures of job runs by name. */
function measureJobs(jobs: JobQueue, registers: Registry[]): void {
  const done = new Histogram({
    name: 'trove_job_seconds',
    help: 'Time of job runs by name and outcome',
    labelNames: ['job', 'outcome'] as const,
    buckets: SECONDS,
    registers,
  })
  const failures = new Counter({
    name: 'trove_job_failures_total',
    help: 'Failed job runs',
    labelNames: ['job'] as const,
    registers,
  })
  jobs.onDone(({ name, seconds, error }) => {
    done.observe({ job: name, outcome: error ? 'failed' : 'done' }, seconds)
    if (error) failures.inc({ job: name })
  })
}
