import { DOWNLOADS_PATH, NODE_SYSTEMS, type NodePack } from '@trove/contract/storage/packs'

/** What is typed to run a storage node, by system; the addresses are those of this site. */

export const SYSTEMS = NODE_SYSTEMS
export type System = (typeof SYSTEMS)[number]

export type Addresses = { chainUrl: string; gatewayUrl: string }

/** Stand for what this site does not say. */
export const UNKNOWN_ADDRESSES: Addresses = { chainUrl: 'wss://<chain>', gatewayUrl: 'https://<storage-gateway>' }

/** Where an archive of the agent is downloaded. */
export const packAddress = (siteUrl: string, { file }: Pick<NodePack, 'file'>) => siteUrl + DOWNLOADS_PATH + file

/** Downloads the archive into the home folder, compares its SHA-256 and unpacks it. */
export function installCommands(siteUrl: string, pack: NodePack): string {
  const { system, file, sha256 } = pack
  const address = packAddress(siteUrl, pack)
  const lines =
    system === 'windows'
      ? [
          'cd $env:USERPROFILE',
          `curl.exe -fLO ${address}`,
          `if ((Get-FileHash ${file}).Hash -eq "${sha256}") { tar -xzf ${file} } else { "SHA-256?" }`,
        ]
      : ['cd ~', `curl -fLO ${address}`, `echo "${sha256}  ${file}" | sha256sum -c - && tar -xzf ${file}`]
  return lines.join('\n')
}

/** Settings that the node is started with. */
export function settingsCommands(system: System, { chainUrl, gatewayUrl }: Addresses): string {
  const lines =
    system === 'windows'
      ? [
          'setx AGENT_DATA_DIR "$env:USERPROFILE\\trove-node"',
          `setx AGENT_CHAIN_URL "${chainUrl}"`,
          `setx AGENT_GATEWAY_URL "${gatewayUrl}"`,
        ]
      : [
          'export AGENT_DATA_DIR=$HOME/trove-node',
          `export AGENT_CHAIN_URL=${chainUrl}`,
          `export AGENT_GATEWAY_URL=${gatewayUrl}`,
        ]
  return lines.join('\n')
}

/** Starts it, wherever the terminal is. */
export const START_COMMANDS: Record<System, string> = {
  windows: '& "$env:USERPROFILE\\trove-agent\\start.cmd"',
  linux: '~/trove-agent/start',
}
/** The node's own page, for browsers of its machine only. */
export const NODE_PAGE = 'http://127.0.0.1:8420'

/** A user service of Linux that starts the node with the machine. */
export function serviceFile({ chainUrl, gatewayUrl }: Addresses): string {
  return [
    '[Unit]',
    'Description=Trove storage node',
    'After=network-online.target',
    '',
    '[Service]',
    'Environment=AGENT_DATA_DIR=%h/trove-node',
    `Environment=AGENT_CHAIN_URL=${chainUrl}`,
    `Environment=AGENT_GATEWAY_URL=${gatewayUrl}`,
    'ExecStart=%h/trove-agent/start',
    'Restart=always',
    '',
    '[Install]',
    'WantedBy=default.target',
  ].join('\n')
}

/** Puts the service into use, also while nobody is signed in on the machine. */
export const SERVICE_COMMANDS = 'systemctl --user enable --now trove-node\nloginctl enable-linger'
