/** What is typed to run a storage node, by system; the addresses are those of this site. */

export const SYSTEMS = ['windows', 'linux'] as const
export type System = (typeof SYSTEMS)[number]

export type Addresses = { chainUrl: string; gatewayUrl: string }

/** Stand for what this site does not say. */
export const UNKNOWN_ADDRESSES: Addresses = { chainUrl: 'wss://<chain>', gatewayUrl: 'https://<storage-gateway>' }

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

/** Starts it, in the folder of the program. */
export const START_COMMAND = 'npm run storage-node'
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
    'WorkingDirectory=%h/trove',
    'Environment=AGENT_DATA_DIR=%h/trove-node',
    `Environment=AGENT_CHAIN_URL=${chainUrl}`,
    `Environment=AGENT_GATEWAY_URL=${gatewayUrl}`,
    `ExecStart=/usr/bin/${START_COMMAND}`,
    'Restart=always',
    '',
    '[Install]',
    'WantedBy=default.target',
  ].join('\n')
}

/** Puts the service into use, also while nobody is signed in on the machine. */
export const SERVICE_COMMANDS = 'systemctl --user enable --now trove-node\nloginctl enable-linger'
