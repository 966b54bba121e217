import { isTimeWord } from '../../text/time-words.ts';

/**
 * Whether a lower-case word counts or measures. Many of these are in stop word lists, but replacing one changes the
 * meaning.
 */
export function isQuantity(word: string, language: string | null): boolean {
  if (VALUES.has(word) || MAGNITUDES.has(word)) return true;
  // English `may` is far more often a verb, and no other month is in the English stop word list.
  return language !== 'en' && isTimeWord(word, language);
}

/** `five` → `5`, for lower-case words in the languages below; else undefined. One is left out, as it is an article. */
export function valueOfWord(word: string): string | undefined {
  return VALUES.get(word);
}

/** From two to ten, variants separated by `|`. */
const COUNTS = [
  'two three four five six seven eight nine ten',
  'zwei drei vier fünf sechs sieben acht neun zehn',
  'dos|două|doi tres|trei cuatro|patru cinco|cinci seis|șase siete|șapte ocho|opt nueve diez|zece',
  'два|две|двух три|трех|трёх четыре|четырех|четырёх пять|пяти шесть|шести семь|семи восемь|восьми девять|девяти десять|десяти',
  'δύο τρεις|τρία τέσσερις|τέσσερα πέντε έξι επτά οκτώ εννέα δέκα',
  'iki üç dört beş altı yedi sekiz dokuz on',
  'اثنان|اثنين|اثنتان|اثنتين ثلاثة|ثلاث أربعة|اربعة|أربع خمسة|خمس ستة|ست سبعة|سبع ثمانية|ثمان|ثماني تسعة|تسع عشرة|عشر',
  'दो तीन चार पांच|पाँच छह सात आठ नौ दस',
  'hai ba bốn _ sáu bảy tám chín mười',
  'deux trois quatre cinq _ sept huit neuf dix',
  '_ _ quattro cinque _ sette otto nove dieci',
  'dois|duas três quatro _ _ sete oito _ dez',
  'twee drie vier vijf zes zeven _ negen tien',
  'dwa|dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć',
];

const VALUES: ReadonlyMap<string, string> = new Map([
  ...COUNTS.flatMap((line) =>
    line.split(' ').flatMap((words, i) => words.split('|').map((word) => [word, String(i + 2)] as const)),
  ).filter(([word]) => word !== '_'),
  ...'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, i) => [word, String(i + 11)] as const),
  ...'thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, i) => [word, String(i * 10 + 30)] as const),
]);

const MAGNITUDES: ReadonlySet<string> = new Set(
  (
    'thousand million billion tag tage tagen jahre jahren uhr sută mie mii сто тысяча εκατό χίλια ' +
    'yirmi otuz kırk elli altmış yetmiş seksen doksan yüz bin milyon milyar trilyon ' +
    'الف ألف مليون مليار يوم ايام أيام سنوات عاما عاماً شهر सौ हजार हज़ार लाख करोड़ trăm nghìn triệu tỷ ' +
    'cent mille cento mila cem mil honderd duizend tysiąc'
  ).split(' '),
);
