import type { Logger } from '../src/ports/logger.ts';

/** For tests, and for evaluations, which print only their report. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false };
