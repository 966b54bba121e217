import { IngestFailure } from '../../errors.ts';
import { startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';
import { jsonLines } from './json-lines.ts';

const RECORDS_MAX = 200_000;

/**
 * JSON, or one JSON value a line. Each record (an element of the outermost array, or a line) is a block, each value in
 * it a line that names its path: `address.city: Basel`. A few broken lines among good ones stay as they are.
 *
 * @throws {IngestFailure} `no_text`, `damaged_file` or `too_complex`.
 */
export function parseJson(bytes: Uint8Array): ParsedDocument {
  const document = startDocumentText();
  const records = recordsOf(decodeText(bytes));
  if (records.length > RECORDS_MAX) {
    throw new IngestFailure(
      'too_complex',
      `The file has more than ${RECORDS_MAX} records. Split it and send the parts.`,
    );
  }
  for (const record of records) document.add('table', jsonLines(record).join('\n'));
  return document.finish({ title: null });
}

function recordsOf(text: string): unknown[] {
  const whole = attempt(text);
  if ('value' in whole) {
    const { value } = whole;
    if (Array.isArray(value)) return value;
    return isObject(value) ? partsOf(value) : [value];
  }
  return recordsOfLines(text, whole.reason);
}

/** @param reason Why the text as a whole is no JSON. */
function recordsOfLines(text: string, reason: string): unknown[] {
  const lines = text.split('\n').map((line) => line.trim());
  const records: unknown[] = [];
  const broken: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const record = attempt(line);
    // A line that was cut stays as it stands, so that nothing is lost in silence.
    records.push('value' in record ? record.value : line);
    if (!('value' in record)) broken.push(index + 1);
    if (broken.length > BROKEN_LINES_MAX) break;
  }
  const isBroken = broken.length * 2 >= records.length || broken.length > BROKEN_LINES_MAX;
  // Several lines of which the first is a value of its own are meant as such.
  if (isBroken) throw invalid(broken[0] === 1 ? reason : `line ${broken[0]} is none`);
  return records;
}

/** More are no slip. */
const BROKEN_LINES_MAX = 20;

/** A value that holds others is a block of its own; the simple ones at the top belong together. */
function partsOf(value: object): unknown[] {
  const simple: Record<string, unknown> = {};
  const parts: unknown[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member) && member.length > 1 && member.every(isObject)) {
      for (const element of member) parts.push({ [name]: element });
    } else if (isObject(member)) parts.push({ [name]: member });
    else simple[name] = member;
  }
  return [simple, ...parts];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function attempt(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text, exactNumber) };
  } catch (error) {
    if (error instanceof SyntaxError) return { reason: error.message };
    throw error;
  }
}

/** A number stays as it is written: a long identifier would lose digits, and a price its zeros. */
function exactNumber(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? (source ?? value) : value;
}

function invalid(reason: string): IngestFailure {
  return new IngestFailure('damaged_file', `The file is not valid JSON: ${reason.slice(0, 200)}.`);
}
