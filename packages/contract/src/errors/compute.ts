import { defineErrors } from './define.ts'

export const computeErrors = defineErrors({
  'compute.not-found': { status: 404 },
  'compute.address-not-allowed': { status: 400 },
  'compute.address-taken': { status: 409 },
  'compute.option-unknown': { status: 400 },
  'compute.serving': { status: 409 },
  'compute.reserved': { status: 409 },
  'compute.already-offline': { status: 409 },
  'compute.already-online': { status: 409 },
  'compute.not-sellable': { status: 409 },
  'compute.check-limit': { status: 429, params: ['minutes'] },
  'compute.check-running': { status: 409 },
  'compute.access-denied': { status: 409 },
  'compute.not-provisioned': { status: 409 },
  'compute.ssh-key-invalid': { status: 400 },
  'compute.ssh-key-private': { status: 400 },
  'compute.terminal-limit': { status: 409 },
  'compute.lease-over': { status: 409 },
  'compute.stop-changed': { status: 409 },
})
