import chardet from 'chardet';
import iconv from 'iconv-lite';

/**
 * The encoding of a text that is not UTF-8 and does not say its own: of all that are in use, the one in which the bytes
 * read most naturally, by their statistics and by what hardly occurs in any language. Null when they resemble none.
 */
export function guessedEncoding(bytes: Uint8Array): string | null {
  const statistics = chardet.analyse(bytes.subarray(0, STATISTICS_BYTES));
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let best: { encoding: string; score: number } | null = null;
  for (const { encoding, like } of CANDIDATES) {
    const text = decodeAs(sample, encoding);
    const matches = like ? chardet.analyse(iconv.encode(text, like[0]!)) : statistics;
    const match = matches.find(({ name }) => (like ?? [encoding]).includes(name));
    const confidence = Math.max(
      match?.confidence ?? 0,
      shareOf(text, SCRIPT_OF[encoding]) * SCRIPT_CONFIDENCE,
    );
    const oddness = oddnessOf(text);
    // The statistics give the minimum to whatever is valid; they would know more of a longer text.
    const isUnknown = confidence === CONFIDENCE_MIN && sample.length > SHORT_BYTES_MAX;
    if (confidence < CONFIDENCE_MIN || isUnknown) continue;
    const score = confidence - oddness * ODDNESS_WEIGHT;
    // Romanian letters share their bytes in both; only ISO 8859-16 has them with the comma below.
    const own = encoding === 'ISO-8859-2' && match?.lang === 'ro' ? 'iso-8859-16' : encoding;
    if (!best || score > best.score) best = { encoding: own, score };
  }
  return best?.encoding ?? null;
}

const STATISTICS_BYTES = 65_536;
const SAMPLE_BYTES = 8_192;
/** Of 100; in samples of eight languages the right answer scored at least 17. */
const CONFIDENCE_MIN = 10;
const SHORT_BYTES_MAX = 200;
/** Two odd places among a hundred characters beyond ASCII outweigh half of the confidence. */
const ODDNESS_WEIGHT = 2_500;

/** What tells a language where a text is too short for the statistics, or unknown to them. */
const SCRIPT_OF: Readonly<Record<string, RegExp>> = {
  Shift_JIS: /[\u3040-\u30ff]/g,
  'EUC-JP': /[\u3040-\u30ff]/g,
  'windows-874': /\p{sc=Thai}/gu,
};
/** When all characters beyond ASCII are of the script. */
const SCRIPT_CONFIDENCE = 45;

/** An encoding and, where the statistics do not know it, those that they know with the same letters. */
interface Candidate {
  readonly encoding: string;
  readonly like?: readonly string[];
}

const CANDIDATES: readonly Candidate[] = [
  ...'Shift_JIS EUC-JP GB18030 Big5 EUC-KR ISO-2022-JP windows-874'.split(' '),
  ...'windows-1252 ISO-8859-1 windows-1250 ISO-8859-2 windows-1251 KOI8-R ISO-8859-5 windows-1253'.split(' '),
  ...'ISO-8859-7 windows-1254 ISO-8859-9 windows-1255 ISO-8859-8 windows-1256 ISO-8859-6 windows-1257'.split(
    ' ',
  ),
]
  .map((encoding): Candidate => ({ encoding }))
  .concat(
    asLike('iso-8859-15 macintosh cp850', ['windows-1252', 'ISO-8859-1']),
    asLike('maccenteuro cp852', ['windows-1250', 'ISO-8859-2']),
    asLike('x-mac-cyrillic ibm866 KOI8-U', ['windows-1251']),
  );

function asLike(encodings: string, like: readonly string[]): Candidate[] {
  return encodings.split(' ').map((encoding) => ({ encoding, like }));
}

/** The platform's decoder when it knows the encoding (it is faster), else iconv-lite. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return iconv.decode(bytes, encoding);
  }
}

/** Of the characters beyond ASCII. */
function shareOf(text: string, pattern: RegExp | undefined): number {
  const foreign = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
  return pattern === undefined || foreign === 0 ? 0 : (text.match(pattern)?.length ?? 0) / foreign;
}

/** Odd places for each character beyond ASCII. */
function oddnessOf(text: string): number {
  return ODD.reduce((sum, { pattern, weight }) => sum + shareOf(text, pattern) * weight, 0);
}

/** What hardly occurs in a text that is read in its own encoding, and how telling a place is. */
const ODD: readonly { readonly pattern: RegExp; readonly weight: number }[] = [
  // Bytes that mean nothing, and control characters.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  { pattern: /[\ufffd\ue000-\uf8ff\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/g, weight: 2 },
  // A capital behind a small letter.
  { pattern: /(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<=(?![a-z])\p{Ll})[A-Z]/gu, weight: 1 },
  // Letters of two scripts in a word.
  {
    pattern:
      /\p{sc=Latin}(?=[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Han}\p{sc=Hang}\p{sc=Thai}])|[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Thai}](?=[\p{sc=Latin}\p{sc=Han}])/gu,
    weight: 1,
  },
  // A sign within a word, or one of a currency before it.
  {
    pattern: /(?<=\p{L})[^\p{L}\p{M}\p{N}\s\0-\x7f’‘ʼ·–—\u00ad・。、，！？：；）（「」『』《》“”](?=\p{L})/gu,
    weight: 1,
  },
  { pattern: /(?<=\p{Ll})[“„”‚›‹](?=\p{Ll})|[€£¥¢](?=\p{Ll})|(?<![\p{L}\p{N}])[»—](?=\p{Ll})/gu, weight: 1 },
  // Lines and blocks of terminals, and signs that no keyboard has.
  { pattern: /[\u2500-\u25ff\u2200-\u22ff]|[¤¦¨¬¯´¸¹³¼½¾ƒˆ˜†‡‰¶]/g, weight: 0.7 },
  // Cyrillic letters of Serbian and Macedonian, which are written in Latin letters or in UTF-8.
  { pattern: /[ЂЃѓЉЊЌЋЏђљњќћџ]/g, weight: 0.6 },
  // A Thai vowel or tone without its consonant, and consonants out of use.
  { pattern: /[ฃฅ]|(?<!\p{sc=Thai})[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/gu, weight: 1 },
  // Half-width katakana.
  { pattern: /[\uff61-\uff9f]/g, weight: 0.4 },
];
