/** Small talk in one language, and the replies to it. */
export interface Replies {
  readonly greetings: readonly string[];
  readonly thanks: readonly string[];
  readonly greeting: string;
  readonly welcome: string;
  readonly farewells?: readonly string[];
  readonly farewell?: string;
  /** "What can you do?", "What is this?". */
  readonly abouts?: readonly string[];
  readonly about?: string;
}

export const REPLIES: Readonly<Record<string, Replies>> = {
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
    farewells: ['bye', 'goodbye', 'bye bye', 'see you', 'good night', 'have a nice day'],
    farewell: 'Goodbye! Ask again whenever you like.',
    abouts: [
      'what can you do',
      'what can i ask',
      'what can i ask you',
      'who are you',
      'what are you',
      'what do you do',
      'what is this',
      'how do you work',
      'how does this work',
      'how can you help',
      'how can you help me',
      'can you help me',
      'help',
      'help me',
    ],
    about:
      'I answer questions from the documents in the knowledge base. Each sentence says where it stands there, and I say so when they hold no answer. Ask in your own words, about one thing at a time.',
  },
  de: {
    greetings: ['hallo', 'guten tag', 'guten morgen', 'guten abend', 'moin', 'servus', 'grüß gott'],
    thanks: ['danke', 'danke schön', 'dankeschön', 'vielen dank', 'danke sehr', 'besten dank'],
    greeting: 'Hallo! Fragen Sie mich, was Sie über die Dokumente der Wissensbasis wissen möchten.',
    welcome: 'Gern geschehen! Fragen Sie jederzeit weiter.',
    farewells: ['tschüss', 'auf wiedersehen', 'tschüs', 'bis bald', 'gute nacht', 'schönen tag noch'],
    farewell: 'Auf Wiedersehen! Fragen Sie gern jederzeit wieder.',
    abouts: [
      'was kannst du',
      'was können sie',
      'was kann ich fragen',
      'wer bist du',
      'wer sind sie',
      'was bist du',
      'wie funktioniert das',
      'hilfe',
      'kannst du mir helfen',
      'können sie mir helfen',
    ],
    about:
      'Ich beantworte Fragen aus den Dokumenten der Wissensbasis. Zu jedem Satz steht, wo er dort zu finden ist, und ich sage es, wenn sie keine Antwort enthalten. Fragen Sie in Ihren eigenen Worten, nach einer Sache auf einmal.',
  },
  fr: {
    greetings: ['bonjour', 'salut', 'bonsoir', 'coucou'],
    thanks: ['merci', 'merci beaucoup', 'merci bien'],
    greeting: 'Bonjour ! Posez-moi vos questions sur les documents de la base de connaissances.',
    welcome: 'Je vous en prie ! N’hésitez pas à poser d’autres questions.',
    farewells: ['au revoir', 'à bientôt', 'bonne nuit', 'bonne journée'],
    farewell: 'Au revoir ! Revenez quand vous voulez.',
    abouts: [
      'que peux tu faire',
      'que pouvez vous faire',
      'qui es tu',
      'qui êtes vous',
      'comment ça marche',
      'aide',
      'aidez moi',
    ],
    about:
      'Je réponds aux questions à partir des documents de la base de connaissances. Chaque phrase indique où elle s’y trouve, et je le dis quand ils ne contiennent pas de réponse. Posez une question à la fois, avec vos propres mots.',
  },
  es: {
    greetings: ['hola', 'buenos días', 'buenos dias', 'buenas tardes', 'buenas noches', 'buenas'],
    thanks: ['gracias', 'muchas gracias', 'mil gracias'],
    greeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de la base de conocimiento.',
    welcome: '¡De nada! Pregunte cuando quiera.',
    farewells: ['adiós', 'adios', 'hasta luego', 'hasta pronto'],
    farewell: '¡Hasta luego! Pregunte cuando quiera.',
    abouts: [
      'qué puedes hacer',
      'que puedes hacer',
      'qué puede hacer',
      'quién eres',
      'quien eres',
      'quién es usted',
      'cómo funciona',
      'ayuda',
    ],
    about:
      'Respondo preguntas a partir de los documentos de la base de conocimiento. Cada frase indica dónde está, y lo digo cuando no contienen una respuesta. Pregunte con sus propias palabras, una cosa a la vez.',
  },
  pt: {
    greetings: ['olá', 'ola', 'oi', 'bom dia', 'boa tarde', 'boa noite'],
    thanks: ['obrigado', 'obrigada', 'muito obrigado', 'muito obrigada'],
    greeting: 'Olá! Pergunte o que quiser sobre os documentos da base de conhecimento.',
    welcome: 'De nada! Pergunte sempre que quiser.',
    farewells: ['tchau', 'adeus', 'até logo', 'até breve'],
    farewell: 'Até logo! Pergunte sempre que quiser.',
    abouts: [
      'o que você pode fazer',
      'o que você faz',
      'quem é você',
      'quem és tu',
      'como funciona',
      'ajuda',
    ],
    about:
      'Respondo a perguntas com base nos documentos da base de conhecimento. Cada frase indica onde está, e aviso quando eles não têm resposta. Pergunte com as suas palavras, uma coisa de cada vez.',
  },
  it: {
    greetings: ['ciao', 'salve', 'buongiorno', 'buonasera', 'buon giorno'],
    thanks: ['grazie', 'grazie mille', 'molte grazie'],
    greeting: 'Buongiorno! Mi chieda quello che vuole sui documenti della base di conoscenza.',
    welcome: 'Prego! Chieda pure ancora.',
    farewells: ['arrivederci', 'a presto', 'buona notte', 'buona giornata'],
    farewell: 'Arrivederci! Chieda pure ancora.',
    abouts: ['cosa puoi fare', 'cosa sai fare', 'che cosa puoi fare', 'chi sei', 'come funziona', 'aiuto'],
    about:
      'Rispondo alle domande in base ai documenti della base di conoscenza. Ogni frase indica dove si trova, e lo dico quando non contengono una risposta. Chieda con parole sue, una cosa alla volta.',
  },
  nl: {
    greetings: ['hoi', 'goedemorgen', 'goedemiddag', 'goedenavond', 'goedendag'],
    thanks: ['dank je', 'dank je wel', 'dank u', 'dank u wel', 'bedankt', 'dankjewel'],
    greeting: 'Hallo! Vraag me wat je wilt weten over de documenten in de kennisbank.',
    welcome: 'Graag gedaan! Vraag gerust verder.',
    farewells: ['doei', 'tot ziens', 'dag', 'fijne dag'],
    farewell: 'Tot ziens! Vraag gerust nog eens.',
    abouts: [
      'wat kun je',
      'wat kan je',
      'wat kunt u',
      'wie ben je',
      'wie bent u',
      'hoe werkt dit',
      'kun je me helpen',
    ],
    about:
      'Ik beantwoord vragen uit de documenten in de kennisbank. Bij elke zin staat waar die te vinden is, en ik zeg het als ze geen antwoord bevatten. Vraag in uw eigen woorden, één ding tegelijk.',
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
    farewells: ['до свидания', 'пока', 'всего доброго'],
    farewell: 'До свидания! Спрашивайте в любое время.',
    abouts: [
      'что ты умеешь',
      'что вы умеете',
      'кто ты',
      'кто вы',
      'как это работает',
      'помощь',
      'помоги',
      'помогите',
    ],
    about:
      'Я отвечаю на вопросы по документам базы знаний. У каждого предложения указано, где оно там стоит, а если ответа в них нет, я так и говорю. Спрашивайте своими словами, об одном за раз.',
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
    farewells: ['再见', '拜拜'],
    farewell: '再见！欢迎随时再来提问。',
    abouts: ['你能做什么', '你可以做什么', '你会什么', '你是谁', '怎么用', '帮助'],
    about:
      '我根据知识库中的文档回答问题。每句话都标明出处；文档中没有答案时，我会如实说明。请用自己的话提问，一次只问一件事。',
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
