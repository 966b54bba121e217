import type { Logger } from '../ports/logger.ts';

/** For commands: what fails is told by the error that ends them. */
export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false };
