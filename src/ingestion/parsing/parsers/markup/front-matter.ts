import { createRequire } from 'node:module';

/** For parsers that few files need: loading both takes a fifth of the time of a small page. */
const require = createRequire(import.meta.url);

/** A parsed mapping: strings, numbers, booleans, dates, lists and mappings. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Splits YAML or JSON between `---`, and TOML between `+++`, from the text below. A heading may stand above them.
 * Anything else, a text between two horizontal rules for example, stays in the body.
 */
export function splitFrontMatter(source: string): { values: Values; body: string } {
  const found = FENCED.exec(source);
  if (!found) return { values: {}, body: source };
  const { above = '', fence, metadata = '' } = found.groups!;
  const values = fence === '+++' ? readToml(metadata) : readYaml(metadata);
  // A horizontal rule looks the same as a fence.
  if (values === null) return { values: {}, body: source };
  return { values, body: above + source.slice(found[0].length) };
}

const FENCED =
  /^\ufeff?(?<above>\s*(?:#[^\n]*\n\s*)?)(?<fence>---|\+\+\+)[^\S\n]*\n(?<metadata>(?:(?!---|\+\+\+|\.\.\.)[^\n]*\n|(?:---|\+\+\+|\.\.\.)[^\s][^\n]*\n){0,5000})(?:\k<fence>|\.\.\.)[^\S\n]*(?:\n|$)/;

/** A deeper mapping is no metadata. */
const DEPTH_MAX = 20;

/** Null when the text is no mapping of names. JSON is YAML. The parser's time grows with the square of the depth. */
function readYaml(text: string): Values | null {
  const nestsTooDeep = text.replace(/[^[{]/g, '').length > 2_000 || /^[^\S\n]{200}/m.test(text);
  if (nestsTooDeep || !/^\s*(?:[#{]|["']?[\p{L}_][^\n:]{0,60}:(?:\s|$))/u.test(text)) return null;
  let read = parseYaml(text);
  // Most generators forgive `title: Errors: what they mean` and lines that begin with tabs.
  if (read.isBroken) {
    const spaced = text.replaceAll('\t', '  ');
    read = parseYaml(spaced.replace(UNQUOTED, (_, key, value) => key + JSON.stringify(value)));
  }
  return isMapping(read.value) && areNames(Object.keys(read.value), read.isBroken) ? read.value : null;
}

/** Prose may read as a mapping, `Note: it rains`, but its keys are no names as generators have them. */
function areNames(keys: readonly string[], isBroken: boolean): boolean {
  const name = isBroken
    ? /^[\w-]+$/
    : keys.length === 1
      ? /^[a-z][\w-]*$/
      : /^[\p{L}_$@][\p{L}\p{N} _.:/-]{0,60}$/u;
  return keys.every((key) => name.test(key));
}

const UNQUOTED = /^([\w-]{1,60}:[^\S\n]+)(?!["'|>]|[[{](?:.*[\]}])?\s*$)(\S.*?)\s*$/gm;

function parseYaml(text: string): { value: unknown; isBroken: boolean } {
  try {
    const options = { strict: false, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
    const { parseDocument } = require('yaml') as typeof import('yaml');
    const document = parseDocument(text, options);
    return { value: document.toJS({ maxAliasCount: 20 }), isBroken: document.errors.length > 0 };
  } catch {
    return { value: null, isBroken: true };
  }
}

function readToml(text: string): Values | null {
  try {
    const toml = require('smol-toml') as typeof import('smol-toml');
    return toml.parse(text, { maxDepth: DEPTH_MAX });
  } catch {
    return null;
  }
}

export function isMapping(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The words of a scalar on one line, a date without its time; empty for anything else. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim();
  if (typeof value === 'number') return String(value);
  return value instanceof Date ? value.toISOString().slice(0, 10) : '';
}
