/** What matches a text is counted up to here; more read as this many. */
export const SEARCH_COUNT_MAX = 1000
/** Longest text that is searched for, in characters. */
export const SEARCH_CHARS = 60
