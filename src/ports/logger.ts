/** In ascending severity. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Writes one line a call. The correlation id is the current request's (`kernel/correlation.ts`); `fields` are appended to
 * the message as `name=value`, quoted where needed, so that untrusted text can neither end a line nor forge a field.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Whether a line of this level would be written: guards the building of costly fields. */
  enabled(level: LogLevel): boolean;
}

/** An `Error` is written as its name, message and causes; its stack only at level debug. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined | Error>>;
