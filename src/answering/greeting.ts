/**
 * The reply to a greeting or to thanks; undefined for everything else. Only a question that is nothing but that counts:
 * “Hello, how many days of leave?” is a question.
 *
 * @param language ISO 639-1 code to prefer where a word belongs to several languages; null for no preference.
 */
export function greetingReply(
  question: string,
  language: string | null,
): { text: string; language: string } | undefined {
  if (question.length > GREETING_MAX) return undefined;
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/gu, "'")
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();
  const languages = language === null ? Object.keys(REPLIES) : [language, ...Object.keys(REPLIES)];
  for (const candidate of languages) {
    const known = Object.hasOwn(REPLIES, candidate) ? REPLIES[candidate]! : undefined;
    if (known?.greetings.includes(words)) return { text: known.greeting, language: candidate };
    if (known?.thanks.includes(words)) return { text: known.welcome, language: candidate };
  }
  return undefined;
}

/** In UTF-16 units: nothing longer is only a greeting. */
const GREETING_MAX = 60;

interface Replies {
  readonly greetings: readonly string[];
  readonly thanks: readonly string[];
  readonly greeting: string;
  readonly welcome: string;
}

const REPLIES: Readonly<Record<string, Replies>> = {
  en: {
    greetings: [
      'hi',
      'hello',
      'hey',
      'hi there',
      'hello there',
      'hey there',
      'good morning',
      'good afternoon',
      'good evening',
      'greetings',
      'howdy',
    ],
    thanks: [
      'thanks',
      'thank you',
      'thank you very much',
      'thanks a lot',
      'many thanks',
      'thx',
      'thank you so much',
      'ok thanks',
      'great thanks',
      'cheers',
    ],
    greeting: 'Hello! Ask me anything about the documents in the knowledge base.',
    welcome: 'You’re welcome! Ask on whenever you like.',
  },
  de: {
    greetings: ['hallo', 'guten tag', 'guten morgen', 'guten abend', 'moin', 'servus', 'grüß gott'],
    thanks: ['danke', 'danke schön', 'dankeschön', 'vielen dank', 'danke sehr', 'besten dank'],
    greeting: 'Hallo! Fragen Sie mich, was Sie über die Dokumente der Wissensbasis wissen möchten.',
    welcome: 'Gern geschehen! Fragen Sie jederzeit weiter.',
  },
  fr: {
    greetings: ['bonjour', 'salut', 'bonsoir', 'coucou'],
    thanks: ['merci', 'merci beaucoup', 'merci bien'],
    greeting: 'Bonjour ! Posez-moi vos questions sur les documents de la base de connaissances.',
    welcome: 'Je vous en prie ! N’hésitez pas à poser d’autres questions.',
  },
  es: {
    greetings: ['hola', 'buenos días', 'buenos dias', 'buenas tardes', 'buenas noches', 'buenas'],
    thanks: ['gracias', 'muchas gracias', 'mil gracias'],
    greeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de la base de conocimiento.',
    welcome: '¡De nada! Pregunte cuando quiera.',
  },
  pt: {
    greetings: ['olá', 'ola', 'oi', 'bom dia', 'boa tarde', 'boa noite'],
    thanks: ['obrigado', 'obrigada', 'muito obrigado', 'muito obrigada'],
    greeting: 'Olá! Pergunte o que quiser sobre os documentos da base de conhecimento.',
    welcome: 'De nada! Pergunte sempre que quiser.',
  },
  it: {
    greetings: ['ciao', 'salve', 'buongiorno', 'buonasera', 'buon giorno'],
    thanks: ['grazie', 'grazie mille', 'molte grazie'],
    greeting: 'Buongiorno! Mi chieda quello che vuole sui documenti della base di conoscenza.',
    welcome: 'Prego! Chieda pure ancora.',
  },
  nl: {
    greetings: ['hoi', 'goedemorgen', 'goedemiddag', 'goedenavond', 'goedendag'],
    thanks: ['dank je', 'dank je wel', 'dank u', 'dank u wel', 'bedankt', 'dankjewel'],
    greeting: 'Hallo! Vraag me wat je wilt weten over de documenten in de kennisbank.',
    welcome: 'Graag gedaan! Vraag gerust verder.',
  },
  pl: {
    greetings: ['cześć', 'dzień dobry', 'dobry wieczór', 'witam', 'hej'],
    thanks: ['dziękuję', 'dzięki', 'dziękuję bardzo', 'wielkie dzięki'],
    greeting: 'Dzień dobry! Proszę pytać o dokumenty z bazy wiedzy.',
    welcome: 'Proszę bardzo! Proszę pytać dalej.',
  },
  ro: {
    greetings: ['salut', 'bună', 'buna', 'bună ziua', 'buna ziua', 'bună dimineața', 'bună seara'],
    thanks: ['mulțumesc', 'multumesc', 'mersi', 'vă mulțumesc', 'mulțumesc mult'],
    greeting: 'Bună ziua! Întrebați-mă orice despre documentele din baza de cunoștințe.',
    welcome: 'Cu plăcere! Întrebați oricând.',
  },
  ru: {
    greetings: ['привет', 'здравствуйте', 'здравствуй', 'добрый день', 'доброе утро', 'добрый вечер'],
    thanks: ['спасибо', 'большое спасибо', 'спасибо большое', 'благодарю'],
    greeting: 'Здравствуйте! Спрашивайте о документах из базы знаний.',
    welcome: 'Пожалуйста! Спрашивайте ещё.',
  },
  el: {
    greetings: ['γεια', 'γεια σας', 'γεια σου', 'καλημέρα', 'καλησπέρα', 'χαίρετε'],
    thanks: ['ευχαριστώ', 'ευχαριστώ πολύ', 'σας ευχαριστώ'],
    greeting: 'Γεια σας! Ρωτήστε με ό,τι θέλετε για τα έγγραφα της βάσης γνώσεων.',
    welcome: 'Παρακαλώ! Ρωτήστε ξανά όποτε θέλετε.',
  },
  tr: {
    greetings: ['merhaba', 'selam', 'günaydın', 'iyi günler', 'iyi akşamlar'],
    thanks: ['teşekkürler', 'teşekkür ederim', 'çok teşekkürler', 'çok teşekkür ederim', 'sağ ol', 'sağolun'],
    greeting: 'Merhaba! Bilgi tabanındaki belgeler hakkında dilediğinizi sorabilirsiniz.',
    welcome: 'Rica ederim! Dilediğiniz zaman sorun.',
  },
  ar: {
    greetings: ['مرحبا', 'مرحبًا', 'أهلا', 'أهلًا', 'السلام عليكم', 'صباح الخير', 'مساء الخير'],
    thanks: ['شكرا', 'شكرًا', 'شكرا جزيلا', 'شكرًا جزيلًا', 'شكرا لك'],
    greeting: 'مرحبًا! اسألني ما تشاء عن مستندات قاعدة المعرفة.',
    welcome: 'على الرحب والسعة! اسأل متى شئت.',
  },
  hi: {
    greetings: ['नमस्ते', 'नमस्कार', 'हैलो', 'सुप्रभात'],
    thanks: ['धन्यवाद', 'शुक्रिया', 'बहुत धन्यवाद', 'बहुत बहुत धन्यवाद'],
    greeting: 'नमस्ते! ज्ञान-भंडार के दस्तावेज़ों के बारे में कुछ भी पूछें।',
    welcome: 'आपका स्वागत है! जब चाहें फिर पूछें।',
  },
  zh: {
    greetings: ['你好', '您好', '嗨', '早上好', '下午好', '晚上好'],
    thanks: ['谢谢', '多谢', '非常感谢', '谢谢你', '謝謝', '感谢'],
    greeting: '你好！欢迎提问知识库中的任何内容。',
    welcome: '不客气！欢迎随时继续提问。',
  },
  ja: {
    greetings: ['こんにちは', 'こんばんは', 'おはよう', 'おはようございます'],
    thanks: ['ありがとう', 'ありがとうございます', 'どうもありがとうございます'],
    greeting: 'こんにちは！ナレッジベースの文書について何でもお尋ねください。',
    welcome: 'どういたしまして！いつでもお尋ねください。',
  },
  ko: {
    greetings: ['안녕', '안녕하세요', '안녕하십니까'],
    thanks: ['감사합니다', '고마워요', '고맙습니다', '고마워'],
    greeting: '안녕하세요! 지식 베이스의 문서에 대해 무엇이든 물어보세요.',
    welcome: '천만에요! 언제든지 더 물어보세요.',
  },
  th: {
    greetings: ['สวัสดี', 'สวัสดีครับ', 'สวัสดีค่ะ', 'หวัดดี'],
    thanks: ['ขอบคุณ', 'ขอบคุณครับ', 'ขอบคุณค่ะ', 'ขอบคุณมาก'],
    greeting: 'สวัสดี! ถามอะไรก็ได้เกี่ยวกับเอกสารในฐานความรู้',
    welcome: 'ยินดี! ถามต่อได้ทุกเมื่อ',
  },
  vi: {
    greetings: ['xin chào', 'chào', 'chào bạn'],
    thanks: ['cảm ơn', 'cám ơn', 'cảm ơn bạn', 'cảm ơn nhiều'],
    greeting: 'Xin chào! Hãy hỏi tôi bất cứ điều gì về tài liệu trong cơ sở tri thức.',
    welcome: 'Không có gì! Cứ hỏi tiếp bất cứ lúc nào.',
  },
};
