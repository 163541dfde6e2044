import type { Plugin } from 'vite'

const BUNDLE = /@polkadot[\\/]wasm-crypto[\\/]bundle\.js$/
const BRIDGE = "import { bridge, initBridge } from './init.js';"

/**
 * Leaves the WebAssembly of polkadot's crypto out of the worker that unlocks keystores: the site's content policy lets no
 * page compile any, and each function has a twin in JavaScript that is used while the other is not ready.
 */
export function plainCrypto(): Plugin {
  return {
    name: 'trove:plain-crypto',
    apply: 'build',
    transform(code, id) {
      if (!BUNDLE.test(id)) return
      if (!code.includes(BRIDGE)) throw new Error('@polkadot/wasm-crypto begins otherwise than this plugin knows')
      return { code: code.replace(BRIDGE, 'const bridge = {}; const initBridge = async () => undefined;'), map: null }
    },
  }
}
