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
 * escapes of readable characters, are changed. Linear time, without a tree: one of 50 MB of small values takes 600 MB.
 *
 * @param json Valid JSON.
 * @param path Leads to the value: its position when it is one of many.
 * @throws {IngestFailure} `too_complex` when it nests deeper than `DEPTH_MAX`.
 */
export function layOutJson(json: string, path: readonly string[], add: (line: JsonLine) => void): void {
  const containers: Container[] = [];
  const emit = packed(add);
  /** Brackets share a line with words: opening ones with the next line, closing ones with the previous. */
  const openers: string[] = [];
  let lastSection = path;
  /** Number of outer containers known not to fit on a line: their members are emitted at once. */
  let parted = 0;
  /** Number of outer containers with a list of records: they are parted, too, however short they are. */
  let listed = 0;
  let written = 0;
  let key: string | null = null;

  function emitParted(): void {
    for (let i = Math.max(parted - 1, 0); i < containers.length; i++) {
      const { begin, opener, members, section } = containers[i]!;
      if (i >= parted) {
        if (i >= listed && written - begin <= LINE_UNITS_MAX) return;
        parted = i + 1;
        openers.push(opener);
      }
      for (const text of members.splice(0)) emitMember(text, section);
    }
  }

  function emitMember(text: string, section: readonly string[]): void {
    for (const opener of openers.splice(0)) emit({ text: opener, section });
    emit({ text, section });
    lastSection = section;
  }

  function open(opener: string): void {
    if (containers.length >= DEPTH_MAX) throw tooDeep();
    const parent = containers.at(-1);
    const step = !parent ? [] : [key ?? String(parent.membersSeen + 1)];
    const section = parent ? [...parent.section, ...step] : path;
    containers.push({
      opener: prefix() + opener,
      begin: written,
      section,
      members: [],
      membersSeen: 0,
      records: 0,
    });
    key = null;
  }

  function close(closer: string): void {
    const { opener, members, membersSeen } = containers.pop()!;
    listed = Math.min(listed, containers.length);
    const list = containers.at(-1);
    if (list?.opener.endsWith('[') && opener === '{' && membersSeen > 1 && ++list.records > 1)
      listed = containers.length;
    if (containers.length < parted) {
      parted = containers.length;
      written += closer.length;
      emit({ text: closer, section: lastSection });
      const parent = containers.at(-1);
      if (parent) parent.membersSeen++;
    } else addMember(`${opener}${members.join(' ')}${closer}`, closer.length);
  }

  function addMember(text: string, units: number): void {
    written += units;
    const container = containers.at(-1);
    if (!container) emitMember(text, path);
    else {
      container.members.push(text);
      container.membersSeen++;
      emitParted();
    }
  }

  const prefix = () => (key === null ? '' : `"${key}": `);

  for (const { token, follower } of tokensOf(json)) {
    const comma = follower === ',' ? ',' : '';
    if (token === '{' || token === '[') open(token);
    else if (token === '}' || token === ']') close(token + comma);
    else if (follower === ':') key = readableString(token).slice(1, -1);
    else {
      const text = `${prefix()}${readableString(token)}${comma}`;
      key = null;
      addMember(text, text.length);
    }
  }
  emit(null);
}

interface Container {
  /** Includes the key before it. */
  readonly opener: string;
  /** Length of the output before it. */
  readonly begin: number;
  readonly section: readonly string[];
  /** Members not emitted yet. */
  readonly members: string[];
  membersSeen: number;
  /** Members that are objects of several members. */
  records: number;
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
