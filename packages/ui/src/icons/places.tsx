import { drawIcon } from './icon.tsx'

/** Places of the product and its markets. */
export const HomeIcon = drawIcon(
  <>
    <path d="M4 10.8 12 4l8 6.8V19a1.2 1.2 0 0 1-1.2 1.2H5.2A1.2 1.2 0 0 1 4 19Z" />
    <path d="M9.6 20v-5.4h4.8V20" />
  </>,
)
/** A stall with an awning: the markets. */
export const MarketIcon = drawIcon(
  <>
    <path d="M4.5 10.5V19a1.2 1.2 0 0 0 1.2 1.2h12.6a1.2 1.2 0 0 0 1.2-1.2v-8.5" />
    <path d="M5.2 4h13.6L21 8.6a2.9 2.9 0 0 1-4.5 1.2 3.2 3.2 0 0 1-4.5 0 3.2 3.2 0 0 1-4.5 0A2.9 2.9 0 0 1 3 8.6Z" />
    <path d="M9.5 20v-4.7h5V20" />
  </>,
)
/** A receipt: orders. */
export const OrdersIcon = drawIcon(
  <>
    <path d="M5.5 3.8h13v16.7l-2.2-1.5-2.1 1.5-2.2-1.5-2.2 1.5-2.1-1.5-2.2 1.5Z" />
    <path d="M9 8.6h6M9 12.4h6" />
  </>,
)
/** Two overlapping bubbles: messages. */
export const MessagesIcon = drawIcon(
  <>
    <path d="M4.2 4.5h11.1a1.2 1.2 0 0 1 1.2 1.2v6.6a1.2 1.2 0 0 1-1.2 1.2H8.8L5 16.6v-3.1h-.8A1.2 1.2 0 0 1 3 12.3V5.7a1.2 1.2 0 0 1 1.2-1.2Z" />
    <path d="M19 9h.8A1.2 1.2 0 0 1 21 10.2v6a1.2 1.2 0 0 1-1.2 1.2H19v2.8l-3.5-2.8h-3.3" />
  </>,
)
/** A person: my own place. */
export const MeIcon = drawIcon(
  <>
    <circle cx="12" cy="8.2" r="3.9" />
    <path d="M4.6 20.2c.6-3.8 3.6-5.9 7.4-5.9s6.8 2.1 7.4 5.9" />
  </>,
)
/** A wallet. */
export const WalletIcon = drawIcon(
  <>
    <path d="M18.5 8V5.6a1.2 1.2 0 0 0-1.5-1.2L5 7.2A2.2 2.2 0 0 0 3.4 9.3V18a2 2 0 0 0 2 2h13.2a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H5" />
    <path d="M20.5 12.2h-4a1.9 1.9 0 0 0 0 3.8h4" />
  </>,
)
/** Stacked disks: the storage market. */
export const StorageIcon = drawIcon(
  <>
    <path d="m12 3.2 8.4 4.3L12 11.8 3.6 7.5Z" />
    <path d="m3.6 12 8.4 4.3 8.4-4.3" />
    <path d="m3.6 16.5 8.4 4.3 8.4-4.3" />
  </>,
)
/** A rack unit: the compute market. */
export const ComputeIcon = drawIcon(
  <>
    <rect x="3.5" y="4" width="17" height="7" rx="1.6" />
    <rect x="3.5" y="13" width="17" height="7" rx="1.6" />
    <path d="M7 7.5h.01M7 16.5h.01M11.5 7.5h5.5M11.5 16.5h5.5" />
  </>,
)
/** Angle brackets: the code market. */
export const CodeIcon = drawIcon(<path d="m7.8 7-5 5 5 5M16.2 7l5 5-5 5M13.8 4.5l-3.6 15" />)
/** Two people: the talent market. */
export const TalentIcon = drawIcon(
  <>
    <circle cx="9" cy="8.4" r="3.5" />
    <path d="M2.8 19.6c.5-3.4 3-5.3 6.2-5.3s5.7 1.9 6.2 5.3" />
    <path d="M15.6 5.2a3.5 3.5 0 0 1 0 6.5M17.8 14.7c1.8.7 3 2.3 3.4 4.9" />
  </>,
)
/** A bell: notices. */
export const BellIcon = drawIcon(
  <>
    <path d="M6 10.2a6 6 0 0 1 12 0c0 4.8 1.9 6.3 1.9 6.3H4.1S6 15 6 10.2Z" />
    <path d="M10 19.7a2.2 2.2 0 0 0 4 0" />
  </>,
)
/** A sliders panel: settings. */
export const SettingsIcon = drawIcon(
  <>
    <path d="M4 7.5h9M18 7.5h2M4 16.5h2M11 16.5h9" />
    <circle cx="15.5" cy="7.5" r="2.3" />
    <circle cx="8.5" cy="16.5" r="2.3" />
  </>,
)
/** A line that rises over two axes: statistics. */
export const ChartIcon = drawIcon(
  <>
    <path d="M4 4v14.8A1.2 1.2 0 0 0 5.2 20H20" />
    <path d="m7.5 14.5 3.7-4.2 3 2.6 4.8-6" />
  </>,
)
