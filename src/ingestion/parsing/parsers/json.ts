import { IngestFailure } from '../../../errors.ts';
import { type DocumentText, startDocumentText } from '../document-text.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';
import { LINE_UNITS_MAX, layOutJson } from './json-layout.ts';

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
