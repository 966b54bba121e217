import type { Logger } from '../ports/logger.ts';

/** For commands, which report failures with the error that ends them. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false };
