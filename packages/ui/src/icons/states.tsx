import { drawIcon } from './icon.tsx'

/** A tick: done, agreed. */
export const CheckIcon = drawIcon(<path d="m4.5 12.8 5 5L19.8 6.8" />)
/** A tick in a circle: succeeded. */
export const SuccessIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8 12.3 2.9 2.9 5.3-6" />
  </>,
)
/** A shield with a tick: verified. */
export const VerifiedIcon = drawIcon(
  <>
    <path d="M12 3.2 19.5 6v5.5c0 4.5-3 7.7-7.5 9.3-4.5-1.6-7.5-4.8-7.5-9.3V6Z" />
    <path d="m8.6 11.9 2.5 2.5 4.4-5" />
  </>,
)
/** A triangle with a stroke: attention. */
export const WarningIcon = drawIcon(
  <>
    <path d="M10.9 4.6 2.9 18.4A1.3 1.3 0 0 0 4 20.3h16a1.3 1.3 0 0 0 1.1-1.9l-8-13.8a1.3 1.3 0 0 0-2.2 0Z" />
    <path d="M12 9.8v4.4M12 17.2h.01" />
  </>,
)
/** Struck equals sign: what was promised differs from what was measured. */
export const DiffersIcon = drawIcon(<path d="M4.5 9h15M4.5 15h15M16 4.5l-8 15" />)
/** A broken link in the air: cannot be reached. */
export const UnreachableIcon = drawIcon(
  <path d="M4 4l16 16M8.5 15.2a5 5 0 0 1 5-1.3M5 11.5a10 10 0 0 1 4.5-2.6M2.5 8A14.5 14.5 0 0 1 6 5.8M19 11.5a10 10 0 0 0-5-2.7M21.5 8a14.6 14.6 0 0 0-10-3.3M12 18.7h.01" />,
)
/** A circle with an i: information. */
export const InfoIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11.3v5M12 7.8h.01" />
  </>,
)
/** A circle with a cross: failed. */
export const FailedIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m9 9 6 6M15 9l-6 6" />
  </>,
)
/** An hourglass: waiting for something. */
export const WaitingIcon = drawIcon(
  <path d="M6.5 3.5h11M6.5 20.5h11M7.5 3.5v3.3c0 2.5 4.5 3.7 4.5 5.2s-4.5 2.7-4.5 5.2v3.3M16.5 3.5v3.3c0 2.5-4.5 3.7-4.5 5.2s4.5 2.7 4.5 5.2v3.3" />,
)
/** A waveform: in service now. */
export const ServingIcon = drawIcon(<path d="M2.8 12h4l2.7-7 4.3 14 2.9-7h4.5" />)
/** A circle with a bar: cancelled. */
export const CancelledIcon = drawIcon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M7.5 12h9" />
  </>,
)
/** A cloud that is struck: no connection. */
export const OfflineIcon = drawIcon(
  <path d="M3.5 4.5l17 15M9 6.6a5.8 5.8 0 0 1 8.5 4.3 4.2 4.2 0 0 1 2.8 6.4M17 19H7a4.5 4.5 0 0 1-.7-9" />,
)
