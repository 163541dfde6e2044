import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  listMachineFiles,
  type MachineFile,
  makeMachineFolder,
  openMachineFile,
  removeMachineFile,
} from '@trove/contract/compute/machine/files'
import { api } from '../../../lib/calls/api.ts'
import { notifyError } from '../../../lib/calls/notify.ts'

const keyOf = (productId: string) => ['machine-files', productId]

/** A place on a machine: what a name in a folder is called in full. */
export const placeOf = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)

/** What is in a folder; without a path in the home folder. The one before stays in sight until the next is there. */
export function useFolder(productId: string, path: string | undefined, isOpen: boolean) {
  return useQuery({
    queryKey: [...keyOf(productId), path],
    queryFn: () => api(listMachineFiles, { body: { productId, path } }),
    enabled: isOpen,
    placeholderData: (before) => before,
    // Each reading is a connection to the machine: one that failed is tried again when the person says so.
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** Reads the folders anew that are in sight; beside what they showed, a failure has no place of its own: it is told. */
export function useReload(productId: string): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: keyOf(productId) }, { throwOnError: true }).catch(notifyError)
}

/** Has the browser fetch a file by a ticket of one use. */
export function useDownload(productId: string) {
  return useMutation({
    mutationFn: (path: string) => api(openMachineFile, { body: { productId, path } }),
    onSuccess: ({ url, name }) => {
      const link = document.createElement('a')
      link.href = url
      // A refusal that comes this late is a download that failed, and not another page.
      link.download = name
      link.click()
    },
    onError: notifyError,
  })
}

/** Folders made and files deleted, in the folder that is in sight. */
export function useChanges(productId: string, folder: string) {
  const onSettled = useReload(productId)
  const make = useMutation({
    mutationFn: (name: string) => api(makeMachineFolder, { body: { productId, folder, name } }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ name }: MachineFile) => api(removeMachineFile, { body: { productId, path: placeOf(folder, name) } }),
    onSettled,
  })
  return { make, remove }
}
