import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** The demo market as data: who sells and buys in it, and which machines it shows in which state. */

/** A person of the demo market, marked as demo wherever they show. `payee` is the simulator's test person behind them. */
export type DemoPerson = { mobile: string; nickName: string; payee: string }

export const DEMO_SELLERS = {
  rain: { mobile: '13800000011', nickName: '演示·苏雨的机房', payee: 'rain' },
  river: { mobile: '13800000012', nickName: '演示·江川工作室', payee: 'river' },
  star: { mobile: '13800000013', nickName: '演示·沈星实验室', payee: 'star' },
} as const satisfies Record<string, DemoPerson>

export const DEMO_BUYERS = [
  { mobile: '13800000021', nickName: '演示·阿木同学', payee: 'buyer' },
  { mobile: '13800000022', nickName: '演示·小鹿团队', payee: 'buyer' },
] as const satisfies DemoPerson[]

/** What a machine of the market is for: to be bought, to be seen in use, or to be seen off the market. */
export type DemoRole = 'on-sale' | 'rented' | 'offline' | 'overstated'

export type DemoMachine = {
  name: string
  seller: keyof typeof DEMO_SELLERS
  cores: number
  ramGb: number
  diskGb: number
  bandwidth: number
  /** Yuan for the whole period, and its days. */
  price: string
  servePeriod: number
  hourPrice?: string
  remarks: string
  role: DemoRole
  /** Its GPUs as its driver reports them, and as its seller declares them. */
  gpu?: (typeof GPUS)[string]
}

/** Machines with GPUs by their names. */
const GPUS: Record<
  string,
  { model: string; vramGb: number; name: string; count: number; memoryMib: number; driver: string; cuda: string }
> = {
  render: {
    model: 'rtx-4090',
    vramGb: 24,
    name: 'NVIDIA GeForce RTX 4090',
    count: 2,
    memoryMib: 24_564,
    driver: '550.54.14',
    cuda: '12.4',
  },
  science: {
    model: 'a100',
    vramGb: 80,
    name: 'NVIDIA A100-SXM4-80GB',
    count: 1,
    memoryMib: 81_920,
    driver: '535.161.08',
    cuda: '12.2',
  },
  study: { model: 't4', vramGb: 15, name: 'Tesla T4', count: 1, memoryMib: 15_360, driver: '535.161.08', cuda: '12.2' },
}

type Row = [
  name: string,
  seller: DemoMachine['seller'],
  size: [cores: number, ramGb: number, diskGb: number, bandwidth: number],
  terms: [price: string, servePeriod: number, hourPrice?: string],
  role: DemoRole,
  remarks: string,
]

/** Their lines are slower than what one channel of a busy computer to itself carries while a dozen checks run. */
const ROWS: Row[] = [
  [
    'small-one',
    'rain',
    [2, 4, 50, 5],
    ['19.90', 30],
    'on-sale',
    '演示：小网站和练手都够用 · Demo: for a small site or practice',
  ],
  ['small-two', 'river', [2, 8, 80, 5], ['9.90', 7, '0.20'], 'on-sale', '演示：按周租，随用随还 · Demo: by the week'],
  ['web', 'rain', [4, 8, 100, 5], ['88.00', 60], 'on-sale', '演示：网站和接口服务 · Demo: for web and API services'],
  [
    'builder',
    'star',
    [8, 16, 200, 5],
    ['129.00', 30, '0.50'],
    'on-sale',
    '演示：编译和持续集成 · Demo: for builds and CI',
  ],
  [
    'data',
    'river',
    [8, 32, 1000, 10],
    ['468.00', 90],
    'on-sale',
    '演示：数据清洗，大硬盘 · Demo: data work, a large disk',
  ],
  [
    'render',
    'star',
    [16, 32, 500, 5],
    ['299.00', 30, '1.20'],
    'on-sale',
    '演示：渲染和转码 · Demo: rendering and transcoding',
  ],
  ['science', 'star', [32, 64, 1000, 10], ['1288.00', 90], 'on-sale', '演示：科学计算 · Demo: scientific computing'],
  ['game', 'rain', [4, 16, 120, 5], ['36.00', 14], 'rented', '演示：联机游戏服务器 · Demo: a game server'],
  ['study', 'river', [2, 4, 40, 5], ['6.60', 7], 'rented', '演示：课程作业用机 · Demo: for course work'],
  ['office', 'rain', [8, 16, 300, 5], ['899.00', 180], 'rented', '演示：小团队办公 · Demo: for a small team'],
  ['spare', 'river', [4, 8, 100, 5], ['45.00', 30], 'offline', '演示：周末才开放 · Demo: open at weekends only'],
  [
    'proud',
    'star',
    [4, 8, 100, 5],
    ['59.00', 30],
    'overstated',
    '演示：检测与描述不符，暂不能购买 · Demo: says more than was measured',
  ],
]

/** An overstated machine declares twice the cores it has. */
const OVERSTATED_BY = 2

/** The machines of the market; none larger than what a measure can find where this computer's share is limited. */
export function listDemoMachines(): DemoMachine[] {
  const most = limitsHere()
  return ROWS.map(
    ([name, seller, [cores, ramGb, diskGb, bandwidth], [price, servePeriod, hourPrice], role, remarks]) => {
      const size = { cores: Math.min(cores, most.cores), ramGb: Math.min(ramGb, most.ramGb), diskGb }
      return { name, seller, ...size, bandwidth, price, servePeriod, hourPrice, role, remarks, gpu: GPUS[name] }
    },
  )
}

/** Cores as the seller of a machine declares them. */
export function declaredCores({ cores, role }: DemoMachine): number {
  return role === 'overstated' ? cores * OVERSTATED_BY : cores
}

/** The measure holds containers to their limits, which no program of a machine can hide. */
function limitsHere(): { cores: number; ramGb: number } {
  const [quota, period] = readCgroup('cpu.max').split(' ').map(Number)
  const memory = Number(readCgroup('memory.max'))
  const isLimited = quota !== undefined && period !== undefined && quota > 0
  return {
    cores: isLimited ? Math.max(1, Math.min(cpus().length, Math.ceil(quota / period))) : Number.POSITIVE_INFINITY,
    ramGb: memory > 0 ? Math.max(1, Math.floor(Math.min(memory, totalmem()) / 1024 ** 3)) : Number.POSITIVE_INFINITY,
  }
}

function readCgroup(name: string): string {
  try {
    return readFileSync(`/sys/fs/cgroup/${name}`, 'utf8').trim()
  } catch {
    return ''
  }
}

/** One of the staff of the embedded world, who features the demo's works. */
export const DEMO_EDITOR = { mobile: '13800000009', nickName: '', payee: '' } as const satisfies DemoPerson
