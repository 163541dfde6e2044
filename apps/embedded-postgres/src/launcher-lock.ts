import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

/**
 * Holds the right to run the cluster for as long as this process lives. The lock is a listening socket: the system
 * drops it when we die, whatever way, and no process number can be mistaken for ours.
 * @throws Error with one clear line when another living launcher holds the data folder
 */
export async function takeLauncherLock(dataDir: string, socketFolder: string): Promise<Server> {
  const path = lockPath(dataDir, socketFolder)
  const first = await tryListen(path)
  if (first) return first
  if (await isAnswered(path)) throw new Error(`another process already runs the database in ${dataDir}`)
  await rm(path, { force: true })
  const second = await tryListen(path)
  if (second) return second
  throw new Error(`another process already runs the database in ${dataDir}`)
}

function lockPath(dataDir: string, socketFolder: string): string {
  if (process.platform !== 'win32') return join(socketFolder, 'launcher')
  return `\\\\.\\pipe\\trove-pg-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
}

function tryListen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
