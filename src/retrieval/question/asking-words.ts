import { analyze } from '../analysis/analyzer.ts';
import { stopWordsOf } from '../analysis/stop-words.ts';
import { withoutMarks } from './marked-letters.ts';

/**
 * Whether a word may only say what kind of answer is wanted: question words, auxiliaries and requests (`cuánto`, `puedo`,
 * `gibt`), words for a place named before (`allí`), nouns and verbs for a value (`Länge`, `prix`: the answer to “длина
 * пароля” says “12 символов”), and stop words typed without their marks (`nao`). A question that the documents answer in
 * other words is about the rest of it.
 *
 * @param language ISO 639-1; a language without a list has no such words.
 */
export function onlyAsks(
  { surface, term }: { readonly surface: string; readonly term: string },
  language: string | null,
): boolean {
  const { written, terms } = listsOf(language);
  return terms.has(term) || written.has(withoutMarks(surface));
}

interface Lists {
  /** Without their marks. */
  readonly written: ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
}

const NONE: Lists = { written: new Set(), terms: new Set() };
// Bounded by the languages that have words here, whatever language a question names.
const lists = new Map<string, Lists>();

function listsOf(language: string | null): Lists {
  if (language === null || ASKING[language] === undefined) return NONE;
  const known = lists.get(language);
  if (known) return known;
  const words = `${ASKING[language]} ${VALUES[language] ?? ''}`.split(' ');
  const tokens = words.flatMap((word) => analyze(word, language).filter(({ surface }) => surface === word));
  const made = {
    written: new Set([...ASKING[language].split(' '), ...stopWordsOf(language)].map(withoutMarks)),
    terms: new Set(tokens.flatMap(({ kind, term }) => (kind === 'word' ? [term] : []))),
  };
  lists.set(language, made);
  return made;
}

/**
 * Question words, auxiliaries, requests and words that point to a place (`là-bas`), as far as the lists of stop words
 * lack them.
 */
const ASKING: Readonly<Record<string, string>> = {
  ar: 'كم متى أين اين لماذا هل كيف ماذا يوجد توجد يمكن يمكنني أريد اريد لازم يجب ممكن معنى',
  de: 'wieviel wieviele wann wo wohin woher warum weshalb wieso wer wen wem welche welcher welches welchen gibt gibts lässt bekomme bekommt kriege muss müssen darf dürfen kann kannst können soll sollte möchte brauche bitte tun lange oft',
  el: 'πόσα πόσες πόση πόσο πόσοι πότε πού ποια ποιο ποιος γιατί πώς υπάρχει υπάρχουν μπορώ πρέπει',
  es: 'cuánto cuánta cuántos cuántas cuándo cómo dónde quién quiénes cuál cuáles qué hay puedo puede pueden puedes podemos tengo tiene debo debe dan hacer hago quiero necesito vale favor tarda tardan allí allá ahí',
  fr: 'combien comment quand pourquoi où quel quelle quels quelles qui puis-je puis peut peux peuvent pouvons dois doit devons faut faire fais veux voudrais existe a-t-il y bas',
  hi: 'कब क्या क्यों कैसे कहाँ कहां कौन कौनसा किस किसे किसने कितना कितनी कितने गई गया गए मिलता मिलती मिलते मिलेगा सकता सकती सकते चाहिए करूँ करें करना होगा होगी रहता रहती',
  it: 'quanto quanta quanti quante quando come dove chi quale quali perché cosa posso può possono puoi possiamo devo deve devono ho ha hanno ogni si fa fare voglio vorrei serve stato stata stati state tempo',
  ja: '何 誰 幾 何時 何日 何人 何年 何月 何曜日 何歳 何回 何分',
  ko: '언제 언제까지 언제부터 누가 누구 누구야 어디 어디서 어디에 왜 얼마 얼마나 얼마예요 얼마인가요 며칠 몇 무엇 뭐 뭐야 뭔가요 어떻게 어떤 있나요 있어요 있나 되나요 돼요 됩니까 하나요 해요 하면 인가요 가능한가요 알려줘 알려주세요 나요',
  nl: 'hoeveel hoe wanneer waar waarom wie wat welk welke mag mogen moet moeten kan kun kunnen krijg krijgt krijgen lang vaak graag wil',
  pl: 'ile ilu kiedy jak gdzie kto kogo komu dlaczego czemu czy jaki jaka jakie jakich mogę można może trzeba muszę należy długo często dostanę chcę proszę',
  pt: 'quanto quanta quantos quantas quando como onde quem qual quais porque porquê posso pode podem podemos tenho tem temos devo deve há fazer faço quero preciso existe tempo aí',
  ro: 'cât câtă câți câte când cum unde cine cui care de ce pot poate trebuie este există vreau',
  ru: 'сколько как когда где куда откуда кто кого кому почему зачем какой какая какое какие каков какова можно нужно надо могу может есть долго часто',
  th: 'เท่าไร เท่าไหร่ กี่ อะไร ใคร ที่ไหน เมื่อไร เมื่อไหร่ ทำไม อย่างไร ยังไง ไหม ได้',
  tr: 'kaç kaçta ne zaman nasıl nerede nereye neden niçin niye kim kimin hangi mı mi mu mü var yok kadar lazım gerekir gerekiyor gerek nedir önce sıklıkla haber',
  vi: 'bao nhiêu nào gì ai đâu sao mấy lâu',
  zh: '多少 多少钱 多久 多长 多大 多高 几 几天 几年 几个 几次 几点 什么 什么时候 什麼 怎么 怎么办 怎麼 怎麼辦 如何 谁 誰 哪 哪里 哪儿 哪些 为什么 為什麼 何时 可以 能 吗 呢 要 时间 时候',
};

/** Nouns and verbs for a value: what is asked about something. */
const VALUES: Readonly<Record<string, string>> = {
  ar: 'سعر تكلفة رسوم طول مدة عدد موعد تاريخ سبب حجم قيمة نسبة ساعة',
  de: 'preis kosten kostet dauer dauert länge höhe größe anzahl zahl betrag datum termin zeitpunkt grund gründe telefonnummer nummer adresse frist bedeutung beträgt uhr uhrzeit',
  es: 'precio coste costo cuesta cuestan duración dura longitud largo tamaño número cantidad importe fecha plazo motivo razón teléfono dirección significado hora',
  fr: 'prix coût coûte coûtent durée dure longueur taille nombre montant date délai raison motif téléphone adresse signification heure',
  hi: 'कीमत मूल्य लागत लंबाई अवधि संख्या तारीख कारण आकार राशि अर्थ नंबर बजे',
  it: 'prezzo costo costa costano durata dura lunghezza dimensione numero quantità importo data scadenza termine motivo telefono indirizzo significato ora',
  ja: '価格 値段 料金 長 期間 期限 日数 数 日付 理由 方法 手続き 頻度 大 意味 番号',
  ko: '가격 요금 비용 길이 기간 기한 날짜 이유 방법 주기 크기 번호 금액 자리',
  nl: 'prijs kosten kost duur duurt lengte hoogte grootte aantal bedrag datum termijn reden nummer telefoonnummer adres betekenis laat uur',
  pl: 'cena koszt kosztuje kosztują długość czas liczba ilość kwota data termin powód rozmiar numer telefon adres znaczenie godzina',
  pt: 'preço custo custa custam duração dura comprimento tamanho número quantidade valor data prazo motivo razão telefone endereço significado hora horas',
  ru: 'цена стоимость стоит стоят длина срок длительность число количество дата причина размер сумма номер телефон адрес значение объём объем час',
  tr: 'fiyat fiyatı ücret ücreti uzunluk uzunluğu süre süresi sayı sayısı tarih tarihi sebep sebebi boyut boyutu tutar miktar numara adres anlam saat',
  zh: '价格 多少钱 费用 长度 时长 时间 期限 数量 日期 原因 大小 金额 方法 号码 意思',
};
