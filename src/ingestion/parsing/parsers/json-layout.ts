import { IngestFailure } from '../../../errors.ts';

/** A line of a JSON text laid out for readers. */
export interface JsonLine {
  readonly text: string;
  /** Keys and 1-based array positions that lead to the line: `items`, `3`. */
  readonly section: readonly string[];
}

/** A longer value is split. Sentences are no longer either, and a record is quoted like one. */
export const LINE_UNITS_MAX = 500;
const DEPTH_MAX = 100;

/**
 * Lays JSON out so that each line makes sense on its own: an object or array that fits stays on one line, a longer one
 * or a list of records (objects of several members) gets a line for each member. Only white space between tokens, and
 * escapes of readable characters, are changed.
 *
 * @param json Valid JSON.
 * @param path Leads to the value: its position when it is one of many.
 * @throws {IngestFailure} `too_complex` when it nests deeper than `DEPTH_MAX`.
 */
export function layOutJson(json: string, path: readonly string[], add: (line: JsonLine) => void): void {
  const emit = packed(add);
  /** Brackets share a section with words: opening ones with the next line, closing ones with the previous. */
  const openers: string[] = [];
  let lastSection = path;
  const layOut = (value: Value, section: readonly string[]) => {
    if (typeof value === 'string') {
      for (const text of [...openers.splice(0), value]) emit({ text, section });
      lastSection = section;
      return;
    }
    openers.push(value.opener);
    for (const [i, member] of value.members.entries())
      layOut(member, typeof member === 'string' ? section : [...section, member.key ?? String(i + 1)]);
    emit({ text: value.closer, section: lastSection });
  };
  layOut(readValue(json), path);
  emit(null);
}

/** What fits on a line, as text, or a container whose members have lines of their own. */
type Value = string | Container;

interface Container {
  readonly key: string | null;
  /** Includes the key. */
  readonly opener: string;
  readonly members: Value[];
  closer: string;
  /** Length of its scalars, and of brackets that close. */
  units: number;
  /** Members that are objects of several members. */
  records: number;
}

function readValue(json: string): Value {
  const all = containerOf(null, '');
  const open = [all];
  let key: string | null = null;
  for (const { token, follower } of tokensOf(json)) {
    if (follower === ':') {
      key = readableString(token).slice(1, -1);
      continue;
    }
    const prefix: string = key === null ? '' : `"${key}": `;
    const comma = follower ?? '';
    if (token === '{' || token === '[') {
      if (open.length > DEPTH_MAX) throw tooDeep();
      open.push(containerOf(key, prefix + token));
    } else {
      const isClosing = token === '}' || token === ']';
      const closed = isClosing ? open.pop() : undefined;
      const parent = open.at(-1)!;
      const text = isClosing ? token + comma : prefix + readableString(token) + comma;
      parent.members.push(closed ? onOneLine(Object.assign(closed, { closer: text })) : text);
      parent.units += text.length + (closed?.units ?? 0);
      if (token === '}' && closed!.members.length > 1) parent.records++;
    }
    key = null;
  }
  return all.members[0]!;
}

function containerOf(key: string | null, opener: string): Container {
  return { key, opener, members: [], closer: '', units: 0, records: 0 };
}

/** As text, unless it is too long, or is or holds a list of records. */
function onOneLine(container: Container): Value {
  const { opener, members, closer, units, records } = container;
  const isParted = units > LINE_UNITS_MAX || (records > 1 && opener.endsWith('['));
  if (isParted || members.some((member) => typeof member !== 'string')) return container;
  return opener + members.join(' ') + closer;
}

/** Short values of a long array share lines: a vector would take a line for each number. */
function packed(add: (line: JsonLine) => void): (line: JsonLine | null) => void {
  let waiting: JsonLine | null = null;
  return (line) => {
    const isShort = line !== null && line.text.length <= SHORT_UNITS_MAX && SCALAR.test(line.text);
    if (waiting && isShort && waiting.section === line.section && waiting.text.length < LINE_UNITS_MAX) {
      waiting = { ...waiting, text: `${waiting.text} ${line.text}` };
      return;
    }
    if (waiting) add(waiting);
    waiting = isShort ? line : null;
    if (line && !isShort) add(line);
  };
}

const SHORT_UNITS_MAX = 40;
const SCALAR = /^(?:[\w.+-]+|"[^"]*"),?$/;

/** Brackets and values, each with the comma or colon that follows it, if any. */
function* tokensOf(json: string): Generator<{ token: string; follower: string | undefined }> {
  const token = /["{}[\]]|[^\s"{}[\]:,]+/g;
  const follower = /\s*([,:]?)/y;
  for (let match = token.exec(json); match; match = token.exec(json)) {
    const end = match[0] === '"' ? endOfString(json, match.index + 1) : token.lastIndex;
    follower.lastIndex = end;
    yield { token: json.slice(match.index, end), follower: follower.exec(json)?.[1] };
    token.lastIndex = follower.lastIndex;
  }
}

/** @param at After the opening quote. @returns After the closing one. */
function endOfString(json: string, at: number): number {
  let end = at;
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** Unescapes all but quotes and backslashes; line ends only in prose. */
function readableString(token: string): string {
  if (!token.includes('\\')) return token;
  const text = (JSON.parse(token) as string).replace(/["\\]/g, '\\$&');
  return `"${token.length > LINE_UNITS_MAX ? text : text.replace(/[\n\r\t\f\v]/g, ' ')}"`;
}

function tooDeep(): IngestFailure {
  return new IngestFailure('too_complex', `The JSON is nested deeper than ${DEPTH_MAX} levels.`);
}
