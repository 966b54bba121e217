import { asError } from '../errors.ts';
import type { LogFields, Logger } from '../ports/logger.ts';

/** Logs a failure that work can do without: `await describe(docId).catch(warned(logger, 'Not described'))`. */
export function warned(
  logger: Pick<Logger, 'warn'>,
  message: string,
  fields: LogFields = {},
): (error: unknown) => undefined {
  return (error) => void logger.warn(message, { ...fields, error: asError(error) });
}
