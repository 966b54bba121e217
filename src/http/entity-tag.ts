/** Whether an `If-None-Match` header names the tag, so that the client has the content (RFC 9110, 13.1.2). */
export function namesEntityTag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
