/**
 * How far an answer goes beyond the knowledge base: partly, or wholly when nothing was found. `missing` opens a line
 * with what the knowledge base does not answer.
 */
export type Beyond = 'partly' | 'wholly' | 'missing';

/**
 * The note in an answer that goes beyond the knowledge base, in the answer's language if supported, else in English.
 *
 * @param language ISO 639-1 code; null when unknown.
 */
export function beyondNote(beyond: Beyond, language: string | null): string {
  const known = language !== null && Object.hasOwn(NOTES, language) ? language : 'en';
  return NOTES[known]![beyond];
}

const NOTES: Readonly<Record<string, Record<Beyond, string>>> = {
  en: {
    partly: 'Sentences without a number go beyond the knowledge base.',
    wholly: 'The knowledge base does not cover this; the following comes from general knowledge.',
    missing: 'Not in the knowledge base:',
  },
  de: {
    partly: 'Sätze ohne Nummer gehen über die Wissensbasis hinaus.',
    wholly: 'Die Wissensbasis behandelt dies nicht; das Folgende beruht auf allgemeinem Wissen.',
    missing: 'Nicht in der Wissensbasis:',
  },
  fr: {
    partly: 'Les phrases sans numéro vont au-delà de la base de connaissances.',
    wholly:
      'La base de connaissances ne traite pas ce sujet ; ce qui suit relève de connaissances générales.',
    missing: 'Absent de la base de connaissances :',
  },
  es: {
    partly: 'Las frases sin número van más allá de la base de conocimiento.',
    wholly: 'La base de conocimiento no trata este tema; lo que sigue procede de conocimientos generales.',
    missing: 'No está en la base de conocimiento:',
  },
  pt: {
    partly: 'As frases sem número vão além da base de conhecimento.',
    wholly: 'A base de conhecimento não trata deste assunto; o que se segue vem de conhecimento geral.',
    missing: 'Não está na base de conhecimento:',
  },
  it: {
    partly: 'Le frasi senza numero vanno oltre la base di conoscenza.',
    wholly:
      'La base di conoscenza non tratta questo argomento; quanto segue proviene da conoscenze generali.',
    missing: 'Non presente nella base di conoscenza:',
  },
  nl: {
    partly: 'Zinnen zonder nummer gaan verder dan de kennisbank.',
    wholly: 'De kennisbank behandelt dit niet; het volgende berust op algemene kennis.',
    missing: 'Niet in de kennisbank:',
  },
  pl: {
    partly: 'Zdania bez numeru wykraczają poza bazę wiedzy.',
    wholly: 'Baza wiedzy tego nie obejmuje; poniższa odpowiedź pochodzi z wiedzy ogólnej.',
    missing: 'Brak w bazie wiedzy:',
  },
  ro: {
    partly: 'Propozițiile fără număr depășesc baza de cunoștințe.',
    wholly: 'Baza de cunoștințe nu tratează acest subiect; cele ce urmează provin din cunoștințe generale.',
    missing: 'Nu se află în baza de cunoștințe:',
  },
  ru: {
    partly: 'Предложения без номера выходят за пределы базы знаний.',
    wholly: 'В базе знаний об этом ничего нет; дальнейшее основано на общих знаниях.',
    missing: 'Нет в базе знаний:',
  },
  uk: {
    partly: 'Речення без номера виходять за межі бази знань.',
    wholly: 'У базі знань про це нічого немає; подальше ґрунтується на загальних знаннях.',
    missing: 'Немає в базі знань:',
  },
  el: {
    partly: 'Οι προτάσεις χωρίς αριθμό ξεπερνούν τη βάση γνώσεων.',
    wholly: 'Η βάση γνώσεων δεν καλύπτει αυτό το θέμα· όσα ακολουθούν προέρχονται από γενικές γνώσεις.',
    missing: 'Δεν υπάρχει στη βάση γνώσεων:',
  },
  tr: {
    partly: 'Numarasız cümleler bilgi tabanının ötesine geçer.',
    wholly: 'Bilgi tabanı bu konuyu ele almıyor; aşağıdakiler genel bilgiye dayanır.',
    missing: 'Bilgi tabanında yok:',
  },
  ar: {
    partly: 'الجمل التي لا تحمل رقمًا تتجاوز قاعدة المعرفة.',
    wholly: 'لا تتناول قاعدة المعرفة هذا الموضوع؛ ما يلي مستند إلى معرفة عامة.',
    missing: 'غير موجود في قاعدة المعرفة:',
  },
  hi: {
    partly: 'जिन वाक्यों पर संख्या नहीं है, वे ज्ञान-भंडार से आगे जाते हैं।',
    wholly: 'ज्ञान-भंडार में इस विषय पर कुछ नहीं है; आगे की बातें सामान्य ज्ञान पर आधारित हैं।',
    missing: 'ज्ञान-भंडार में नहीं है:',
  },
  zh: {
    partly: '没有编号的句子超出了知识库的内容。',
    wholly: '知识库未涉及此内容；以下内容来自一般知识。',
    missing: '知识库中没有：',
  },
  ja: {
    partly: '番号のない文は、ナレッジベースの範囲を超えています。',
    wholly: 'ナレッジベースにはこの内容がありません。以下は一般的な知識によるものです。',
    missing: 'ナレッジベースにない内容：',
  },
  ko: {
    partly: '번호가 없는 문장은 지식 베이스를 넘어서는 내용입니다.',
    wholly: '지식 베이스에는 이 내용이 없습니다. 다음은 일반 지식에 따른 것입니다.',
    missing: '지식 베이스에 없는 내용:',
  },
  th: {
    partly: 'ประโยคที่ไม่มีหมายเลขเป็นเนื้อหาที่อยู่นอกฐานความรู้',
    wholly: 'ฐานความรู้ไม่มีเนื้อหาเรื่องนี้ ข้อความต่อไปนี้มาจากความรู้ทั่วไป',
    missing: 'ไม่มีในฐานความรู้:',
  },
  vi: {
    partly: 'Những câu không có số nằm ngoài cơ sở tri thức.',
    wholly: 'Cơ sở tri thức không có nội dung này; phần sau đây dựa trên kiến thức chung.',
    missing: 'Không có trong cơ sở tri thức:',
  },
};
