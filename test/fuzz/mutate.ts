import { openZip } from '../../src/ingestion/parsing/parsers/zip-archive.ts';
import { zipOf } from '../zip-of.ts';

type Random = () => number;

const FLIPS_MAX = 64;
const CHANGES_MAX = 4;
/** Strings that parsers treat in a way of their own, of all formats. */
const TELLING = [
  ...['<', '>', '</w:p>', '<!DOCTYPE x [<!ENTITY e "e">]>', '&e;', '&#x110000;', ']]>', '<![CDATA[', '\0'],
  ...[' 99999999999 ', '-1', '1e400', 'NaN', '4294967295', 'A1:XFD1048576', 'r:id="rId9999"'],
  ...[
    'endobj',
    'stream\n',
    '[[[[[[[[',
    '<<<<<<<<',
    ' 1 0 R ',
    '/Kids[2 0 R]',
    '{\\rtf',
    '\\bin9999 ',
    '\\u-99999?',
  ],
  ...[
    '\ufeff',
    '\u202e',
    '"',
    '",\n"',
    '---\n',
    '```',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n',
  ],
];
/** Formats that are archives of XML: half of their mutations are within it. */
const ARCHIVES = /\.(?:docx|pptx|xlsx|od[tsp]|epub)$/i;

/**
 * A file that differs from `bytes` by one to four random changes; of an archive that can be opened also by changes of one
 * of its entries, whose check sums are right then.
 *
 * @param other Where a splice takes its bytes from.
 */
export function mutate(
  bytes: Uint8Array,
  { filename, other, random }: { filename: string; other: Uint8Array; random: Random },
): Uint8Array {
  const inside =
    ARCHIVES.test(filename) && random() < 0.5 ? mutateEntry(bytes, { other, random }) : undefined;
  return inside ?? changed(Buffer.from(bytes), { other, random });
}

function mutateEntry(
  bytes: Uint8Array,
  { other, random }: { other: Uint8Array; random: Random },
): Uint8Array | undefined {
  try {
    const archive = openZip(bytes);
    const names = archive.names.filter((name) => !name.endsWith('/'));
    const chosen = names[below(names.length, random)];
    return zipOf(
      names.map((name) => {
        const content = Buffer.from(archive.read(name) ?? []);
        return { name, content: name === chosen ? changed(content, { other, random }) : content };
      }),
    );
  } catch {
    return undefined;
  }
}

function changed(bytes: Buffer, { other, random }: { other: Uint8Array; random: Random }): Buffer {
  let mutated: Buffer = bytes;
  const changes = 1 + below(CHANGES_MAX, random);
  for (let done = 0; done < changes; done++) {
    const change = CHANGES[below(CHANGES.length, random)]!;
    mutated = change(mutated, { other, random });
  }
  return mutated;
}

type Change = (bytes: Buffer, options: { other: Uint8Array; random: Random }) => Buffer;

const CHANGES: readonly Change[] = [
  function flipBits(bytes, { random }) {
    const flipped = Buffer.from(bytes);
    const flips = 1 + below(FLIPS_MAX, random);
    for (let done = 0; done < flips && flipped.length > 0; done++) {
      const place = below(flipped.length, random);
      flipped[place] = flipped[place]! ^ (1 << below(8, random));
    }
    return flipped;
  },
  function truncate(bytes, { random }) {
    return bytes.subarray(0, below(bytes.length + 1, random));
  },
  function removeChunk(bytes, { random }) {
    const [start, end] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  function repeatChunk(bytes, { random }) {
    const [start, end] = range(bytes, random);
    const times = end - start < 256 ? 1 + below(1_000, random) : 1;
    const chunk = bytes.subarray(start, end);
    return Buffer.concat([bytes.subarray(0, end), ...Array(times).fill(chunk), bytes.subarray(end)]);
  },
  function splice(bytes, { other, random }) {
    const [start, end] = range(Buffer.from(other), random);
    const place = below(bytes.length + 1, random);
    return Buffer.concat([bytes.subarray(0, place), other.subarray(start, end), bytes.subarray(place)]);
  },
  function insertTelling(bytes, { random }) {
    const place = below(bytes.length + 1, random);
    const telling = Buffer.from(TELLING[below(TELLING.length, random)]!.repeat(random() < 0.1 ? 1_000 : 1));
    return Buffer.concat([bytes.subarray(0, place), telling, bytes.subarray(place)]);
  },
  function changeNumber(bytes, { random }) {
    const digits = [...bytes.toString('latin1').matchAll(/\d+/g)];
    const chosen = digits[below(digits.length, random)];
    if (!chosen) return bytes;
    const number = ['0', '-1', '65536', '2147483648', '99999999999999999999'][below(5, random)]!;
    return Buffer.concat([
      bytes.subarray(0, chosen.index),
      Buffer.from(number),
      bytes.subarray(chosen.index + chosen[0].length),
    ]);
  },
];

/** Short ranges as often as long ones. */
function range(bytes: Buffer, random: Random): [number, number] {
  const start = below(bytes.length, random);
  const length = Math.floor((bytes.length - start) ** random());
  return [start, start + length];
}

/** A whole number, 0 ≤ x < `bound`; 0 for a bound of 0. */
export function below(bound: number, random: Random): number {
  return Math.floor(random() * bound);
}
