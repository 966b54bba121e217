/**
 * Replaces `{% name %} … {% endname %}` and what is between the two; the first end counts. Linear time.
 *
 * @param names Alternatives are separated by `|`.
 */
export function replacePaired(source: string, names: string, replace: (inner: string) => string): string {
  const tag = new RegExp(`\\{%-?\\s{0,9}(end)?(?:${names})\\b[^%\\n]{0,100}%\\}`, 'g');
  const pieces: string[] = [];
  let done = 0;
  let inner = -1;
  let start = 0;
  for (const { 0: found, 1: end, index } of source.matchAll(tag)) {
    if (!end && inner === -1) [start, inner] = [index, index + found.length];
    else if (end && inner !== -1) {
      pieces.push(source.slice(done, start), replace(source.slice(inner, index)));
      done = index + found.length;
      inner = -1;
    }
  }
  return pieces.join('') + source.slice(done);
}
