import { AMOUNT_QUESTIONS } from './amount-words.ts';

/** What a question asks for. `other` expects no kind of word. */
export type QuestionType = 'time' | 'number' | 'person' | 'place' | 'reason' | 'definition' | 'other';

/**
 * The type of a question by its question words, in any of the languages below; the first matching expression wins, and
 * a question without a match is `other`.
 */
export function questionType(question: string): QuestionType {
  const text = question.normalize('NFKC').toLowerCase();
  for (const [type, expression] of EXPRESSIONS) if (expression.test(text)) return type;
  return 'other';
}

/** One expression of alternatives: whole words of scripts with spaces, and words of the others anywhere. */
function anyOf(words: readonly string[], unspaced: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.join('|')})(?![\\p{L}\\p{M}])|${unspaced.join('|')}`, 'u');
}

const YEAR_EN = '(?:year|date|day|month|decade|century|era|period|season|time)s?';
const PLACE_EN =
  '(?:city|cities|country|countries|state|town|village|place|location|region|province|district|county|continent|area|island|river|sea|ocean|venue|stadium|neighbou?rhood)';
const AMOUNT_EN =
  '(?:percentage|percent|proportion|number|amount|fraction|share|population|size|price|cost|rate|ratio|age|height|length|width|depth|weight|speed|distance|temperature|score|limit|maximum|minimum)';

const EXPRESSIONS: readonly (readonly [QuestionType, RegExp])[] = [
  [
    'time',
    anyOf(
      [
        // A `when` after another question word starts a clause: "what happens when …".
        '(?<!(?<![\\p{L}])(?:what|which|who|whom|how|why|where)(?![\\p{L}]).*)when',
        `(?:what|which) (?:\\p{L}+ )?${YEAR_EN}`,
        'how long ago',
        'wann|in welche[mr] (?:jahr|monat|jahrhundert|zeit)|welche[sr]? (?:jahr|datum|jahrhundert)',
        'cuándo|^¿?cuando|(?:qué|que) (?:año|fecha|día|mes|siglo|década)',
        'când|cand|(?:ce|care) (?:an|dată|zi|lună|secol)|în ce an',
        'когда|как(?:ом|ой|ого|ая|ую) (?:году|год|года|дата|дату|веке|век|месяце|день)',
        'πότε|ποι(?:ο|α|ον|ου|ας) (?:έτος|χρονιά|χρόνο|αιώνα|ημερομηνία|έτους)',
        'ne zaman|hangi (?:yıl|tarih|ay|yüzyıl|gün)\\p{L}*|kaç yılında',
        'متى|(?:أي|اي) (?:عام|سنة|تاريخ|قرن|يوم|شهر)',
        'कब|किस (?:वर्ष|साल|सन|तारीख|सदी|दिन|महीने)',
        'khi nào|bao giờ|(?:năm|ngày|tháng|thế kỷ) nào|lúc nào',
        'quand|quelle (?:année|date|époque)|quel (?:jour|mois|siècle)',
        '(?:in )?(?:che|quale) (?:anno|data|giorno|secolo)',
        '(?:que|qual) (?:ano|data|dia|mês|século)|quando',
        'wanneer|(?:welk|welke) (?:jaar|datum|eeuw|dag)',
        'kiedy|(?:którym|jakim) (?:roku|wieku|dniu|miesiącu)',
      ],
      [
        'เมื่อไร|เมื่อใด|เมื่อไหร่|ปีใด|ปีไหน|ปีอะไร|วันที่เท่า|วันใด|ศตวรรษใด',
        '什么时候|什麼時候|何时|何時|哪一?年|哪一?天|几年|什么时间|什么日期|哪个世纪|いつ|何年|언제',
      ],
    ),
  ],
  [
    'number',
    anyOf(
      [
        'how (?:many|much|long|far|old|tall|high|big|large|deep|fast|often|heavy|wide|soon|late|early)',
        `what (?:is |was |are |were )?(?:the )?(?:\\p{L}+ )?${AMOUNT_EN}`,
        'wie ?viele?n?|wie (?:lange?|hoch|groß|weit|alt|oft|schnell|schwer|tief|teuer)|welcher (?:anteil|prozentsatz)',
        'cuánt[oa]s?|(?:qué|que) (?:porcentaje|cantidad|número|proporción)',
        'cât|câți|câte|câtă|ce (?:procent|număr|proporție)',
        'сколько|как(?:ой|ая|ое) (?:процент|доля|число|количество)',
        'πόσ(?:ο|α|οι|ες|ους|η|ων)|ποιο ποσοστό',
        'kaç|ne kadar|yüzde kaç|kaçıncı|kaçta',
        'كم|(?:ما|ماهي|ما هي|ما هو) (?:عدد|نسبة|النسبة|مقدار)',
        'कितन(?:ा|ी|े)|कितनों',
        'bao nhiêu|bao lâu|bao xa|mấy',
        'combien|quel (?:pourcentage|nombre)|quelle (?:proportion|quantité)',
        'quant[oaie]|(?:che|quale) percentuale',
        'quant[oa]s?|qual (?:a )?(?:porcentagem|percentagem|quantidade)',
        'hoeveel|hoe (?:lang|groot|hoog|vaak|ver|oud)',
        'ile|ilu|jaki (?:procent|odsetek)',
        ...AMOUNT_QUESTIONS,
      ],
      ['เท่าไร|เท่าไหร่|เท่าใด|กี่|多少|几[个個名位次条只年天种]|幾|いくつ|いくら|何人|몇|얼마'],
    ),
  ],
  [
    'person',
    anyOf(
      [
        'who|whom|whose|(?:which|what) (?:person|man|woman|people|king|queen|president|author|scientist|player|leader|team|company|group|organi[sz]ation)',
        'wer|wen|wem|wessen',
        'quién|quiénes|^¿?quien',
        'cine|cui|pe cine',
        'кто|кого|кому|кем|чей|чья|чьё',
        'ποιος|ποιοι|ποιον|ποιους|ποιανού',
        '^kim|kim tarafından|kimler|kimin|kimi|kime|kimdir|kimdi',
        'من (?:هو|هي|الذي|كان|كانت)|^من',
        'कौन|किसने|किसे|किसको|किनके',
        'ai (?:là|đã|được|có|sẽ)|(?:là|của|bởi|cho) ai|người nào',
        '^(?:à |de |par |pour )?qui|^(?:a |di |da )?chi|quem|kto|kogo|komu|^kim',
      ],
      ['ใคร|ผู้ใด|谁|誰|哪位|누가|누구'],
    ),
  ],
  [
    'place',
    anyOf(
      [
        `where|(?:which|what) (?:\\p{L}+ )?${PLACE_EN}`,
        'wo|wohin|woher|in welche[rmn] (?:stadt|land|staat|region|ort|gebiet)',
        'dónde|adónde|^¿?donde|(?:qué|que) (?:ciudad|país|lugar|región|estado)',
        'unde|ce (?:oraș|țară|loc|regiune|stat)',
        'где|куда|откуда|как(?:ом|ой) (?:городе|стране|месте|регионе|области|штате)',
        'πού|ποια (?:πόλη|χώρα|περιοχή|πολιτεία)|ποιο μέρος',
        'nerede|nereye|nereden|nerededir|neresi|neresidir|hangi (?:şehir|ülke|bölge|yer|eyalet)\\p{L}*',
        'أين|اين|(?:أي|اي) (?:مدينة|بلد|دولة|مكان|منطقة|ولاية)',
        'कहाँ|कहां|किस (?:शहर|देश|जगह|स्थान|राज्य|क्षेत्र)',
        'ở đâu|đâu|(?:thành phố|nước|quốc gia|nơi|vùng|bang) nào',
        'où|quelle (?:ville|région)|quel pays|dove|(?:quale|che) (?:città|paese)|onde|waar|gdzie',
      ],
      ['ที่ไหน|ที่ใด|เมืองใด|ประเทศใด|哪里|哪裡|哪儿|在哪|何处|哪个(?:城市|国家|地方|地区|州|省)|どこ|어디'],
    ),
  ],
  [
    'reason',
    anyOf(
      [
        'why|how come|what (?:is|was|are|were) the (?:\\p{L}+ )?(?:reason|cause|purpose|motive|rationale)s?|(?:what|which) (?:reason|purpose|cause)s?|what (?:causes|caused|led|prompted|motivated)',
        'warum|weshalb|wieso|weswegen|aus welchem grund',
        'por qué|^¿?por que|cuál (?:es|fue|era) (?:la|el) (?:razón|causa|motivo|propósito)|(?:qué|que) causó',
        'de ce|din ce (?:cauză|motiv)',
        'почему|зачем|отчего|по какой причине',
        'γιατί|για ποιο λόγο|ποιος (?:είναι|ήταν) ο λόγος',
        'neden|niçin|niye|nedeni|sebebi',
        'لماذا|لأي سبب|(?:ما|ما هو|ما هي) (?:سبب|السبب|أسباب)',
        'क्यों|किस कारण|किस वजह',
        'tại sao|vì sao|lý do|nguyên nhân',
        'pourquoi|perché|por que|porquê|waarom|dlaczego|czemu',
      ],
      ['ทำไม|เหตุใด|เพราะอะไร|为什么|為什麼|为何|原因|何故|なぜ|どうして|왜'],
    ),
  ],
  [
    'definition',
    anyOf(
      [
        "define|definition of|meaning of|stands? for|what (?:does|do|did) .{1,80} (?:mean|refer to)|what(?: is|'s|’s| are| was| were) (?:an? |the )?(?:\\p{L}[\\p{L}\\p{N}-]{0,40} ?){1,3}\\?*$",
        'was (?:ist|sind|bedeutet|bedeuten|versteht man)|(?:qué|que) (?:es|son|significa)|ce (?:este|sunt|înseamnă)|что (?:такое|означает|значит)|τι (?:είναι|σημαίνει)',
        'nedir|ne demek\\p{L}*|ما (?:هو|هي|معنى)|क्या (?:है|हैं|होता है|अर्थ)|là gì|nghĩa là gì',
        "qu['’]est-ce que?|que signifie|(?:che )?cos['’]è|cosa significa|o que (?:é|são|significa)|wat (?:is|zijn|betekent)|co to jest|czym jest|co oznacza",
      ],
      ['คืออะไร|หมายถึงอะไร|หมายความว่า|是什么|什么是|是什麼|指什么|とは|何ですか|무엇'],
    ),
  ],
];
