import { readdirSync } from 'node:fs'

// The floors of the house as data, and the dependency-cruiser configuration made from them.
// An arrow only goes down; type-only imports count too. A rule is loosened only by an ADR (docs/adr).

/** Repository: who may import which workspace of ours. */
const WORKSPACES = {
  'packages/units': [],
  'packages/contract': ['packages/units'],
  'packages/messages': ['packages/contract', 'packages/units'],
  'packages/ui': [],
  'packages/stored-file': [],
  'packages/git-server': [],
  'packages/tunnel': [],
  'packages/chain-client': ['packages/units', 'packages/contract'],
  'apps/server': [
    'packages/units',
    'packages/contract',
    'packages/messages',
    'packages/chain-client',
    'packages/git-server',
    'packages/stored-file',
    'packages/tunnel',
  ],
  'apps/web': [
    'packages/units',
    'packages/contract',
    'packages/messages',
    'packages/ui',
    'packages/chain-client',
    'packages/stored-file',
  ],
  'apps/alipay-simulator': [],
  'apps/embedded-postgres': [],
  'apps/embedded-chain': [],
  'apps/demo-machine': [],
  'apps/compute-agent': ['packages/tunnel'],
  'apps/storage-agent': [
    'packages/units',
    'packages/contract',
    'packages/messages',
    'packages/chain-client',
    'packages/stored-file',
  ],
  // Its tests' archives and stock git, for the journey of the code market.
  e2e: ['packages/units', 'packages/contract', 'packages/messages', 'packages/chain-client', 'packages/git-server'],
  bench: ['packages/units', 'packages/contract', 'packages/git-server', 'packages/stored-file', 'packages/tunnel'],
}

const MODULES = 'apps/server/src/modules'

/** Floors below the markets, bottom first. */
const LOWER = [
  ['dictionary', 'files', 'notices', 'identity', 'ledger', 'repositories'],
  ['certification', 'wallet', 'payment', 'faucet', 'chain', 'conversations', 'factors', 'favourites', 'searches'],
  ['orders'],
  ['reviews'],
]
/** What no lower floor names is a market, which knows no other. */
const MARKETS = readdirSync(MODULES).filter((name) => !LOWER.flat().includes(name))
/** Server modules, bottom floor first. A module may import only types of a lower module's `module.ts` (or a port beside it). */
const FLOORS = [...LOWER, MARKETS]

/** One home per foreign library. */
const HOMES = [
  ['alipay-sdk', '^apps/server/src/modules/payment/providers/|^apps/alipay-simulator/'],
  ['pg', '^apps/server/(src/platform/|test/)|^apps/embedded-postgres/|^bench/|^e2e/'],
  ['@aws-sdk/.*', '^apps/server/src/platform/blobs'],
  ['graphile-worker', '^apps/server/src/platform/'],
  ['ssh2', '^apps/server/src/modules/compute/|^apps/demo-machine/|^e2e/|^bench/'],
  ['sharp', '^apps/server/src/modules/files/'],
  ['tar-stream', '^packages/git-server/|^apps/server/src/modules/storage/|^tools/pack/'],
  ['esbuild', '^tools/pack/'],
  ['jose', '^apps/server/src/modules/identity/'],
  ['otplib|@simplewebauthn/server', '^apps/server/(src/modules/factors/|test/)|^e2e/|^tools/'],
  ['@alicloud/.*', '^apps/server/src/modules/identity/providers/'],
  ['@acala-network/.*', '^apps/embedded-chain/'],
  ['polkadot-api|@polkadot/.*', '^packages/chain-client/|^apps/embedded-chain/|^e2e/'],
  ['hash-wasm|@scure/bip39|multiformats|ipfs-unixfs.*|@ipld/.*', '^packages/stored-file/'],
  ['i18next|react-i18next', '^apps/web/|^packages/messages/'],
  ['@xterm/.*', '^apps/web/src/features/compute/'],
]

function workspaceRules() {
  const all = Object.keys(WORKSPACES)
  return all.map((from) => ({
    name: `workspace-${from.replace('/', '-')}`,
    comment: `${from} may import only ${WORKSPACES[from].join(', ') || 'nothing of ours'}`,
    severity: 'error',
    from: { path: `^${from}/` },
    to: { path: `^(${all.filter((to) => to !== from && !WORKSPACES[from].includes(to)).join('|')})/` },
  }))
}

function floorRules() {
  const rules = []
  for (const [index, floor] of FLOORS.entries()) {
    for (const name of floor) {
      const lower = FLOORS.slice(0, index).flat()
      const others = FLOORS.flat().filter((other) => other !== name && !lower.includes(other))
      if (others.length > 0) {
        rules.push({
          name: `floor-${name}`,
          comment: `${name} must not know ${others.join(', ')}`,
          severity: 'error',
          from: { path: `^${MODULES}/${name}/`, pathNot: '\\.test\\.ts$' },
          to: { path: `^${MODULES}/(${others.join('|')})/` },
        })
      }
      if (lower.length > 0) {
        rules.push({
          name: `door-${name}`,
          comment: `${name} enters lower modules by their doors only: module.ts, sellable.ts, or tables.ts for a foreign key`,
          severity: 'error',
          from: { path: `^${MODULES}/${name}/`, pathNot: '\\.test\\.ts$' },
          to: { path: `^${MODULES}/(${lower.join('|')})/`, pathNot: '/(module|sellable|tables)\\.ts$' },
        })
      }
    }
  }
  return rules
}

const insideRules = [
  {
    name: 'no-circle',
    comment: 'two files that need each other are one file, or need a third below both',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphan',
    comment: 'a file nobody imports is dead, unless it is a start, a test or a configuration',
    severity: 'error',
    from: {
      orphan: true,
      pathNot:
        '(\\.test\\.tsx?|\\.d\\.ts|main\\.tsx?|\\.config\\.ts|\\.module\\.css|\\.css|start\\.ts|embedded-chain/src/(plain-logger|in-process-executor)\\.ts|/public/.+|web/test/patience\\.ts|before-mount\\.js)$|^(e2e|bench|tools|packages/ui/gallery)/',
    },
    to: {},
  },
  {
    name: 'platform-knows-no-domain',
    severity: 'error',
    from: { path: '^apps/server/src/platform/', pathNot: '\\.test\\.ts$' },
    to: { path: `^${MODULES}/|^apps/server/src/(app/|main)\\.ts` },
  },
  {
    name: 'modules-know-no-root',
    severity: 'error',
    from: { path: `^${MODULES}/`, pathNot: '\\.test\\.ts$' },
    to: { path: '^apps/server/src/(app/|main)\\.ts' },
  },
  {
    name: 'providers-only-from-root',
    comment: 'which provider is used is decided in the composition root',
    severity: 'error',
    from: { path: '^apps/server/src/', pathNot: '\\.test\\.ts$|^apps/server/src/app/|/providers/' },
    to: { path: `^${MODULES}/[^/]+/providers/` },
  },
  {
    name: 'rules-are-pure',
    comment: 'rules decide; they know units, contract and their own shapes, no clock and no database',
    severity: 'error',
    from: { path: `^${MODULES}/.+/rules\\.ts$` },
    to: { path: '^apps/server/src/(platform/|.+/(service|store|routes|module)\\.ts$)' },
  },
  {
    name: 'store-knows-tables-only',
    severity: 'error',
    from: { path: `^${MODULES}/.+/(store[^/]*|stores/.+)\\.ts$` },
    to: { path: `^${MODULES}/.+/(service|routes|module)\\.ts$` },
  },
  {
    name: 'feature-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  {
    name: 'features-know-no-app',
    severity: 'error',
    from: { path: '^apps/web/src/(features|market|signing|lib)/' },
    to: { path: '^apps/web/src/app/' },
  },
  {
    name: 'signing-knows-no-feature',
    comment: 'whoever has something signed comes to it; it knows calls and accounts, no market and no screen',
    severity: 'error',
    from: { path: '^apps/web/src/signing/' },
    to: { path: '^apps/web/src/features/' },
  },
  {
    name: 'market-knows-no-market',
    comment: 'what every market shares; a market hands in its face and is never named here',
    severity: 'error',
    from: { path: '^apps/web/src/market/' },
    to: { path: `^(apps/web/src/(features|signing)|packages/(contract|messages)/src/(${MARKETS.join('|')})/)` },
  },
  {
    name: 'lib-knows-no-feature',
    severity: 'error',
    from: { path: '^apps/web/src/lib/' },
    to: { path: '^apps/web/src/(features|market|signing)/' },
  },
  {
    name: 'device-bodies-are-plain',
    comment: 'a device variant draws; query, form and route live in its model',
    severity: 'error',
    from: { path: '^apps/web/src/app/pages/.*\\.(desktop|mobile)\\.tsx$' },
    to: { path: '^apps/web/src/(features|lib/(api|query|form))' },
  },
]

function homeRules() {
  return HOMES.map(([library, home]) => ({
    name: `home-of-${library.replace(/\W+/g, '-')}`,
    comment: `${library} is used only under ${home}`,
    severity: 'error',
    from: { pathNot: home },
    to: { path: `(^|/)node_modules/(${library})/` },
  }))
}

export default {
  forbidden: [...workspaceRules(), ...floorRules(), ...insideRules, ...homeRules()],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
