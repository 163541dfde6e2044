import type { InjectedSigner } from '@trove/chain-client/extension-signer'

/**
 * The wallet extension of the browser, by the interface all wallets of this family share (`injectedWeb3`). What it answers
 * comes from outside and is checked here.
 */

export type ExtensionAccount = { address: string; name?: string }
type Injected = { accounts: { get(): Promise<unknown> }; signer: InjectedSigner }
type Entry = { enable(site: string): Promise<Injected> }

/** `refused`: the person said no in the extension. */
export type ExtensionAnswer =
  | { state: 'missing' | 'refused' }
  | { state: 'ready'; accounts: ExtensionAccount[]; signer: InjectedSigner }

const PREFERRED = 'polkadot-js'
/** How we call ourselves in the extension's question. */
const SITE_NAME = 'Trove'

function findEntry(): Entry | undefined {
  const injected = (window as { injectedWeb3?: unknown }).injectedWeb3
  if (typeof injected !== 'object' || injected === null) return undefined
  const entries = injected as Record<string, Partial<Entry> | undefined>
  const candidates = [entries[PREFERRED], ...Object.values(entries)]
  return candidates.find((entry): entry is Entry => typeof entry?.enable === 'function')
}

/** Whether the browser has such an extension. */
export const hasExtension = (): boolean => findEntry() !== undefined

function readAccounts(answer: unknown): ExtensionAccount[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((item: { address?: unknown; name?: unknown; type?: unknown } | null) =>
    // Accounts of Ethereum's kind cannot sign here.
    typeof item?.address === 'string' && item.type !== 'ethereum'
      ? [{ address: item.address, name: typeof item.name === 'string' && item.name ? item.name : undefined }]
      : [],
  )
}

/** Asks the extension for its accounts; it may ask the person first. */
export async function askExtension(): Promise<ExtensionAnswer> {
  const entry = findEntry()
  if (!entry) return { state: 'missing' }
  try {
    const injected = await entry.enable(SITE_NAME)
    return { state: 'ready', accounts: readAccounts(await injected.accounts.get()), signer: injected.signer }
  } catch {
    return { state: 'refused' }
  }
}
