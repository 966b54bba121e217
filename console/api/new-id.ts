/** Unique without a context that is secure, which `randomUUID` needs. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
