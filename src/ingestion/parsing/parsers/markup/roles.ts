/** The words that a role of reStructuredText or MyST shows: `PEP 8` of `:pep:\`8\``, and as `shownText` otherwise. */
export function shownByRole(role: string, content: string): string {
  const prefix = PREFIXES[role];
  const shown = shownText(content);
  return prefix && /^\d/.test(shown) ? `${prefix} ${shown}` : shown;
}

const PREFIXES: Readonly<Record<string, string>> = { pep: 'PEP', rfc: 'RFC', issue: 'issue', pr: 'PR' };

/** `text` of `text <target>`, and `name` of `~module.name`. */
export function shownText(content: string): string {
  const plain = content.replace(/\s*<[^<>]*>\s*$/, '').trim() || content.trim().replace(/^<|>$/g, '');
  if (plain.startsWith('~')) return plain.slice(plain.lastIndexOf('.') + 1).replace(/^~/, '');
  return plain.replace(/^!(?=\S)/, '');
}
