/** Each part may refuse start with one clear line naming every wrong variable; no value is ever printed. */
export class ConfigError extends Error {}
