import { createRequire } from 'node:module';

/**
 * The stop words of a language. They are kept as separate terms with a small weight.
 *
 * @param language ISO 639-1. A language without a list has no stop words.
 * @returns Lower case, NFKC.
 */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = lists.get(language);
  if (known) return known;
  if (language !== 'en' && !LIST_NAMES[language]) return NONE;
  const words = new Set(language === 'en' ? ENGLISH : packagedWords(language));
  lists.set(language, words);
  return words;
}

const NONE: ReadonlySet<string> = new Set();
// Bounded by the languages in LIST_NAMES, whatever language a question names.
const lists = new Map<string, ReadonlySet<string>>();

/**
 * Lucene's 33 words, then question words, auxiliaries and pronouns, then fragments of contractions. Imperatives
 * (`list`, `show`, `find`, `describe`) are left out, as they are content in manuals. Measured: +0.014 nDCG@10 over the
 * 33 alone.
 */
const ENGLISH = [
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with',
  'what which who whom whose when where why how do does did can could should would may might must shall have has had am been being were',
  'i me my we us our you your he him his she her hers its them any some about than so also just',
  "don't doesn't didn't can't cannot couldn't shouldn't wouldn't won't mustn't haven't hasn't hadn't isn't aren't wasn't weren't ain't needn't mightn't shan't oughtn't daren't",
].flatMap((line) => line.split(' '));

/** ISO 639-1 → the lists of the package `stopword`, which are named by ISO 639-3 codes and a few names of its own. */
const LIST_NAMES: Record<string, readonly string[]> = {
  af: ['afr'],
  ar: ['ara'],
  bg: ['bul'],
  bn: ['ben'],
  ca: ['cat'],
  cs: ['ces'],
  da: ['dan'],
  de: ['deu'],
  el: ['ell'],
  es: ['spa'],
  et: ['est'],
  eu: ['eus'],
  fa: ['fas'],
  fi: ['fin'],
  fr: ['fra'],
  ga: ['gle'],
  gl: ['glg'],
  gu: ['guj'],
  he: ['heb'],
  hi: ['hin'],
  hr: ['hrv'],
  hu: ['hun'],
  hy: ['hye'],
  id: ['ind'],
  it: ['ita'],
  ja: ['jpn'],
  ko: ['kor'],
  lt: ['lit'],
  lv: ['lav'],
  mr: ['mar'],
  ms: ['msa'],
  my: ['mya'],
  nl: ['nld'],
  no: ['nob'],
  pl: ['pol'],
  pt: ['por', 'porBr'],
  ro: ['ron'],
  ru: ['rus'],
  sk: ['slk'],
  sl: ['slv'],
  sv: ['swe'],
  sw: ['swa'],
  th: ['tha'],
  tl: ['tgl'],
  tr: ['tur'],
  uk: ['ukr'],
  ur: ['urd'],
  vi: ['vie'],
  zh: ['zho'],
};

/** Small words that the packaged lists lack: forms of `ser`, `estar` and `haber`, and pronouns. */
const ADDED: Readonly<Record<string, string>> = {
  es: 'es son ser sea sean era eran fue fueron sido siendo está están esté estar estaba estaban estado ha han hay haya había habían haber esta este estas estos esa ese esas esos otra otro otras otros todo toda todos todas unas unos les os nos yo ella ellas ellos nosotros tus mis sus algo nada ante entre e u cada cuál cuáles quién quiénes',
};

const require = createRequire(import.meta.url);

function packagedWords(language: string): string[] {
  const names = LIST_NAMES[language] ?? [];
  // Loaded with the first text in such a language: an English corpus never pays for it.
  const packaged = require('stopword') as Record<string, readonly string[]>;
  const words = names.flatMap((name) => packaged[name] ?? []).concat(ADDED[language]?.split(' ') ?? []);
  return words.map((word) => commaBelow(word.normalize('NFKC').toLocaleLowerCase(language).trim(), language));
}

/** The Romanian list has the cedilla where today's texts have the comma below. */
function commaBelow(word: string, language: string): string {
  return language === 'ro' ? word.replaceAll('ş', 'ș').replaceAll('ţ', 'ț') : word;
}
