import { SaxesParser } from 'saxes';
import { IngestFailure } from '../../../errors.ts';

/** By qualified name, as in the file. */
export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlVisitor {
  /** `'skip'` leaves out the element's content; `close` is then not called for it. */
  open?(name: string, attributes: XmlAttributes): 'skip' | undefined;
  /** @param within The innermost element that it is in. */
  text?(text: string, within: string): void;
  close?(name: string): void;
}

/** Office files nest some thirty deep. */
const DEPTH_MAX = 256;
const SLICE_BYTES = 2 ** 16;

/**
 * Reads XML front to back without building a tree. Elements are identified by local names: the editions of the office
 * formats differ in namespaces but agree in these. No entity is ever declared or fetched: a DTD with declarations is
 * refused, and an unresolved reference stays as written.
 *
 * @param bytes Undefined for a part that a file lacks: nothing is visited then.
 * @throws {IngestFailure} `damaged_file` for a DTD, `too_complex` when it nests deeper than `DEPTH_MAX`.
 * @throws {Error} When it is not well-formed.
 */
export function readXml(bytes: Uint8Array | undefined, visitor: XmlVisitor): void {
  if (!bytes) return;
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  /** Local names of the open elements. */
  const open: string[] = [];
  let skippedFrom = Number.POSITIVE_INFINITY;
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    const depth = open.push(local);
    if (depth > DEPTH_MAX)
      throw new IngestFailure('too_complex', 'The file is nested too deeply to be read. Save it again.');
    if (depth < skippedFrom && visitor.open?.(local, attributes) === 'skip') skippedFrom = depth;
  });
  parser.on('closetag', () => {
    if (open.length === skippedFrom) skippedFrom = Number.POSITIVE_INFINITY;
    else if (open.length < skippedFrom) visitor.close?.(open.at(-1)!);
    open.pop();
  });
  const onText = (text: string) => {
    if (open.length > 0 && open.length < skippedFrom) visitor.text?.(text, open.at(-1)!);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) {
      const why = 'The file holds a DTD with declarations, which such files never need. Save it again.';
      throw new IngestFailure('damaged_file', why);
    }
  });
  parser.on('error', (error) => {
    if (!TOLERATED.test(error.message)) throw error;
  });
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, start + SLICE_BYTES), { stream: true }));
  }
  parser.write(decoder.decode()).close();
}

/** The value of the attribute with that local name, whatever its prefix. */
export function attributeNamed(attributes: XmlAttributes, localName: string): string | undefined {
  if (localName in attributes) return attributes[localName];
  for (const name in attributes) if (name.endsWith(`:${localName}`)) return attributes[name];
  return undefined;
}

/** Tolerated errors of careless writers: control characters, and HTML's entities. */
const TOLERATED = /^(?:disallowed character|undefined entity)\.$/;

/** From the byte order mark, the zero bytes of UTF-16, or the XML declaration. */
function encodingOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (/^(?:\xff\xfe|<\0)/.test(head)) return 'utf-16le';
  if (/^(?:\xfe\xff|\0<)/.test(head)) return 'utf-16be';
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1];
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}
