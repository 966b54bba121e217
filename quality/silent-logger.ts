import type { Logger } from '../src/ports/logger.ts';

/** The report is all that an evaluation says. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false };
