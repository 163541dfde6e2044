import {
  beginMachineUpload,
  downloadMachineFile,
  listMachineFiles,
  makeMachineFolder,
  openMachineFile,
  removeMachineFile,
  uploadMachineFile,
} from '@trove/contract/compute/machine/files'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { Moving } from './moving.ts'
import type { LeaseFiles } from './service.ts'

export type MachineFileServices = { leaseFiles: LeaseFiles; moving: Moving }

/** Files of a machine on lease, for its buyer. */
export function machineFileRoutes({ leaseFiles, moving }: MachineFileServices): ServedRoute[] {
  return [
    serve(listMachineFiles, ({ body }, { caller }) => leaseFiles.list(caller.userId, body.productId, body.path)),
    serve(openMachineFile, async ({ body }, { caller }) => {
      const { ticket, ...file } = await leaseFiles.beginDownload(caller, body.productId, body.path)
      return { url: downloadMachineFile.path.replace('{ticket}', ticket), ...file }
    }),
    serve(downloadMachineFile, ({ params }, { reply }) => moving.download(params.ticket, reply)),
    serve(beginMachineUpload, async ({ body }, { caller }) => ({ ticket: await leaseFiles.beginUpload(caller, body) })),
    serve(uploadMachineFile, ({ params }, { request, reply }) => moving.upload(params.ticket, request, reply)),
    serve(makeMachineFolder, async ({ body }, { caller }) => {
      await leaseFiles.makeFolder(caller.userId, body.productId, body.folder, body.name)
      return null
    }),
    serve(removeMachineFile, async ({ body }, { caller }) => {
      await leaseFiles.remove(caller.userId, body.productId, body.path)
      return null
    }),
  ]
}
