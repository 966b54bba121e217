/** A `Logger` for commands, which report failures with the error that ends them, for tests and for measurements. */
export const SILENT = { debug() {}, info() {}, warn() {}, error() {}, enabled: () => false };
