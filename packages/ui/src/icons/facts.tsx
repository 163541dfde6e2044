import { drawIcon } from './icon.tsx'

/** A chip with pins: processor cores. */
export const CpuIcon = drawIcon(
  <>
    <rect x="6" y="6" width="12" height="12" rx="1.8" />
    <rect x="9.8" y="9.8" width="4.4" height="4.4" rx="0.8" />
    <path d="M9.5 3v3M14.5 3v3M9.5 18v3M14.5 18v3M3 9.5h3M3 14.5h3M18 9.5h3M18 14.5h3" />
  </>,
)
/** A memory bar. */
export const RamIcon = drawIcon(
  <>
    <path d="M2.8 7h18.4v3.3a1.7 1.7 0 0 0 0 3.4V17H2.8v-3.3a1.7 1.7 0 0 0 0-3.4Z" />
    <path d="M7.5 10.3v3.4M12 10.3v3.4M16.5 10.3v3.4M7 17v2.5M12 17v2.5M17 17v2.5" />
  </>,
)
/** A card with a fan: graphics processors. */
export const GpuIcon = drawIcon(
  <>
    <path d="M3 5v15M3 7.5h18v9H3" />
    <circle cx="14.5" cy="12" r="2.6" />
    <path d="M6.2 10.3h2.6M6.2 13.7h2.6" />
  </>,
)
/** A drum: disk space. */
export const DiskIcon = drawIcon(
  <>
    <ellipse cx="12" cy="5.8" rx="7.6" ry="2.8" />
    <path d="M4.4 5.8v12.4c0 1.5 3.4 2.8 7.6 2.8s7.6-1.3 7.6-2.8V5.8" />
    <path d="M4.4 12c0 1.5 3.4 2.8 7.6 2.8s7.6-1.3 7.6-2.8" />
  </>,
)
/** Two arrows up and down: bandwidth. */
export const BandwidthIcon = drawIcon(<path d="M7.5 20V4.5M3.5 8.5l4-4 4 4M16.5 4v15.5M12.5 15.5l4 4 4-4" />)
/** A window with a prompt: operating system. */
export const OsIcon = drawIcon(
  <>
    <rect x="3" y="4.2" width="18" height="15.6" rx="2" />
    <path d="M3 8.8h18M6 6.5h.01M8.6 6.5h.01" />
  </>,
)
/** A clock: term and times. */
export const ClockIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.2V12l3.2 2.2" />
  </>,
)
/** A calendar page: dates. */
export const CalendarIcon = drawIcon(
  <>
    <rect x="3.8" y="5.2" width="16.4" height="15" rx="1.8" />
    <path d="M3.8 10h16.4M8.3 3v4M15.7 3v4" />
  </>,
)
/** A coin with the yuan sign: price. */
export const PriceIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.6 7.5 3.4 4.3 3.4-4.3M12 11.8v5M9.2 12.3h5.6M9.2 14.7h5.6" />
  </>,
)
/** A number sign: identifiers. */
export const NumberIcon = drawIcon(<path d="M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16" />)
/** A pin on the map: address, place. */
export const AddressIcon = drawIcon(
  <>
    <path d="M12 21s7-6.3 7-11.3A7 7 0 0 0 5 9.7C5 14.7 12 21 12 21Z" />
    <circle cx="12" cy="9.8" r="2.5" />
  </>,
)
/** A sheet of paper with a corner: a file. */
export const FileIcon = drawIcon(
  <>
    <path d="M13.5 3.5H6.7a1.2 1.2 0 0 0-1.2 1.2v14.6a1.2 1.2 0 0 0 1.2 1.2h10.6a1.2 1.2 0 0 0 1.2-1.2V8.5Z" />
    <path d="M13.5 3.5v5h5" />
  </>,
)
/** A label on a string: a tag. */
export const TagIcon = drawIcon(
  <>
    <path d="M12.6 3.8H4.5a.7.7 0 0 0-.7.7v8.1l8 8a1.2 1.2 0 0 0 1.7 0l7.1-7.1a1.2 1.2 0 0 0 0-1.7Z" />
    <path d="M8.3 8.3h.01" />
  </>,
)
/** A gauge: a measured figure. */
export const MeasuredIcon = drawIcon(
  <>
    <path d="M4.3 18.2a9 9 0 1 1 15.4 0" />
    <path d="m12 14 3.8-5" />
    <circle cx="12" cy="14.3" r="1.3" />
  </>,
)
