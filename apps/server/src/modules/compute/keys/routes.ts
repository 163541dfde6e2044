import { getSshKey, putSshKey } from '@trove/contract/compute/routes'
import * as contract from '@trove/contract/compute/ssh-keys'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { LeaseKeysService } from './lease-keys.ts'
import type { SshKeys } from './ssh-keys.ts'

/** The routes of a person's SSH keys, of the first of them, and of those of a running lease. */
export function keyRoutes({ sshKeys, leaseKeys }: { sshKeys: SshKeys; leaseKeys: LeaseKeysService }): ServedRoute[] {
  return [
    serve(getSshKey, (_, { caller }) => sshKeys.getFirst(caller.userId)),
    serve(putSshKey, ({ body }, { caller }) => sshKeys.putFirst(caller.userId, body.publicKey)),
    serve(contract.listSshKeys, (_, { caller }) => sshKeys.list(caller.userId)),
    serve(contract.addSshKey, ({ body }, { caller }) => sshKeys.add(caller.userId, body)),
    serve(contract.removeSshKey, async ({ params }, { caller }) => {
      await sshKeys.remove(caller.userId, params.id)
      return null
    }),
    serve(contract.getLeaseKeys, ({ params }, { caller }) => leaseKeys.get(caller.userId, params.id)),
    serve(contract.putLeaseKeys, ({ params, body }, { caller }) =>
      leaseKeys.put(caller.userId, params.id, body.sshKeys),
    ),
  ]
}
