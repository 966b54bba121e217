/** Small talk in one language, and the replies to it. Phrases are parted by `|`, in lower case, without punctuation. */
export interface Replies {
  readonly greetings: string;
  readonly thanks: string;
  readonly greeting: string;
  readonly welcome: string;
  readonly farewells: string;
  readonly farewell: string;
  /** "What can you do?", "What is this?". */
  readonly abouts: string;
  readonly about: string;
}

export const REPLIES: Readonly<Record<string, Replies>> = {
  en: {
    greetings:
      'hi|hello|hey|hi there|hello there|hey there|good morning|good afternoon|good evening|greetings|howdy|how are you|how are you doing|how is it going|how s it going|what s up|whats up|nice to meet you|hi docent|hello docent|hey docent|hi all|hi everyone|yo|hiya|good day',
    thanks:
      'thanks|thank you|thank you very much|thanks a lot|many thanks|thx|thank you so much|ok thanks|great thanks|cheers|thank u|thanks so much|thanks for your help|thank you for your help|that helped|that helps',
    greeting: 'Hello! Ask me anything about the documents in the knowledge base.',
    welcome: 'You’re welcome! Ask on whenever you like.',
    farewells: 'bye|goodbye|bye bye|see you|good night|have a nice day',
    farewell: 'Goodbye! Ask again whenever you like.',
    abouts:
      'what can you do|what can i ask|what can i ask you|who are you|what are you|what do you do|what is this|how do you work|how does this work|how can you help|how can you help me|can you help me|help|help me|what is your name|what s your name|are you a bot|are you a robot|are you human|are you an ai|are you there|what documents do you have|which documents do you have|what documents do you know|what do you know|what can you tell me|what can you answer|what topics do you cover',
    about:
      'I answer questions from the documents in the knowledge base. Each sentence says where it stands there, and I say so when they hold no answer. Ask in your own words, about one thing at a time.',
  },
  de: {
    greetings:
      'hallo|guten tag|guten morgen|guten abend|moin|servus|grüß gott|hi|hey|guten abend|wie geht s|wie geht es dir|wie geht es ihnen|wie gehts',
    thanks:
      'danke|danke schön|dankeschön|vielen dank|danke sehr|besten dank|danke dir|danke ihnen|ich danke dir|danke vielmals',
    greeting: 'Hallo! Fragen Sie mich, was Sie über die Dokumente der Wissensbasis wissen möchten.',
    welcome: 'Gern geschehen! Fragen Sie jederzeit weiter.',
    farewells: 'tschüss|auf wiedersehen|tschüs|bis bald|gute nacht|schönen tag noch',
    farewell: 'Auf Wiedersehen! Fragen Sie gern jederzeit wieder.',
    abouts:
      'was kannst du|was können sie|was kann ich fragen|wer bist du|wer sind sie|was bist du|wie funktioniert das|hilfe|kannst du mir helfen|können sie mir helfen|wie heißt du|bist du ein bot|bist du ein roboter|bist du ein mensch|welche dokumente hast du|welche dokumente kennst du|welche dokumente haben sie|was weißt du|worüber kann ich fragen',
    about:
      'Ich beantworte Fragen aus den Dokumenten der Wissensbasis. Zu jedem Satz steht, wo er dort zu finden ist, und ich sage es, wenn sie keine Antwort enthalten. Fragen Sie in Ihren eigenen Worten, nach einer Sache auf einmal.',
  },
  fr: {
    greetings:
      'bonjour|salut|bonsoir|coucou|ça va|comment ça va|comment vas tu|comment allez vous|bonjour à tous|hello',
    thanks:
      'merci|merci beaucoup|merci bien|merci à vous|merci à toi|merci pour votre aide|merci pour ton aide|je vous remercie',
    greeting: 'Bonjour ! Posez-moi vos questions sur les documents de la base de connaissances.',
    welcome: 'Je vous en prie ! N’hésitez pas à poser d’autres questions.',
    farewells: 'au revoir|à bientôt|bonne nuit|bonne journée',
    farewell: 'Au revoir ! Revenez quand vous voulez.',
    abouts:
      'que peux tu faire|que pouvez vous faire|qui es tu|qui êtes vous|comment ça marche|aide|aidez moi|comment tu t appelles|quel est ton nom|es tu un robot|quels documents as tu|quels documents avez vous|que sais tu|que savez vous',
    about:
      'Je réponds aux questions à partir des documents de la base de connaissances. Chaque phrase indique où elle s’y trouve, et je le dis quand ils ne contiennent pas de réponse. Posez une question à la fois, avec vos propres mots.',
  },
  es: {
    greetings:
      'hola|buenos días|buenos dias|buenas tardes|buenas noches|buenas|qué tal|que tal|cómo estás|como estas|cómo está|cómo está usted|hola a todos',
    thanks: 'gracias|muchas gracias|mil gracias|gracias por tu ayuda|gracias por su ayuda|te lo agradezco',
    greeting: '¡Hola! Pregúnteme lo que quiera sobre los documentos de la base de conocimiento.',
    welcome: '¡De nada! Pregunte cuando quiera.',
    farewells: 'adiós|adios|hasta luego|hasta pronto',
    farewell: '¡Hasta luego! Pregunte cuando quiera.',
    abouts:
      'qué puedes hacer|que puedes hacer|qué puede hacer|quién eres|quien eres|quién es usted|cómo funciona|ayuda|cómo te llamas|como te llamas|eres un robot|qué documentos tienes|que documentos tienes|qué documentos tiene|qué sabes',
    about:
      'Respondo preguntas a partir de los documentos de la base de conocimiento. Cada frase indica dónde está, y lo digo cuando no contienen una respuesta. Pregunte con sus propias palabras, una cosa a la vez.',
  },
  pt: {
    greetings: 'olá|ola|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como está|e aí|olá a todos',
    thanks: 'obrigado|obrigada|muito obrigado|muito obrigada',
    greeting: 'Olá! Pergunte o que quiser sobre os documentos da base de conhecimento.',
    welcome: 'De nada! Pergunte sempre que quiser.',
    farewells: 'tchau|adeus|até logo|até breve',
    farewell: 'Até logo! Pergunte sempre que quiser.',
    abouts:
      'o que você pode fazer|o que você faz|quem é você|quem és tu|como funciona|ajuda|qual é o seu nome|você é um robô|que documentos você tem|quais documentos você tem|o que você sabe',
    about:
      'Respondo a perguntas com base nos documentos da base de conhecimento. Cada frase indica onde está, e aviso quando eles não têm resposta. Pergunte com as suas palavras, uma coisa de cada vez.',
  },
  it: {
    greetings: 'ciao|salve|buongiorno|buonasera|buon giorno|come stai|come sta|come va|ciao a tutti',
    thanks: 'grazie|grazie mille|molte grazie',
    greeting: 'Buongiorno! Mi chieda quello che vuole sui documenti della base di conoscenza.',
    welcome: 'Prego! Chieda pure ancora.',
    farewells: 'arrivederci|a presto|buona notte|buona giornata',
    farewell: 'Arrivederci! Chieda pure ancora.',
    abouts:
      'cosa puoi fare|cosa sai fare|che cosa puoi fare|chi sei|come funziona|aiuto|come ti chiami|sei un robot|che documenti hai|quali documenti hai|cosa sai',
    about:
      'Rispondo alle domande in base ai documenti della base di conoscenza. Ogni frase indica dove si trova, e lo dico quando non contengono una risposta. Chieda con parole sue, una cosa alla volta.',
  },
  nl: {
    greetings:
      'hoi|goedemorgen|goedemiddag|goedenavond|goedendag|hallo|hey|hoe gaat het|hoe gaat het met je|hoe gaat het met u|alles goed',
    thanks: 'dank je|dank je wel|dank u|dank u wel|bedankt|dankjewel',
    greeting: 'Hallo! Vraag me wat je wilt weten over de documenten in de kennisbank.',
    welcome: 'Graag gedaan! Vraag gerust verder.',
    farewells: 'doei|tot ziens|fijne dag',
    farewell: 'Tot ziens! Vraag gerust nog eens.',
    abouts:
      'wat kun je|wat kan je|wat kunt u|wie ben je|wie bent u|hoe werkt dit|kun je me helpen|hoe heet je|ben je een robot|welke documenten heb je|wat weet je',
    about:
      'Ik beantwoord vragen uit de documenten in de kennisbank. Bij elke zin staat waar die te vinden is, en ik zeg het als ze geen antwoord bevatten. Vraag in uw eigen woorden, één ding tegelijk.',
  },
  pl: {
    greetings: 'cześć|dzień dobry|dobry wieczór|witam|hej|jak się masz|co słychać|jak leci',
    thanks: 'dziękuję|dzięki|dziękuję bardzo|wielkie dzięki',
    greeting: 'Dzień dobry! Proszę pytać o dokumenty z bazy wiedzy.',
    welcome: 'Proszę bardzo! Proszę pytać dalej.',
    farewells: 'do widzenia|cześć na razie|na razie|do zobaczenia|dobranoc',
    farewell: 'Do widzenia! Zapraszam z kolejnymi pytaniami.',
    abouts:
      'co potrafisz|co możesz zrobić|o co mogę zapytać|kim jesteś|czym jesteś|jak to działa|pomoc|pomóż mi|jakie masz dokumenty',
    about:
      'Odpowiadam na pytania na podstawie dokumentów z bazy wiedzy. Przy każdym zdaniu jest podane, gdzie ono stoi, a gdy odpowiedzi w nich nie ma, mówię o tym. Proszę pytać własnymi słowami, o jedną rzecz naraz.',
  },
  ro: {
    greetings:
      'salut|bună|buna|bună ziua|buna ziua|bună dimineața|bună seara|ce mai faci|ce faci|ce mai faceți',
    thanks: 'mulțumesc|multumesc|mersi|vă mulțumesc|mulțumesc mult',
    greeting: 'Bună ziua! Întrebați-mă orice despre documentele din baza de cunoștințe.',
    welcome: 'Cu plăcere! Întrebați oricând.',
    farewells: 'la revedere|pe curând|noapte bună|o zi bună',
    farewell: 'La revedere! Întrebați oricând.',
    abouts:
      'ce poți face|ce puteți face|ce pot întreba|cine ești|cine sunteți|cum funcționează|ajutor|ce documente ai|ce documente aveți',
    about:
      'Răspund la întrebări din documentele bazei de cunoștințe. La fiecare propoziție este indicat unde se află, iar când ele nu conțin răspunsul, o spun. Întrebați cu cuvintele dumneavoastră, câte un lucru pe rând.',
  },
  ru: {
    greetings:
      'привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер|как дела|как ты|как вы|как поживаете|как жизнь',
    thanks: 'спасибо|большое спасибо|спасибо большое|благодарю',
    greeting: 'Здравствуйте! Спрашивайте о документах из базы знаний.',
    welcome: 'Пожалуйста! Спрашивайте ещё.',
    farewells: 'до свидания|пока|всего доброго',
    farewell: 'До свидания! Спрашивайте в любое время.',
    abouts:
      'что ты умеешь|что вы умеете|кто ты|кто вы|как это работает|помощь|помоги|помогите|как тебя зовут|ты робот|ты бот|какие документы у тебя есть|какие у тебя документы|что ты знаешь',
    about:
      'Я отвечаю на вопросы по документам базы знаний. У каждого предложения указано, где оно там стоит, а если ответа в них нет, я так и говорю. Спрашивайте своими словами, об одном за раз.',
  },
  uk: {
    greetings: 'привіт|вітаю|добрий день|доброго дня|добрий ранок|добрий вечір|як справи',
    thanks: 'дякую|дуже дякую|щиро дякую',
    greeting: 'Вітаю! Запитуйте про документи з бази знань.',
    welcome: 'Будь ласка! Запитуйте ще.',
    farewells: 'до побачення|бувай|бувайте|на добраніч',
    farewell: 'До побачення! Запитуйте будь-коли.',
    abouts:
      'що ти вмієш|що ви вмієте|про що можна запитати|хто ти|хто ви|як це працює|допомога|допоможи|допоможіть',
    about:
      'Я відповідаю на запитання за документами бази знань. Біля кожного речення вказано, де воно стоїть, а якщо відповіді в них немає, я так і кажу. Запитуйте своїми словами, про щось одне.',
  },
  el: {
    greetings: 'γεια|γεια σας|γεια σου|καλημέρα|καλησπέρα|χαίρετε|τι κάνεις|τι κάνετε|πώς είσαι|πώς είστε',
    thanks: 'ευχαριστώ|ευχαριστώ πολύ|σας ευχαριστώ',
    greeting: 'Γεια σας! Ρωτήστε με ό,τι θέλετε για τα έγγραφα της βάσης γνώσεων.',
    welcome: 'Παρακαλώ! Ρωτήστε ξανά όποτε θέλετε.',
    farewells: 'αντίο|γεια χαρά|τα λέμε|καληνύχτα|καλή συνέχεια',
    farewell: 'Αντίο! Ρωτήστε ξανά όποτε θέλετε.',
    abouts:
      'τι μπορείς να κάνεις|τι μπορείτε να κάνετε|τι μπορώ να ρωτήσω|ποιος είσαι|ποια είσαι|τι είσαι|πώς λειτουργεί|βοήθεια|ποια έγγραφα έχεις',
    about:
      'Απαντώ σε ερωτήσεις από τα έγγραφα της βάσης γνώσεων. Δίπλα σε κάθε πρόταση φαίνεται πού βρίσκεται, και όταν δεν υπάρχει απάντηση, το λέω. Ρωτήστε με δικά σας λόγια, ένα πράγμα κάθε φορά.',
  },
  tr: {
    greetings: 'merhaba|selam|günaydın|iyi günler|iyi akşamlar|nasılsın|nasılsınız|naber|ne haber',
    thanks: 'teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağolun',
    greeting: 'Merhaba! Bilgi tabanındaki belgeler hakkında dilediğinizi sorabilirsiniz.',
    welcome: 'Rica ederim! Dilediğiniz zaman sorun.',
    farewells: 'hoşça kal|hoşça kalın|güle güle|görüşürüz|iyi geceler',
    farewell: 'Hoşça kalın! Dilediğiniz zaman yine sorun.',
    abouts:
      'ne yapabilirsin|neler yapabilirsin|ne yapabilirsiniz|ne sorabilirim|sen kimsin|siz kimsiniz|kimsin|nasıl çalışıyor|yardım|bana yardım et|hangi belgeler var',
    about:
      'Soruları bilgi tabanındaki belgelerden yanıtlarım. Her cümlenin yanında nerede geçtiği yazar; belgelerde yanıt yoksa bunu söylerim. Kendi sözcüklerinizle, her seferinde tek bir şey sorun.',
  },
  ar: {
    greetings: 'مرحبا|مرحبًا|أهلا|أهلًا|السلام عليكم|صباح الخير|مساء الخير|كيف حالك|كيف الحال|كيفك',
    thanks: 'شكرا|شكرًا|شكرا جزيلا|شكرًا جزيلًا|شكرا لك',
    greeting: 'مرحبًا! اسألني ما تشاء عن مستندات قاعدة المعرفة.',
    welcome: 'على الرحب والسعة! اسأل متى شئت.',
    farewells: 'مع السلامة|وداعا|وداعًا|إلى اللقاء|تصبح على خير',
    farewell: 'مع السلامة! اسأل متى شئت.',
    abouts:
      'ماذا يمكنك أن تفعل|ماذا تستطيع أن تفعل|ماذا يمكنني أن أسأل|من أنت|من انت|ما أنت|كيف يعمل هذا|مساعدة|ساعدني|ما المستندات لديك',
    about:
      'أجيب عن الأسئلة من مستندات قاعدة المعرفة. بجانب كل جملة موضعها في المستند، وأقول ذلك بوضوح حين لا تتضمن المستندات إجابة. اسأل بكلماتك عن أمر واحد في كل مرة.',
  },
  hi: {
    greetings: 'नमस्ते|नमस्कार|हैलो|सुप्रभात|कैसे हो|कैसे हैं|आप कैसे हैं|क्या हाल है',
    thanks: 'धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद',
    greeting: 'नमस्ते! ज्ञान-भंडार के दस्तावेज़ों के बारे में कुछ भी पूछें।',
    welcome: 'आपका स्वागत है! जब चाहें फिर पूछें।',
    farewells: 'अलविदा|फिर मिलेंगे|शुभ रात्रि',
    farewell: 'अलविदा! जब चाहें फिर पूछें।',
    abouts:
      'आप क्या कर सकते हैं|तुम क्या कर सकते हो|मैं क्या पूछ सकता हूँ|आप कौन हैं|तुम कौन हो|यह कैसे काम करता है|मदद|सहायता|मेरी मदद करें|आपके पास कौन से दस्तावेज़ हैं',
    about:
      'मैं ज्ञान-भंडार के दस्तावेज़ों से प्रश्नों के उत्तर देता हूँ। हर वाक्य के साथ लिखा होता है कि वह कहाँ है, और उनमें उत्तर न हो तो मैं यह बता देता हूँ। अपने शब्दों में, एक बार में एक ही बात पूछें।',
  },
  zh: {
    greetings: '你好|您好|嗨|早上好|下午好|晚上好|你好吗|您好吗|大家好|最近怎么样|怎么样',
    thanks: '谢谢|多谢|非常感谢|谢谢你|謝謝|感谢',
    greeting: '你好！欢迎提问知识库中的任何内容。',
    welcome: '不客气！欢迎随时继续提问。',
    farewells: '再见|拜拜',
    farewell: '再见！欢迎随时再来提问。',
    abouts:
      '你能做什么|你可以做什么|你会什么|你是谁|怎么用|帮助|你叫什么|你叫什么名字|你是机器人吗|你有什么文档|你有哪些文档|你知道什么',
    about:
      '我根据知识库中的文档回答问题。每句话都标明出处；文档中没有答案时，我会如实说明。请用自己的话提问，一次只问一件事。',
  },
  ja: {
    greetings: 'こんにちは|こんばんは|おはよう|おはようございます|お元気ですか|元気ですか|元気',
    thanks: 'ありがとう|ありがとうございます|どうもありがとうございます',
    greeting: 'こんにちは！ナレッジベースの文書について何でもお尋ねください。',
    welcome: 'どういたしまして！いつでもお尋ねください。',
    farewells: 'さようなら|さよなら|またね|おやすみ|おやすみなさい',
    farewell: 'さようなら！またいつでもお尋ねください。',
    abouts:
      '何ができますか|何ができる|何を聞けますか|あなたは誰ですか|あなたは誰|誰ですか|使い方|ヘルプ|助けて|どんな文書がありますか',
    about:
      'ナレッジベースの文書から質問にお答えします。各文にはその出典を示し、文書に答えがないときはそうお伝えします。ご自身の言葉で、一度に一つのことをお尋ねください。',
  },
  ko: {
    greetings: '안녕|안녕하세요|안녕하십니까|어떻게 지내세요|잘 지내세요|어떻게 지내',
    thanks: '감사합니다|고마워요|고맙습니다|고마워',
    greeting: '안녕하세요! 지식 베이스의 문서에 대해 무엇이든 물어보세요.',
    welcome: '천만에요! 언제든지 더 물어보세요.',
    farewells: '안녕히 계세요|안녕히 가세요|잘 가|또 봐요|안녕히 주무세요',
    farewell: '안녕히 가세요! 언제든지 다시 물어보세요.',
    abouts:
      '무엇을 할 수 있나요|뭘 할 수 있어요|뭘 할 수 있나요|무엇을 물어볼 수 있나요|누구세요|당신은 누구인가요|넌 누구야|어떻게 사용하나요|도움말|도와주세요|어떤 문서가 있나요',
    about:
      '지식 베이스의 문서를 바탕으로 질문에 답합니다. 문장마다 출처를 표시하고, 문서에 답이 없으면 그렇다고 말씀드립니다. 한 번에 한 가지씩 편하게 물어보세요.',
  },
  th: {
    greetings: 'สวัสดี|สวัสดีครับ|สวัสดีค่ะ|หวัดดี|สบายดีไหม|เป็นอย่างไรบ้าง|เป็นไงบ้าง',
    thanks: 'ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก',
    greeting: 'สวัสดี! ถามอะไรก็ได้เกี่ยวกับเอกสารในฐานความรู้',
    welcome: 'ยินดี! ถามต่อได้ทุกเมื่อ',
    farewells: 'ลาก่อน|บาย|แล้วพบกันใหม่|ราตรีสวัสดิ์',
    farewell: 'ลาก่อน! กลับมาถามได้ทุกเมื่อ',
    abouts:
      'คุณทำอะไรได้บ้าง|ทำอะไรได้บ้าง|ถามอะไรได้บ้าง|คุณคือใคร|คุณเป็นใคร|ใช้งานอย่างไร|ช่วยด้วย|ช่วยหน่อย|มีเอกสารอะไรบ้าง',
    about:
      'ฉันตอบคำถามจากเอกสารในฐานความรู้ แต่ละประโยคบอกว่าอยู่ที่ใด และหากเอกสารไม่มีคำตอบ ฉันจะบอกตามนั้น ถามด้วยคำของคุณเอง ทีละเรื่อง',
  },
  vi: {
    greetings: 'xin chào|chào|chào bạn|bạn khỏe không|bạn có khỏe không|chào buổi sáng',
    thanks: 'cảm ơn|cám ơn|cảm ơn bạn|cảm ơn nhiều',
    greeting: 'Xin chào! Hãy hỏi tôi bất cứ điều gì về tài liệu trong cơ sở tri thức.',
    welcome: 'Không có gì! Cứ hỏi tiếp bất cứ lúc nào.',
    farewells: 'tạm biệt|hẹn gặp lại|chúc ngủ ngon',
    farewell: 'Tạm biệt! Hãy quay lại hỏi bất cứ lúc nào.',
    abouts:
      'bạn có thể làm gì|bạn làm được gì|tôi có thể hỏi gì|bạn là ai|cái này hoạt động thế nào|trợ giúp|giúp tôi|giúp tôi với|bạn có tài liệu nào|bạn có những tài liệu nào',
    about:
      'Tôi trả lời câu hỏi dựa trên tài liệu trong cơ sở tri thức. Mỗi câu đều cho biết nó nằm ở đâu, và tôi nói rõ khi tài liệu không có câu trả lời. Hãy hỏi bằng lời của bạn, từng điều một.',
  },
};
