import { drawIcon } from './icon.tsx'

/** A prompt in a window: terminal. */
export const TerminalIcon = drawIcon(
  <>
    <rect x="3" y="4.2" width="18" height="15.6" rx="2" />
    <path d="m7 9.5 3 2.7-3 2.7M12.5 15.2h4.5" />
  </>,
)
/** A folder: files kept together. */
export const FolderIcon = drawIcon(<path d="M3 6.5h6l2 2.2h10v9.8H3Z" />)
/** A key: access. */
export const KeyIcon = drawIcon(
  <>
    <circle cx="8" cy="15.8" r="4.3" />
    <path d="M11 12.8 19.8 4M16 7.8l3 3M13.3 10.5l2 2" />
  </>,
)
/** A padlock: locked. */
export const LockIcon = drawIcon(
  <>
    <rect x="5" y="10.5" width="14" height="10" rx="1.8" />
    <path d="M8 10.5V7.8a4 4 0 0 1 8 0v2.7M12 14.5v2.2" />
  </>,
)
/** A globe: language. */
export const LanguageIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.4 2.4 3.6 5.3 3.6 8.5s-1.2 6.1-3.6 8.5c-2.4-2.4-3.6-5.3-3.6-8.5S9.6 5.9 12 3.5Z" />
  </>,
)
/** A screen beside a phone: the layout. */
export const DeviceIcon = drawIcon(
  <>
    <path d="M12.5 17H4.2A1.2 1.2 0 0 1 3 15.8V5.7a1.2 1.2 0 0 1 1.2-1.2h13.6A1.2 1.2 0 0 1 19 5.7v.8M8 20.2h4.5" />
    <rect x="15.5" y="9.5" width="6" height="10.7" rx="1.3" />
  </>,
)
/** The sun: light scheme. */
export const SunIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.8v2M12 19.2v2M2.8 12h2M19.2 12h2M5.5 5.5l1.4 1.4M17.1 17.1l1.4 1.4M5.5 18.5l1.4-1.4M17.1 6.9l1.4-1.4" />
  </>,
)
/** The moon: dark scheme. */
export const MoonIcon = drawIcon(<path d="M20 14.3A8.3 8.3 0 1 1 9.7 4a6.6 6.6 0 0 0 10.3 10.3Z" />)
/** One person. */
export const UserIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.7" />
    <circle cx="12" cy="9.9" r="2.9" />
    <path d="M6.6 18.7c.8-2.7 2.9-4 5.4-4s4.6 1.3 5.4 4" />
  </>,
)
/** A card: paying by an account. */
export const PayCardIcon = drawIcon(
  <>
    <rect x="2.8" y="5.2" width="18.4" height="13.6" rx="2" />
    <path d="M2.8 9.8h18.4M6.5 14.8h4" />
  </>,
)
/** Two round bubbles: paying by a chat app. */
export const PayChatIcon = drawIcon(
  <>
    <path d="M15.3 8.8C14.8 6.2 12.3 4.3 9.2 4.3c-3.5 0-6.4 2.4-6.4 5.5 0 1.8 1 3.3 2.5 4.3l-.6 2.1 2.5-1.2c.6.2 1.2.3 1.8.3" />
    <path d="M15.4 9.2c3.2 0 5.8 2.2 5.8 5 0 1.5-.8 2.9-2.1 3.8l.5 1.9-2.2-1.1a6.9 6.9 0 0 1-2 .3c-3.2 0-5.8-2.2-5.8-4.9s2.6-5 5.8-5Z" />
  </>,
)
/** A picture. */
export const ImageIcon = drawIcon(
  <>
    <rect x="3.2" y="4.5" width="17.6" height="15" rx="2" />
    <circle cx="8.5" cy="9.5" r="1.6" />
    <path d="m4 17.2 5-4.7 3.3 3 3.2-3.5 4.8 5" />
  </>,
)
/** A star: rating, favourite. */
export const StarIcon = drawIcon(<path d="m12 3.8 2.6 5.2 5.7.8-4.1 4 1 5.7-5.2-2.7-5.2 2.7 1-5.7-4.1-4 5.7-.8Z" />)
/** A gift coin dropping: faucet, received tokens. */
export const FaucetIcon = drawIcon(
  <path d="M3.5 9.5h3.3l1.7-1.8h4l1.7 1.8h1.3a4.5 4.5 0 0 1 4.5 4.5v.8h-4.3V14h-1.5l-1.7 1.8h-4L6.8 14H3.5M10.5 7.7V4.5M7.5 4.5h6M17.8 18.5v2" />,
)
