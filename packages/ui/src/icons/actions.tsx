import { drawIcon } from './icon.tsx'

/** A magnifying glass: search. */
export const SearchIcon = drawIcon(
  <>
    <circle cx="10.8" cy="10.8" r="6.8" />
    <path d="m15.8 15.8 4.7 4.7" />
  </>,
)
/** A funnel of three lines: filter. */
export const FilterIcon = drawIcon(<path d="M3.5 6.5h17M6.5 12h11M10 17.5h4" />)
/** Two arrows: sort order. */
export const SortIcon = drawIcon(<path d="M8 19.5v-15M4.5 8 8 4.5 11.5 8M16 4.5v15M12.5 16l3.5 3.5 3.5-3.5" />)
/** Plus: add, more. */
export const PlusIcon = drawIcon(<path d="M12 5v14M5 12h14" />)
/** Minus: less. */
export const MinusIcon = drawIcon(<path d="M5 12h14" />)
/** A heart: a favourite. */
const HEART = 'M12 20.2S3.8 15.4 3.8 9.4A4.5 4.5 0 0 1 12 6.9a4.5 4.5 0 0 1 8.2 2.5c0 6-8.2 10.8-8.2 10.8Z'
export const HeartIcon = drawIcon(<path d={HEART} />)
export const HeartFilledIcon = drawIcon(<path d={HEART} fill="currentColor" />)
/** A ribbon: a search that is saved. */
export const SaveSearchIcon = drawIcon(<path d="M6.5 4.5h11v15.3L12 15.6l-5.5 4.2Z" />)
/** A cross: close, remove. */
export const CloseIcon = drawIcon(<path d="m6 6 12 12M18 6 6 18" />)
/** Arrow to the left: back. */
export const BackIcon = drawIcon(<path d="M20 12H4.5M10.5 5.5 4 12l6.5 6.5" />)
/** Arrow to the right: go on. */
export const ForwardIcon = drawIcon(<path d="M4 12h15.5M13.5 5.5 20 12l-6.5 6.5" />)
/** Chevron to the left. */
export const ChevronLeftIcon = drawIcon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />)
/** Chevron to the right. */
export const ChevronRightIcon = drawIcon(<path d="m9.5 5.5 6.5 6.5-6.5 6.5" />)
/** Chevron down. */
export const ChevronDownIcon = drawIcon(<path d="m5.5 9 6.5 6.5L18.5 9" />)
/** Chevron up. */
export const ChevronUpIcon = drawIcon(<path d="m5.5 15 6.5-6.5 6.5 6.5" />)
/** Two sheets: copy. */
export const CopyIcon = drawIcon(
  <>
    <rect x="8.5" y="8.5" width="12" height="12" rx="1.8" />
    <path d="M15.5 8.5V5.3a1.8 1.8 0 0 0-1.8-1.8H5.3a1.8 1.8 0 0 0-1.8 1.8v8.4a1.8 1.8 0 0 0 1.8 1.8h3.2" />
  </>,
)
/** An open eye: show. */
export const EyeIcon = drawIcon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.9" />
  </>,
)
/** A struck eye: hide. */
export const EyeOffIcon = drawIcon(
  <>
    <path d="M9.8 5.8A9.3 9.3 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16.8 16.8 0 0 1-2.4 3.2M6.4 7.3A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5a9.5 9.5 0 0 0 4.8-1.3" />
    <path d="M9.9 10a2.9 2.9 0 0 0 4.1 4.1M4 4l16 16" />
  </>,
)
/** A pencil: edit. */
export const EditIcon = drawIcon(
  <>
    <path d="m4 20 .9-4.3L15.7 4.9a1.7 1.7 0 0 1 2.4 0l1 1a1.7 1.7 0 0 1 0 2.4L8.3 19.1Z" />
    <path d="m13.7 6.9 3.4 3.4" />
  </>,
)
/** A bin: delete. */
export const DeleteIcon = drawIcon(
  <path d="M4 6.5h16M9 6.5V4.2h6v2.3M6.2 6.5l.8 13.8h10l.8-13.8M10.2 10.5v6M13.8 10.5v6" />,
)
/** Arrow down into a tray: download. */
export const DownloadIcon = drawIcon(<path d="M12 3.5v12M6.8 10.5 12 15.7l5.2-5.2M4 20.2h16" />)
/** Arrow up from a tray: upload. */
export const UploadIcon = drawIcon(<path d="M12 16V4M6.8 9.2 12 4l5.2 5.2M4 20.2h16" />)
/** A turning arrow: again. */
export const RefreshIcon = drawIcon(<path d="M19.8 12a7.8 7.8 0 1 1-2.3-5.5l2.3 2.2M19.8 3.8v4.9h-4.9" />)
/** Arrow out of a box: leaves the site. */
export const ExternalIcon = drawIcon(
  <path d="M13.8 4H20v6.2M20 4l-9 9M17.5 13.8v5a1.2 1.2 0 0 1-1.2 1.2H5.2A1.2 1.2 0 0 1 4 18.8V7.7a1.2 1.2 0 0 1 1.2-1.2h5" />,
)
/** Three points joined: share. */
export const ShareIcon = drawIcon(
  <>
    <circle cx="6" cy="12" r="2.6" />
    <circle cx="17.5" cy="5.8" r="2.6" />
    <circle cx="17.5" cy="18.2" r="2.6" />
    <path d="m8.3 10.8 6.9-3.8M8.3 13.2l6.9 3.8" />
  </>,
)
/** A door with an arrow: sign out. */
export const LogoutIcon = drawIcon(
  <path d="M14.5 4H6.2A1.2 1.2 0 0 0 5 5.2v13.6A1.2 1.2 0 0 0 6.2 20h8.3M10 12h10.5M16.5 8l4 4-4 4" />,
)
/** Three points: more actions. */
export const MoreIcon = drawIcon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.6" />
    <circle cx="12" cy="12" r="1.6" />
    <circle cx="18.5" cy="12" r="1.6" />
  </g>,
)
/** A power mark: take on or off line. */
export const PowerIcon = drawIcon(<path d="M12 3.5v8M7.2 6.3a7.8 7.8 0 1 0 9.6 0" />)
/** A paper clip: attach a file. */
export const AttachIcon = drawIcon(
  <path d="m20 11.5-8.2 8.2a5 5 0 0 1-7.1-7.1l8.6-8.6a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.5a1.7 1.7 0 0 1-2.4-2.4l7.7-7.7" />,
)
/** Four squares: shown as cards. */
export const CardsIcon = drawIcon(
  <>
    <rect x="4" y="4" width="6.5" height="6.5" rx="1.4" />
    <rect x="13.5" y="4" width="6.5" height="6.5" rx="1.4" />
    <rect x="4" y="13.5" width="6.5" height="6.5" rx="1.4" />
    <rect x="13.5" y="13.5" width="6.5" height="6.5" rx="1.4" />
  </>,
)
/** Lines with a first column: shown as a table. */
export const TableIcon = drawIcon(<path d="M4 6h16M4 12h16M4 18h16M9 6v12" />)
/** Two columns side by side: compare. */
export const CompareIcon = drawIcon(
  <>
    <rect x="3.5" y="5" width="7" height="14" rx="1.4" />
    <rect x="13.5" y="5" width="7" height="14" rx="1.4" />
  </>,
)
