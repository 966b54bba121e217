import { IngestFailure } from '../../../errors.ts';
import { type DocumentText, startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';

const LINES_MAX = 200_000;

/**
 * JSON, or one JSON value a line, unchanged except for white space and escapes. Each record that is short enough is a
 * block; a longer one is split by its members, in a section that names its path. A few broken lines among good ones
 * stay as they are. A member `title` of the outermost object is the document's title.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseJson(bytes: Uint8Array): ParsedDocument {
  const text = decodeText(bytes);
  const document = startDocumentText();
  if (nestsDeeper(text, NESTING_MAX))
    throw new IngestFailure('too_complex', 'The JSON is nested too deeply to be read.');
  const { value, whyInvalid } = readJson(text);
  if (whyInvalid === null) addValue(text, [], document);
  else {
    for (const { line, place, isBroken } of linesOf(text, whyInvalid)) {
      if (isBroken) document.add('table', line);
      else addValue(line, [place], document);
    }
  }
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : null;
  return document.finish({ title: typeof title === 'string' ? title : null });
}

function addValue(json: string, path: readonly string[], document: DocumentText): void {
  let lines = 0;
  layOutJson(json, path, ({ text, section }) => {
    if (++lines > LINES_MAX) throw tooMany();
    // A long string is prose.
    document.add(text.length > LINE_UNITS_MAX ? 'paragraph' : 'table', text, { section });
  });
}

/** @param reason Why the text as a whole is not JSON. */
function linesOf(text: string, reason: string) {
  const lines: { line: string; place: string; isBroken: boolean }[] = [];
  const broken: number[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim();
    if (line === '') continue;
    // A truncated line stays as it is, so that nothing is lost silently.
    const isBroken = readJson(line).whyInvalid !== null;
    lines.push({ line, place: String(index + 1), isBroken });
    if (isBroken) broken.push(index + 1);
    if (broken.length > BROKEN_LINES_MAX) break;
    if (lines.length > LINES_MAX) throw tooMany();
  }
  const areMeant = broken.length * 2 < lines.length && broken.length <= BROKEN_LINES_MAX;
  // Several lines whose first is a complete value are JSON lines.
  if (!areMeant) {
    const why = broken[0] === 1 ? reason : `line ${broken[0]} is not`;
    throw new IngestFailure('damaged_file', `The file is not valid JSON: ${why.slice(0, 200)}.`);
  }
  return lines;
}

/** More broken lines are no accident. */
const BROKEN_LINES_MAX = 20;

/** Brackets in strings count too, so the bound is generous; it stops a bracket bomb from taking memory. */
const NESTING_MAX = 10_000;

function nestsDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (const { index } of text.matchAll(/[{}[\]]/g)) {
    depth += text[index] === '{' || text[index] === '[' ? 1 : -1;
    if (depth > levels) return true;
  }
  return false;
}

function readJson(text: string): { value: unknown; whyInvalid: string | null } {
  try {
    return { value: JSON.parse(text), whyInvalid: null };
  } catch (error) {
    if (error instanceof SyntaxError) return { value: undefined, whyInvalid: error.message };
    throw error;
  }
}

function tooMany(): IngestFailure {
  return new IngestFailure(
    'too_complex',
    `The file has more than ${LINES_MAX} records. Split it and send the parts.`,
  );
}

/** A line of a JSON text laid out for readers. */
interface JsonLine {
  readonly text: string;
  /** Keys and 1-based array positions that lead to the line: `items`, `3`. */
  readonly section: readonly string[];
}

/** A longer value is split. Sentences are no longer either, and a record is quoted like one. */
const LINE_UNITS_MAX = 500;
const DEPTH_MAX = 100;

/**
 * Lays JSON out so that each line makes sense on its own: an object or array that fits stays on one line, a longer one
 * or a list of records (objects of several members) gets a line for each member. Only white space between tokens, and
 * escapes of readable characters, are changed; members whose names are whole numbers are in their order.
 *
 * @param json Valid JSON.
 * @param path Leads to the value: its position when it is one of many.
 * @throws {IngestFailure} `too_complex` when it nests deeper than `DEPTH_MAX`.
 */
function layOutJson(json: string, path: readonly string[], add: (line: JsonLine) => void): void {
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
    for (const [name, member] of value.members)
      layOut(member, typeof member === 'string' ? section : [...section, name]);
    emit({ text: value.closer, section: lastSection });
  };
  layOut(laidOut(readScalars(json)), path);
  emit(null);
}

/** What fits on a line, as text, or a container whose members have lines of their own. */
type Value = string | Container;

interface Container {
  /** Includes the key. */
  readonly opener: string;
  /** Each with its key, or its 1-based position in an array. */
  readonly members: readonly (readonly [string, Value])[];
  readonly closer: string;
}

/** A value whose scalars are texts for readers: numbers as they are written. */
type Read = string | readonly Read[] | { readonly [key: string]: Read };

function readScalars(json: string): Read {
  // The types of TypeScript lack the source of a value.
  const parse = JSON.parse as (
    json: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ) => Read;
  return parse(json, (_, value, { source }) =>
    typeof value === 'string' ? quoted(value) : (source ?? value),
  );
}

function laidOut(read: Read, { prefix = '', comma = '', depth = 1 } = {}): Value {
  if (typeof read === 'string') return prefix + read + comma;
  if (depth > DEPTH_MAX)
    throw new IngestFailure('too_complex', `The JSON is nested deeper than ${DEPTH_MAX} levels.`);
  const isList = Array.isArray(read);
  const entries = Object.entries(read);
  const members = entries.map(([key, member], index) => {
    const place = { prefix: isList ? '' : `${quoted(key)}: `, depth: depth + 1 };
    const value = laidOut(member, { ...place, comma: index + 1 < entries.length ? ',' : '' });
    return [isList ? String(index + 1) : key, value] as const;
  });
  const opener = prefix + (isList ? '[' : '{');
  const closer = (isList ? ']' : '}') + comma;
  const isParted =
    (isList && read.filter(isRecord).length > 1) || members.some(([, value]) => typeof value !== 'string');
  const line = isParted ? '' : opener + members.map(([, value]) => value).join(' ') + closer;
  return isParted || line.length > LINE_UNITS_MAX ? { opener, members, closer } : line;
}

function isRecord(read: Read): boolean {
  return typeof read === 'object' && !Array.isArray(read) && Object.keys(read).length > 1;
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

/** With quotes and backslashes escaped; line ends stay only in prose. */
function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&');
  return `"${JSON.stringify(text).length > LINE_UNITS_MAX ? escaped : escaped.replace(/[\n\r\t\f\v]/g, ' ')}"`;
}
