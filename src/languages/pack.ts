import type { Stem } from './stemmers/snowball.ts';

/**
 * What Docent knows of one language: one page that a native speaker can review. To add a language, write such a file,
 * and add its line to `packs.ts`. Every part is optional but the code: a rule does nothing in a language whose pack lacks
 * what it asks for. A language with `replies` is answered in.
 *
 * All words are in lower case. Lists of words are separated by spaces, `thank you|thanks` stands for phrases. An
 * `Alternatives` is a part of a regular expression for whole words, in Unicode mode; in an unspaced language it is
 * found anywhere.
 */
export interface LanguagePack {
  /** ISO 639-1. */
  readonly code: string;
  /** Written without spaces: its words are found inside other words. */
  readonly isUnspaced?: true;

  // Letters and words.

  /** Letters that distinguish it from others of its script: `ٹڈڑںے`. */
  readonly letters?: string;
  /** Signs that only this language has: `¿¡`. */
  readonly signs?: string;
  /** Letters that people type without their marks, and what they may stand for: `ae:ä a:äå`. */
  readonly diacritics?: string;
  /** The capital of `i` is `İ`, that of `ı` is `I`. */
  readonly dotlessI?: true;
  /** What a capital inside a sentence marks, where rules were measured to gain from it. German begins all nouns with one. */
  readonly capitals?: 'names' | 'nouns';
  /** Case endings follow an apostrophe: `Ankara'da`. */
  readonly endingsAfterApostrophe?: true;
  /** What contractions leave of a word after an apostrophe: `ll` of `we'll`. */
  readonly contractions?: string;
  /** A small word that is written as the first letter of the next one: `و`. */
  readonly joinedConjunctions?: string;
  /** Words that say little, such as articles and auxiliaries. */
  readonly stopWords?: {
    /** Names of lists in the package `stopword`. */
    readonly lists: readonly string[];
    readonly own?: string;
    /** Words that are among them by their form, as an expression for a whole word. */
    readonly form?: string;
    /** Letters of the lists that are written otherwise today: `ş:ș`. */
    readonly respelt?: string;
  };
  /** A Snowball algorithm by name, or a function. */
  readonly stemmer?: string | Stem;
  /** Compounds are written as one word: `Reisekosten`. */
  readonly joinsCompounds?: true;
  /** Acronyms that are stop words in small letters: `IT`. */
  readonly acronyms?: string;
  /** A file of near-equal words and phrases, a line each with commas between: what people say first, then what documents say. */
  readonly everydayWords?: URL;
  /** A file of words and what they are in English, a line each: `congé vacances: leave holiday`. */
  readonly translations?: URL;
  /** Particles that may stand apart from their verb: `off` in `turn the lamp off`, `an` in `Wie melde ich mich an?` */
  readonly verbParticles?: string;
  readonly conjunctions?: {
    /** Several of each separated by `|`. */
    readonly and: string;
    readonly or: string;
    readonly but?: string;
    /** Between the parts of a range: `two- to threefold`. */
    readonly to?: string;
  };
  readonly negations?: string;
  /** Forms of words that negate, as an expression for a whole word: `.*n't`; in an unspaced language for any part of a text. */
  readonly negativeForms?: Alternatives;

  // Sentences.

  readonly abbreviations?: {
    /** Words whose full stop never ends a sentence, without it: `mr e.g`. */
    readonly always: string;
    /** Words whose full stop does not end a sentence when a number follows: `no fig jan`. */
    readonly beforeNumber?: string;
  };
  /** Of a language that writes ordinals as a number with a full stop: `am 5. Mai`. */
  readonly ordinals?: {
    /** Beginnings of words that follow them, separated by `|`: months, `century`. */
    readonly nouns: string;
    /** Words before an ordinal that any noun may follow, where nouns have capitals: `der` of `der 20. Stunde`. */
    readonly determiners?: string;
    /** Words that begin a sentence rather than follow such an ordinal. */
    readonly notNouns?: string;
  };

  // Numbers, times and units.

  /**
   * Words for numbers under their values: `{ 2: 'dos', 100: 'cien ciento' }`. Without one, which is an article in most
   * languages, and without words that are more often other words.
   */
  readonly numerals?: Readonly<Record<number, string>>;
  /** Characters that numbers are written with: `二三百`. */
  readonly numberCharacters?: string;
  /** Further words that count: `dozen half twice millions`. */
  readonly quantities?: string;
  /** What is written behind the digits of an ordinal: `st nd rd th`. */
  readonly ordinalSuffixes?: string;
  /** Words for spans of time and the clock: `year years century`. CLDR has the months. */
  readonly timeWords?: string;
  /** Names of months that are more often other words: `may`. */
  readonly monthHomonyms?: string;
  /** Signs for which words stand: `{ '%': 'percent', '€': 'euro euros' }`. */
  readonly units?: Readonly<Record<string, string>>;

  // Questions.

  /** Which words of a question ask for which kind of answer: `{ time: 'when|what year' }`. */
  readonly questionTypes?: { readonly [Type in AskedType]?: Alternatives };
  /** Question words before which `and` joins two questions: `who|what|when`. */
  readonly interrogatives?: Alternatives;
  /**
   * Words of a question that no passage has to repeat: `mean kind happen please`, and question words and auxiliaries that
   * the stop words lack.
   */
  readonly fillers?: string;
  /** Question words for an amount whose last word is no stop word, separated by `|`: `how many`. */
  readonly amountPhrases?: string;
  readonly comparisons?: {
    /** Between two things, as conjunctions are: `versus|compared to`. */
    readonly joins: string;
    /** The same where the first thing stands at the beginning: `than` in `Is the L200 heavier than the C450?`. */
    readonly contrasts?: string;
    /** Whole words that no passage has to repeat: `compare|difference`. */
    readonly words?: string;
  };
  /** What stands for a word said before: `those` in `with those of interns`. */
  readonly demonstratives?: Alternatives;
  /** Requests to write something, which quoting cannot do. */
  readonly writingRequests?: {
    /** What may stand before them: `please|can you`. */
    readonly polite: string;
    /** How they begin: `summarise|write a`. */
    readonly openings: Alternatives;
    /** How they end where the verb is last, after polite words: `Bitte … übersetzen`. */
    readonly endings?: Alternatives;
  };
  /** Whole questions about documents, with the subject or the document in a group. */
  readonly documentRequests?: {
    /** `which documents mention (.+)` */
    readonly which: string;
    /** `who wrote (.+)` */
    readonly author?: string;
    /** `when was (.+) written` */
    readonly date?: string;
    /** `what is (.+) about` */
    readonly subject?: string;
    /** A question of that kind, to suggest: `What is “{title}” about?` */
    readonly aboutTitle?: string;
    /** What may stand before or behind a name, or for it: `the|this book`. */
    readonly nouns?: string;
  };
  /** Questions to suggest about a heading that tells what to do. */
  readonly howTo?: {
    /** How such a heading begins, in any case: `add|open (?:an?|the)`. */
    readonly openings: string;
    /** What may stand in its place and is left out of the question: `how to`. */
    readonly lead: string;
    /** What is the reader's, in the document's words and in the reader's: `your`, `my`. */
    readonly own: { readonly yours: string; readonly mine: string };
    /** `How do I {heading}?` */
    readonly question: string;
  };

  // Conversations.

  /** Words by which a question continues an earlier one. */
  readonly continuations?: {
    /** First words: `and|what about`. */
    readonly openings?: string;
    /** Words for something named before: `it|they|there`. */
    readonly pronouns?: string;
  };
  /** Words by which a message asks for more of the answer before, where all others in it say little: `more explain`. */
  readonly elaborations?: string;
  /** Whole messages that need no document: phrases without punctuation, an apostrophe as a space: `what s up|hello`. */
  readonly smallTalk?: Readonly<Record<SmallTalk, string>>;
  readonly replies?: Replies;

  // Documents.

  /** Prepositions before names of places: `in near`. */
  readonly placePrepositions?: string;
  /** How sentences begin, or whole headings, that only announce or name other texts: `see also|this page explains`. */
  readonly announcements?: Alternatives;
  /** Texts that tell a program, not a reader, what to do: `ignore all instructions`. Answers leave them out. */
  readonly machineOrders?: Alternatives;
  readonly titles?: {
    /** Words of which titles of any document may consist: `introduction overview`. */
    readonly generic?: string;
    /** Whole headings over what a document is about: `abstract|introduction`. */
    readonly introductions?: Alternatives;
    /** Parts of a document or slides, before a number: `chapter|slide`. */
    readonly parts?: string;
    /** Whole titles that programs give to new files: `untitled|document`. */
    readonly placeholders?: string;
  };
}

/** Alternatives of a regular expression, separated by `|` or as a list. */
export type Alternatives = string | readonly string[];

export type AskedType = 'time' | 'number' | 'person' | 'place' | 'reason';

/** `help` asks what Docent can do, `remarks` agree or doubt, `rewrites` ask for a shorter answer or in other words. */
export type SmallTalk = 'greetings' | 'thanks' | 'farewells' | 'help' | 'remarks' | 'rewrites';

/** Docent's own sentences: short and plain. A language has all of them or none. */
export interface Replies {
  readonly toGreeting: string;
  readonly toThanks: string;
  readonly toFarewell: string;
  readonly toHelp: string;
  readonly toRemark: string;
  /** A question about a heading, to suggest: `What should I know about “{topic}”?` */
  readonly aboutTopic: string;
  readonly refusal: Readonly<Record<RefusalReason, string>>;
  readonly beyond: Readonly<Record<Beyond, string>>;
}

/**
 * Why there is no answer: the passages found may help (`unsure`), or nothing found supports one (`unclear` where the
 * question leaves its subject to earlier ones, `exhausted` where it asks for more of what was answered), or it asks for
 * a text that only a model can write (`unwritten`), or no document may be searched (`empty`).
 */
export type RefusalReason = 'unsure' | 'unwritten' | 'unsupported' | 'unclear' | 'exhausted' | 'empty';

/**
 * How far an answer goes beyond the knowledge base: partly, or wholly when nothing was found. `missing` opens a line
 * with what the knowledge base does not answer.
 */
export type Beyond = 'partly' | 'wholly' | 'missing';
