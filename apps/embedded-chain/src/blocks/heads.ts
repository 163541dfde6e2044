import { type Block, HeadState, randomId } from '@acala-network/chopsticks-core'

type OnHead = (block: Block) => void | Promise<void>
type OnStorage = (block: Block, changes: [string, string | null][]) => void | Promise<void>

/**
 * Tells subscribers of new heads. Chopsticks's own one remembers the value of every key that was ever written, which
 * grows without end; a block's own changes say enough.
 */
export class Heads extends HeadState {
  readonly #onHead = new Map<string, OnHead>()
  readonly #onStorage = new Map<string, { keys: Set<string>; tell: OnStorage }>()

  override subscribeHead(tell: OnHead): string {
    const id = randomId()
    this.#onHead.set(id, tell)
    return id
  }

  override unsubscribeHead(id: string): void {
    this.#onHead.delete(id)
  }

  override async subscribeStorage(keys: string[], tell: OnStorage): Promise<string> {
    const id = randomId()
    this.#onStorage.set(id, { keys: new Set(keys), tell })
    return id
  }

  override unsubscribeStorage(id: string): void {
    this.#onStorage.delete(id)
  }

  override async setHead(block: Block): Promise<void> {
    const changes = Object.entries(await block.storageDiff())
    const told = [...this.#onHead.values()].map(async (tell) => tell(block))
    for (const { keys, tell } of this.#onStorage.values()) {
      const wanted = changes.filter(([key]) => keys.has(key))
      if (wanted.length > 0) told.push((async () => tell(block, wanted))())
    }
    // One subscriber that fails keeps nothing from the others.
    await Promise.allSettled(told)
  }
}
