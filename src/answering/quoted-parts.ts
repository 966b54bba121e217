import { analyze } from '../retrieval/analysis/analyzer.ts';
import type { TextRange } from '../retrieval/analysis/sentences.ts';
import { codeRanges } from './code-lines.ts';
import type { ExtractedSentence } from './extraction/extract.ts';
import type { AnalysedPassage, AnalysedSentence } from './extraction/passage-analysis.ts';
import { isVersionHeading } from './question/asked-version.ts';
import type { QuestionWords } from './question/question-words.ts';
import { coverage, type WordMatcher } from './question/word-match.ts';
import { QUOTATION_MAX } from './quotation.ts';

/** What is quoted for a sentence; offsets into the passage's text. */
export interface QuotedPart extends TextRange {
  readonly found: ExtractedSentence;
  /** A heading or an introduction that the sentence is not understood without. */
  readonly lead?: TextRange;
}

interface AskedWords {
  readonly words: QuestionWords;
  readonly match: WordMatcher;
}

/** A longer sentence is understood without its heading, in UTF-16 units. */
const LED_UNITS_MAX = 80;
const LEAD_UNITS_MAX = 120;
/** The same for the question that a text answers: a longer one repeats what was asked. */
const REPLY_UNITS_MAX = 40;
const REPLY = /^(?:A: |(?:yes|no|ja|nein|oui|non|sí|sim|não|sì)(?!\p{L}))/iu;
/** The headings of a changelog, without which `The XML interface.` says nothing. */
const CHANGE_KIND =
  /^(?:added|changed|deprecated|removed|fixed|neu|geändert|veraltet|entfernt|behoben|ajouté|modifié|supprimé|corrigé|añadido|cambiado|eliminado|corregido)$/iu;

/**
 * What is quoted for the sentences found: of code the whole block or its asked section, a short
 * fact with its heading where this has the
 * word asked for (`Probation: 6 months.`), and a single item of a list without its number.
 *
 * @returns In the same order, without what an earlier part quotes already.
 */
export function quotedParts(
  extracted: readonly ExtractedSentence[],
  { words, match }: AskedWords,
): QuotedPart[] {
  const parts: QuotedPart[] = [];
  for (const found of extracted) {
    const { passage, sentence } = found;
    const range = found.isStep
      ? withBullet(passage.text, sentence)
      : quotedRange(passage.text, found, { words, match });
    const isIn = (quoted: TextRange) => range.start >= quoted.start && range.end <= quoted.end;
    const isQuoted = (other: QuotedPart) =>
      other.found.passage === passage && (isIn(other) || (other.lead !== undefined && isIn(other.lead)));
    if (parts.some(isQuoted)) continue;
    const led = found.isStep ? openingOf(passage.text, found) : leadOf(passage.text, found, { words, match });
    const lead = led && withoutNumber(passage.text, led);
    const isShown = parts.some(
      (other) => other.found.passage === passage && other.lead?.start === lead?.start,
    );
    parts.push({ found, ...range, ...(lead && !isShown && { lead }) });
  }
  return parts;
}

function quotedRange(text: string, { analysis, sentence }: ExtractedSentence, asked: AskedWords): TextRange {
  const { start, end } = sentence;
  const code = codeOf(analysis, text).find((range) => range.start < end && start < range.end);
  if (code) {
    const section = askedSection(text, { code, sentence, ...asked });
    if (section !== code) return section;
    const whole = { start: Math.min(start, code.start), end: Math.max(end, code.end) };
    if (whole.end - whole.start <= QUOTATION_MAX) return whole;
  }
  const comma = RECORD.test(text.slice(start, end)) ? 1 : 0;
  return withoutNumber(text, { ...sentence, end: end - comma });
}

/**
 * Of settings in sections, as in YAML, the one that has most of the question's words: the line `log:` and the indented
 * ones behind it. Of other code, and where several have as many, all of it.
 */
function askedSection(
  text: string,
  { code, sentence, words, match }: AskedWords & { code: TextRange; sentence: TextRange },
): TextRange {
  if (sentence.start < code.start || sentence.end > code.end) return code;
  const within = sectionsOf(text, code).filter(
    ({ start, end }) => start < sentence.end && sentence.start < end,
  );
  const sections = within.map((section) => {
    const terms = analyze(text.slice(section.start, section.end), words.language).map(({ term }) => term);
    const covered = coverage(words.words, terms, match);
    return {
      section,
      found: covered.reduce((sum, share, word) => sum + share * words.words[word]!.weight, 0),
    };
  });
  const most = Math.max(0, ...sections.map(({ found }) => found));
  const best = sections.filter(({ found }) => found === most);
  return best.length === 1 ? best[0]!.section : code;
}

/** None when it is not all in sections. */
function sectionsOf(text: string, { start, end }: TextRange): TextRange[] {
  const sections: { start: number; end: number }[] = [];
  let at = start;
  for (const line of text.slice(start, end).split('\n')) {
    const lineEnd = at + line.length;
    if (SECTION.test(line)) sections.push({ start: at, end: lineEnd });
    else if (!/^(?:\s|#|$)/u.test(line) || sections.length === 0) return [];
    else if (line.trim() !== '') sections.at(-1)!.end = lineEnd;
    at = lineEnd + 1;
  }
  return sections;
}

const SECTION = /^["']?[\w.-]+["']?:\s*(?:#.*)?$/u;

/** A record of a list in JSON, with the comma before the next one. */
const RECORD = /^\{.*\},$/su;

function withoutNumber(
  text: string,
  { start, end, item }: Pick<AnalysedSentence, 'start' | 'end' | 'item'>,
): TextRange {
  const number = item === null ? undefined : ITEM_NUMBER.exec(text.slice(start, end))?.[0];
  return { start: start + (number?.length ?? 0), end };
}

const ITEM_NUMBER = /^\p{Nd}{1,2}[.)]\s+(?=\S)/u;

/** Steps keep the marks of their list. */
function withBullet(text: string, { start, end }: TextRange): TextRange {
  const mark = /[-*+•‣▪◦·–—]\s{1,4}$/u.exec(text.slice(Math.max(0, start - BULLET_UNITS), start));
  return { start: start - (mark?.[0].length ?? 0), end };
}

const BULLET_UNITS = 5;

/** The introduction to a list that ends in a colon, or the heading of a kind of changes; others are in the label. */
function openingOf(text: string, found: ExtractedSentence): AnalysedSentence | undefined {
  const { analysis, sentence } = found;
  const lead = sentence.head === null ? undefined : analysis.sentences[sentence.head];
  if (!lead?.isIntroduction) return undefined;
  return found.isChange || /[:：]$/u.test(text.slice(lead.start, lead.end)) ? lead : undefined;
}

/** The sentence that leads to a short one and has a word of the question that this lacks. */
function leadOf(
  text: string,
  { analysis: { sentences, terms }, sentence }: ExtractedSentence,
  { words, match }: AskedWords,
): AnalysedSentence | undefined {
  if (words.wantsVersion) return versionOf(text, sentences, sentence);
  if (sentence.end - sentence.start > LED_UNITS_MAX) return undefined;
  const isIntroduced = sentence.introducedFrom < sentence.firstToken;
  const at = isIntroduced ? sentences.indexOf(sentence) - 1 : sentence.head;
  const lead = at === null ? undefined : sentences[at];
  if (!lead?.isIntroduction || lead.end - lead.start > LEAD_UNITS_MAX) return undefined;
  const [title, own] = [lead, sentence].map(({ start, end }) => text.slice(start, end)) as [string, string];
  if (CHANGE_KIND.test(title)) return lead;
  if (/[?？؟]$/u.test(title) && own.length > REPLY_UNITS_MAX && !REPLY.test(own)) return undefined;
  // A row of a table names its columns itself.
  if (sentence.head !== null && sentence.item === null && !REPLY.test(own)) return undefined;
  const covered = ({ firstToken, endToken }: AnalysedSentence) =>
    coverage(words.words, terms.slice(firstToken, endToken), match);
  const said = covered(sentence);
  return covered(lead).some((share, word) => share > said[word]!) ? lead : undefined;
}

/** The heading of the version that a sentence tells about, which is what the question asks for. */
function versionOf(
  text: string,
  sentences: readonly AnalysedSentence[],
  sentence: AnalysedSentence,
): AnalysedSentence | undefined {
  const isHeading = ({ start, end, item }: AnalysedSentence) =>
    item === null && isVersionHeading(text.slice(start, end));
  if (isHeading(sentence)) return undefined;
  return sentences.findLast((other) => other.end <= sentence.start && isHeading(other));
}

const codeIn = new WeakMap<AnalysedPassage, readonly TextRange[]>();

function codeOf(analysis: AnalysedPassage, text: string): readonly TextRange[] {
  let ranges = codeIn.get(analysis);
  if (!ranges) {
    ranges = codeRanges(text);
    codeIn.set(analysis, ranges);
  }
  return ranges;
}
