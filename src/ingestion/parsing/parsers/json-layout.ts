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
 * escapes of readable characters, are changed. Linear time.
 *
 * @param json Valid JSON.
 * @param path Leads to the value: its position when it is one of many.
 * @throws {IngestFailure} `too_complex` when it nests deeper than `DEPTH_MAX`.
 */
export function layOutJson(json: string, path: readonly string[], add: (line: JsonLine) => void): void {
  const emit = packed(add);
  /** Brackets share a line with words: opening ones with the next line, closing ones with the previous. */
  const openers: string[] = [];
  let lastSection = path;

  /** @param within Leads to the container of the value, and `own` to the value itself. */
  function layOut(value: JsonValue, within: readonly string[], own: readonly string[]): void {
    if (typeof value === 'string' || !value.isParted) {
      for (const opener of openers.splice(0)) emit({ text: opener, section: within });
      emit({ text: inOneLine(value), section: within });
      lastSection = within;
      return;
    }
    openers.push(value.opener);
    for (const [i, member] of value.members.entries()) {
      const name = typeof member === 'string' ? null : member.key;
      layOut(member, own, [...own, name ?? String(i + 1)]);
    }
    emit({ text: value.closer, section: lastSection });
  }

  layOut(jsonValueOf(json), path, path);
  emit(null);
}

/** A scalar, with its key and comma, or a container. */
type JsonValue = string | Container;

interface Container {
  readonly key: string | null;
  /** Includes the key before it, and `closer` the comma behind it. */
  readonly opener: string;
  closer: string;
  readonly members: JsonValue[];
  /** Length of its scalars and the closers within it. */
  units: number;
  /** Members that are objects of several members. */
  records: number;
  /** Whether its members have lines of their own: it does not fit on one, or there is a list of records in it. */
  isParted: boolean;
}

function jsonValueOf(json: string): JsonValue {
  const open = [newContainer('', null)];
  let key: string | null = null;
  for (const { token, follower } of tokensOf(json)) {
    const prefix = key === null ? '' : `"${key}": `;
    const comma = follower === ',' ? ',' : '';
    if (token === '{' || token === '[') {
      if (open.length > DEPTH_MAX)
        throw new IngestFailure('too_complex', `The JSON is nested deeper than ${DEPTH_MAX} levels.`);
      open.push(newContainer(prefix + token, key));
      key = null;
    } else if (token === '}' || token === ']') close(open, token + comma);
    else if (follower === ':') key = readableString(token).slice(1, -1);
    else {
      const text = `${prefix}${readableString(token)}${comma}`;
      const parent = open.at(-1)!;
      parent.members.push(text);
      parent.units += text.length;
      key = null;
    }
  }
  return open[0]!.members[0]!;
}

function newContainer(opener: string, key: string | null): Container {
  return { key, opener, closer: '', members: [], units: 0, records: 0, isParted: false };
}

/** Makes the innermost of the open containers a member of the one around it. */
function close(open: Container[], closer: string): void {
  const closed = open.pop()!;
  const parent = open.at(-1)!;
  closed.closer = closer;
  closed.isParted ||= closed.units > LINE_UNITS_MAX;
  parent.members.push(closed);
  parent.units += closed.units + closer.length;
  const isRecord = parent.opener.endsWith('[') && closed.opener === '{' && closed.members.length > 1;
  if (isRecord) parent.records++;
  parent.isParted ||= closed.isParted || parent.records > 1;
}

function inOneLine(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return `${value.opener}${value.members.map(inOneLine).join(' ')}${value.closer}`;
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
