import { isCount } from '../../question/counted-words.ts';
import { type PassageReading, TOKEN_TRAIT } from '../../retrieval/reranking/passage-reading.ts';
import { timeWordsOf } from '../../text/time-words.ts';

/** The kinds of answer that a token may be. */
export const TOKEN_KIND = {
  number: 1,
  year: 2,
  timeWord: 4,
  name: 8,
  afterPlaceWord: 16,
  count: 32,
  /** A percentage that is not a count: `90% for employees`; `90% of employees` is one. */
  percentage: 64,
} as const;

/** @param sentences In order. @returns Bits of `TOKEN_KIND` for each token. */
export function tokenKinds(
  { text, terms, traits, starts, ends }: PassageReading,
  sentences: readonly { readonly firstToken: number }[],
  language: string | null,
): Uint8Array {
  const kinds = new Uint8Array(terms.length);
  const isFirstOfSentence = new Uint8Array(terms.length);
  for (const { firstToken } of sentences) isFirstOfSentence[firstToken] = 1;
  const kindOfWord = wordKinds(language);
  let isBehindPlaceWord = false;
  let listMarkEnd = 0;
  for (let i = 0; i < kinds.length; i++) {
    const trait = traits[i]!;
    const surface = text.slice(starts[i], ends[i]).toLowerCase();
    const ofWord = kindOfWord.get(surface) ?? 0;
    let kind = ofWord & ~PLACE_WORD;
    if (isFirstOfSentence[i] === 1) listMarkEnd = endOfListMark(text, starts[i]!);
    const isListMark = starts[i]! < listMarkEnd;
    if (!isListMark && (trait & TOKEN_TRAIT.number) !== 0) {
      kind |= TOKEN_KIND.number;
      if (isCount(terms[i]!, surface.length)) kind |= TOKEN_KIND.count;
      if (isPercentage(text, ends[i]!)) kind |= TOKEN_KIND.percentage;
      if (surface.length === YEAR_DIGITS && YEAR.test(terms[i]!)) kind |= TOKEN_KIND.year;
      if (isClockTime(text, starts[i]!)) kind |= TOKEN_KIND.timeWord;
    } else if (!isListMark && !isAscii(surface) && NUMBER_CHARACTERS.test(surface)) kind |= NUMBER_WORD;
    // A capital at the start of a sentence says nothing, unless the next word has one, too.
    const isFirst = isFirstOfSentence[i] === 1 || (!isListMark && i > 0 && starts[i - 1]! < listMarkEnd);
    const isNamed =
      isCapitalised(trait) && (!isFirst || (i + 1 < kinds.length && isCapitalised(traits[i + 1]!)));
    if (isNamed && (trait & TOKEN_TRAIT.stop) === 0) {
      kind |= TOKEN_KIND.name;
      if (isBehindPlaceWord) kind |= TOKEN_KIND.afterPlaceWord;
    }
    isBehindPlaceWord = (ofWord & PLACE_WORD) !== 0;
    kinds[i] = kind;
  }
  return kinds;
}

const NUMBER_WORD = TOKEN_KIND.number | TOKEN_KIND.count;
/** Not kept: what follows may be a place. */
const PLACE_WORD = 128;

/** The kinds of lower-case words in a language, and `PLACE_WORD`: one look-up instead of four. */
function wordKinds(language: string | null): ReadonlyMap<string, number> {
  const timeWords = timeWordsOf(language);
  const known = kindsBesideTimeWords.get(timeWords);
  if (known) return known;
  const kinds = new Map<string, number>();
  const add = (words: Iterable<string>, kind: number) => {
    for (const word of words) kinds.set(word, (kinds.get(word) ?? 0) | kind);
  };
  add(NUMBER_WORDS, NUMBER_WORD);
  add(OWN_NUMBER_WORDS[language ?? ''] ?? [], NUMBER_WORD);
  add(timeWords, TOKEN_KIND.timeWord);
  add(PLACE_WORDS, PLACE_WORD);
  kindsBesideTimeWords.set(timeWords, kinds);
  return kinds;
}

/** By the language's own time words. */
const kindsBesideTimeWords = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, number>>();

/** `07:30` */
function isClockTime(text: string, start: number): boolean {
  CLOCK_TIME.lastIndex = start;
  return CLOCK_TIME.test(text);
}

const CLOCK_TIME = /(?<![\p{Nd}:.])(?:[01]?\p{Nd}|2[0-4]):[0-5]\p{Nd}(?![:\p{Nd}])/uy;

/** `10.2† 1999 Employee Stock Plan`: the number of a line is not a count. @returns `start` without such a mark. */
function endOfListMark(text: string, start: number): number {
  LIST_MARK.lastIndex = start;
  return LIST_MARK.test(text) ? LIST_MARK.lastIndex : start;
}

/** Digits and a sign that never follows a number; a lone `1.` may end a sentence. */
const LIST_MARK = /\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){0,3}[)*†‡]{1,3}(?=\s)/uy;

function isCapitalised(trait: number): boolean {
  return (trait & TOKEN_TRAIT.capitalised) !== 0;
}

function isPercentage(text: string, end: number): boolean {
  return end < text.length && PERCENT_SIGN.test(text[end]!) && !text.startsWith(' of', end + 1);
}

const PERCENT_SIGN = /[%％٪]/;
const YEAR_DIGITS = 4;
const YEAR = /^(?:1\d|20)\d\d$/;
/** Number words above one, which is an article in most languages, and quantities: halves, dozens, millions. */
const NUMBER_WORDS = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion trillion dozen half third quarter once twice double triple zero none ' +
    'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert tausend million millionen milliarde milliarden hälfte drittel viertel dutzend einmal zweimal dreimal ' +
    'dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta cincuenta cien cientos mil millón millones mitad tercio cuarto docena doble ' +
    'doi două trei patru cinci șase şapte șapte opt nouă zece unsprezece doisprezece douăzeci treizeci sută sute mie mii milion milioane miliard miliarde jumătate treime sfert ' +
    'два две двух три трёх трех четыре четырёх четырех пять пяти шесть шести семь восемь девять десять десяти двенадцать двадцать тридцать сорок сто тысяч тысячи тысяча миллион миллиона миллионов миллиард миллиардов половина половины треть четверть дважды ' +
    'δύο τρεις τρία τέσσερα τέσσερις πέντε έξι επτά εφτά οκτώ οχτώ εννέα δέκα έντεκα δώδεκα είκοσι τριάντα εκατό χίλια χιλιάδες εκατομμύριο εκατομμύρια δισεκατομμύρια μισό μισά τρίτο τέταρτο ' +
    'iki üç dört beş altı yedi sekiz dokuz yirmi otuz kırk elli yüz bin milyon milyar yarısı yarım üçte dörtte ' +
    'اثنان اثنين اثنتين ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني تسعة تسع عشرة عشر عشرين عشرون ثلاثين خمسين مائة مئة ألف آلاف مليون ملايين مليار نصف ثلث ربع ' +
    'दो तीन चार पांच पाँच छह छः सात आठ नौ दस ग्यारह बारह बीस तीस चालीस पचास सौ हजार हज़ार लाख करोड़ मिलियन बिलियन आधा आधे तिहाई चौथाई ' +
    'hai ba bốn năm sáu bảy tám chín mười trăm nghìn ngàn triệu tỷ nửa ' +
    'สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ ร้อย พัน หมื่น แสน ล้าน ครึ่ง'
  ).split(' '),
);
/** Those of languages whose number words are other words elsewhere: Italian `due` and `sei`. */
const OWN_NUMBER_WORDS = Object.fromEntries(
  Object.entries({
    fr: 'deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cent cents mille million millions milliard milliards moitié tiers quart douzaine double',
    it: 'due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta cento mille mila milione milioni miliardo miliardi metà terzo quarto doppio',
    nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf veertien vijftien twintig dertig veertig vijftig honderd duizend miljoen miljard helft kwart dubbel',
    pl: 'dwa dwie dwóch dwoje trzy trzech cztery czterech pięć pięciu sześć sześciu siedem siedmiu osiem ośmiu dziewięć dziesięć dziesięciu jedenaście dwanaście czternaście piętnaście dwadzieścia trzydzieści czterdzieści pięćdziesiąt sto tysiąc tysiące tysięcy milion miliony milionów miliard połowa',
    pt: 'dois duas três quatro cinco seis sete oito nove dez onze doze quinze vinte trinta quarenta cinquenta cem cento mil milhão milhões metade terço quarto dobro',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
) as Readonly<Record<string, ReadonlySet<string>>>;
const NUMBER_CHARACTERS = /^[零二三四五六七八九十百千万萬亿億两兩半]+$|\p{N}/u;
const PLACE_WORDS = new Set('in at near from to of on across around outside inside throughout'.split(' '));

/** Unicode's Roman numeral characters are numbers to Unicode and letters to the index; none is in ASCII. */
function isAscii(surface: string): boolean {
  for (let i = 0; i < surface.length; i++) if (surface.charCodeAt(i) > 0x7f) return false;
  return true;
}
