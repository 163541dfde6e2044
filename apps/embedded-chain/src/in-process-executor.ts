import {
  calculate_state_root,
  create_proof,
  decode_proof,
  get_runtime_version,
  run_task,
} from '@acala-network/chopsticks-executor'

/** A turn of the event loop: a call into the runtime holds it until it is done. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const remote = {
  getRuntimeVersion: get_runtime_version,
  calculateStateRoot: calculate_state_root,
  createProof: create_proof,
  decodeProof: decode_proof,
  async runTask(...args: Parameters<typeof run_task>) {
    await turn()
    return run_task(...args)
  },
}

/** What Chopsticks asks for a thread with the executor; see lean-chopsticks.ts. */
export async function startWorker() {
  return { remote, terminate: async () => undefined }
}
