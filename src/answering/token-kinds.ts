import type { Token } from '../retrieval/analyzer.ts';
import { isTimeWord } from './time-words.ts';

/** What a token may be the answer to. */
export const TOKEN_KIND = { number: 1, year: 2, timeWord: 4, name: 8, afterPlaceWord: 16 } as const;

/** @param firstOfSentence Positions of the tokens that sentences begin with. @returns Bits of `TOKEN_KIND`, one a token. */
export function tokenKinds(
  tokens: readonly Token[],
  firstOfSentence: ReadonlySet<number>,
  language: string | null,
): Uint8Array {
  const kinds = new Uint8Array(tokens.length);
  for (const [i, token] of tokens.entries()) {
    const surface = token.surface.toLowerCase();
    let kind = 0;
    if (token.kind === 'number' || /\p{N}/u.test(surface) || isNumberWord(surface)) kind |= TOKEN_KIND.number;
    if (YEAR.test(token.term)) kind |= TOKEN_KIND.year;
    if (isTimeWord(surface, language)) kind |= TOKEN_KIND.timeWord;
    // A sentence begins with a capital whatever stands there, unless the next word has one, too.
    const isNamed = token.capitalised && (!firstOfSentence.has(i) || tokens[i + 1]?.capitalised === true);
    if (isNamed && token.kind !== 'stop') {
      kind |= TOKEN_KIND.name;
      if (i > 0 && PLACE_WORDS.has(tokens[i - 1]!.surface.toLowerCase())) kind |= TOKEN_KIND.afterPlaceWord;
    }
    kinds[i] = kind;
  }
  return kinds;
}

const YEAR = /^(?:1\d|20)\d\d$/;
/** Number words above one, which is an article in most languages, and what counts: halves, dozens, millions. */
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
const HAN_NUMBER = /^[零二三四五六七八九十百千万萬亿億两兩半]+$/u;
const PLACE_WORDS = new Set('in at near from to of on across around outside inside throughout'.split(' '));

function isNumberWord(surface: string): boolean {
  return NUMBER_WORDS.has(surface) || HAN_NUMBER.test(surface);
}
