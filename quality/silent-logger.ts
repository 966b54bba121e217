import type { Logger } from '../src/ports/logger.ts';

/** An evaluation prints only its report. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false };
