/** Metadata of a site generator above the text of a page: YAML between `---`, TOML between `+++`. */
export function splitFrontMatter(source: string): { title: string | null; body: string } {
  const found = /^(---|\+\+\+)[^\S\n]*\n([\s\S]{0,20000}?)\n\1[^\S\n]*(?:\n|$)/.exec(source);
  // A horizontal rule looks the same: only text that begins with a key or a comment is metadata.
  if (!found || !/^\s*(?:[\w"'.-]+\s*[:=]|#)/.test(found[2]!)) return { title: null, body: source };
  return { title: titleIn(found[2]!), body: source.slice(found[0].length) };
}

function titleIn(metadata: string): string | null {
  const value = /^title\s*[:=]\s*(\S.*)$/im.exec(metadata)?.[1]?.trim();
  if (value === undefined || value === '|' || value === '>') return null;
  const quoted = /^(["'])(.*)\1/.exec(value);
  return quoted ? quoted[2]!.replace(/\\(["'\\])/g, '$1') : value;
}
