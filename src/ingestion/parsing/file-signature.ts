/**
 * Identifies a file by its first bytes: the name of a binary format with a known signature, `text`, or `binary` for
 * anything else that no text encoding explains.
 *
 * @param head The beginning of the file; the first 4 KiB decide.
 */
export function signatureOf(head: Uint8Array): FileSignature {
  for (const [name, signatures] of SIGNATURES) {
    if (signatures.some((signature) => startsWith(head, signature))) return name;
  }
  return looksLikeText(head.subarray(0, SIGNATURE_BYTES)) ? 'text' : 'binary';
}

/** Bytes of a file's beginning that callers pass. */
const SIGNATURE_BYTES = 4096;

// Sources: the file formats' own specifications, as collected in the `magic` database of file(1).
const SIGNATURES = [
  ['a PDF', [['%PDF']]],
  ['a ZIP archive', [['PK\x03\x04'], ['PK\x05\x06'], ['PK\x07\x08']]],
  ['a legacy Office file', [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]]],
  ['an RTF file', [['{\\rtf']]],
  ['an image', [[0x89, 'PNG'], [0xff, 0xd8, 0xff], ['GIF87a'], ['GIF89a'], ['II*\0'], ['MM\0*'], ['8BPS']]],
  [
    'audio or video',
    [['RIFF'], ['OggS'], ['ID3'], ['fLaC'], [0x1a, 0x45, 0xdf, 0xa3], ['\0\0\0\x18ftyp'], ['\0\0\0\x20ftyp']],
  ],
  [
    'an archive',
    [[0x1f, 0x8b], ['BZh'], [0xfd, '7zXZ'], ['7z', 0xbc, 0xaf], ['Rar!'], [0x28, 0xb5, 0x2f, 0xfd]],
  ],
  ['a program', [[0x7f, 'ELF'], ['MZ', 0x90], [0xca, 0xfe, 0xba, 0xbe], [0xcf, 0xfa, 0xed, 0xfe], ['\0asm']]],
  ['a database', [['SQLite format 3\0']]],
  ['a font', [['wOFF'], ['wOF2'], ['OTTO'], ['\0\x01\0\0\0']]],
] as const satisfies readonly (readonly [string, readonly (readonly (number | string)[])[]])[];

/** Names as used in a sentence: "its content is <name>". */
export type FileSignature = (typeof SIGNATURES)[number][0] | 'binary' | 'text';

function startsWith(head: Uint8Array, signature: readonly (number | string)[]): boolean {
  const bytes = signature.flatMap((part) =>
    typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')],
  );
  return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);
}

/** Text has few control characters; the zero bytes of UTF-16 form a regular pattern. */
function looksLikeText(head: Uint8Array): boolean {
  const marks = [
    [0xff, 0xfe],
    [0xfe, 0xff],
    [0, 0, 0xfe, 0xff],
  ];
  if (marks.some((mark) => startsWith(head, mark)) || wideEncodingOf(head) !== null) return true;
  let controls = 0;
  for (const byte of head) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) controls++;
  return controls <= head.length * CONTROL_SHARE_MAX;
}

/** Tab, line feed, vertical tab, form feed, carriage return; terminal logs also have backspace and escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

/** Random bytes hold 10 % of them; a text with stray NULs stays below. */
const CONTROL_SHARE_MAX = 0.06;

/**
 * UTF-16 without a byte order mark, detected by the position of zero bytes: text in any script has spaces and line ends,
 * whose upper bytes are zero. Null without such a pattern.
 */
export function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, SIGNATURE_BYTES);
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd']++;
  const zerosMin = Math.max(sample.length * WIDE_SHARE_MIN, 1);
  if (zeros.odd > zerosMin && zeros.even < zeros.odd / 10) return 'utf-16le';
  return zeros.even > zerosMin && zeros.odd < zeros.even / 10 ? 'utf-16be' : null;
}

const WIDE_SHARE_MIN = 0.05;
