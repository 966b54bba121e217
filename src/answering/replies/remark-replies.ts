/**
 * Remarks on an answer that ask nothing of the documents, in one language, and the replies to them. Phrases are parted
 * by `|`, in lower case, with spaces for apostrophes.
 */
export interface RemarkReplies {
  /** "ok", "yes", "great". */
  readonly nods: string;
  readonly nod: string;
  /** "Where does it say that?", "Is that true?". */
  readonly doubts: string;
  readonly doubt: string;
  /** "Shorter, please", "Summarise that". */
  readonly briefs: string;
  readonly brief: string;
}

export const REMARK_REPLIES: Readonly<Record<string, RemarkReplies>> = {
  en: {
    nods: 'ok|okay|yes|yes please|yep|yeah|no|nope|no thanks|great|good|nice|cool|perfect|fine|alright|all right|right|sure|got it|i see|understood|wow|lol|haha|hm|hmm|interesting|sorry|well done|good job|what|huh|never mind|nevermind',
    nod: 'Ask your next question whenever you like, and name in it what it is about.',
    doubts:
      'where does it say that|where does it say so|where does that come from|where is that from|what is the source|what is your source|what are your sources|whats the source|what s the source|source|sources|says who|is that true|is this true|is it true|is that right|is that correct|are you sure|really|how do you know|how do you know that|that s wrong|that is wrong|this is wrong|wrong|that s not true|that is not true|that s not right|not true|that s not what i asked|that is not what i asked|that s not what i meant|not helpful|bullshit|that s bullshit|nonsense|useless|you are useless|this is useless|you suck|u suck|this sucks|stupid|idiot|you idiot|wtf|fuck|fuck you|fuck off|shit|damn',
    doubt:
      'The number after each sentence of an answer leads to its source: the document, the place in it and the words there. If an answer is wrong or beside the point, rate it down, or ask again in other words.',
    briefs:
      'shorter|shorter please|make it shorter|in short|in brief|briefly|be brief|summarise|summarize|summarise that|summarize that|summarise it|summarize it|summarise this|summarize this|summary|tl dr|tldr|simpler|simpler please|simplify|in simple words|in other words|rephrase|rephrase that|translate|translate that',
    brief:
      'I quote the documents word for word, so I cannot shorten or rephrase them. Ask about one point, and you get the sentence about it.',
  },
  de: {
    nods: 'ok|okay|ja|ja bitte|nein|nein danke|gut|sehr gut|super|toll|prima|perfekt|schön|klar|alles klar|genau|stimmt|verstehe|verstanden|aha|interessant|was|wie bitte|egal|entschuldigung',
    nod: 'Stellen Sie gern Ihre nächste Frage, und nennen Sie darin, worum es geht.',
    doubts:
      'wo steht das|wo steht das denn|woher weißt du das|woher wissen sie das|woher kommt das|was ist die quelle|quelle|quellen|welche quelle|stimmt das|ist das wahr|ist das richtig|bist du sicher|sind sie sicher|wirklich|echt|das stimmt nicht|das ist falsch|falsch|das war nicht meine frage|unsinn|nutzlos|blöd|du bist blöd|idiot|scheiße|so ein mist',
    doubt:
      'Die Nummer nach jedem Satz einer Antwort führt zu ihrer Quelle: zum Dokument, zur Stelle und zum Wortlaut. Ist eine Antwort falsch oder geht an der Frage vorbei, bewerten Sie sie schlecht, oder fragen Sie mit anderen Worten.',
    briefs:
      'kürzer|kürzer bitte|kurz|kurz gesagt|kurzfassung|fasse zusammen|fasse das zusammen|fass das zusammen|zusammenfassung|einfacher|einfacher bitte|in einfachen worten|mit anderen worten|übersetze|übersetze das',
    brief:
      'Ich zitiere die Dokumente Wort für Wort und kann sie nicht kürzen oder umschreiben. Fragen Sie nach einem einzelnen Punkt, dann bekommen Sie den Satz dazu.',
  },
  fr: {
    nods: 'ok|d accord|oui|oui s il vous plaît|non|non merci|bien|très bien|super|parfait|génial|je vois|compris|entendu|ah bon|intéressant|quoi|pardon|désolé|tant pis',
    nod: 'Posez votre prochaine question quand vous voulez, en nommant ce dont il s’agit.',
    doubts:
      'où est ce écrit|c est écrit où|où est ce que c est écrit|d où vient cette information|d où ça vient|quelle est la source|quelle est ta source|quelle est votre source|source|sources|est ce vrai|c est vrai|est ce que c est vrai|vraiment|tu es sûr|es tu sûr|êtes vous sûr|vous êtes sûr|c est faux|ce n est pas vrai|faux|n importe quoi|c est nul|nul|inutile|merde',
    doubt:
      'Le numéro après chaque phrase d’une réponse mène à sa source : le document, l’endroit et le texte même. Si une réponse est fausse ou à côté de la question, notez-la négativement ou posez la question autrement.',
    briefs:
      'plus court|plus court s il vous plaît|en bref|bref|résume|résumez|résume ça|résumé|plus simple|plus simplement|en d autres termes|traduis|traduisez',
    brief:
      'Je cite les documents mot pour mot et ne peux ni les abréger ni les reformuler. Posez une question sur un seul point et vous aurez la phrase qui en parle.',
  },
  es: {
    nods: 'ok|vale|sí|si|sí por favor|no|no gracias|bien|muy bien|genial|perfecto|bueno|claro|de acuerdo|entiendo|entendido|ya veo|interesante|qué|perdón|lo siento|da igual',
    nod: 'Haga su próxima pregunta cuando quiera y nombre en ella de qué se trata.',
    doubts:
      'dónde dice eso|donde dice eso|dónde lo dice|dónde está eso|de dónde sale eso|cuál es la fuente|cual es la fuente|fuente|fuentes|es verdad|es cierto|eso es verdad|eso es cierto|de verdad|estás seguro|está seguro|estás segura|seguro|eso es falso|es falso|eso no es verdad|eso no es cierto|falso|eso está mal|inútil|no sirve|mierda',
    doubt:
      'El número que sigue a cada frase de una respuesta lleva a su fuente: el documento, el lugar y el texto mismo. Si una respuesta es falsa o no viene al caso, valórela negativamente o pregunte con otras palabras.',
    briefs:
      'más corto|mas corto|más breve|en breve|en resumen|resume|resúmelo|resumen|más simple|más sencillo|en otras palabras|traduce|tradúcelo',
    brief:
      'Cito los documentos palabra por palabra y no puedo acortarlos ni reformularlos. Pregunte por un solo punto y obtendrá la frase que lo trata.',
  },
  pt: {
    nods: 'ok|está bem|tá bom|sim|sim por favor|não|não obrigado|não obrigada|bom|muito bom|ótimo|perfeito|legal|claro|certo|entendi|entendo|interessante|o quê|desculpe|deixa',
    nod: 'Faça a próxima pergunta quando quiser e diga nela do que se trata.',
    doubts:
      'onde diz isso|onde está isso|de onde vem isso|qual é a fonte|qual a fonte|fonte|fontes|é verdade|isso é verdade|sério|tem certeza|você tem certeza|tens a certeza|isso está errado|está errado|errado|não é verdade|isso não é verdade|é mentira',
    doubt:
      'O número depois de cada frase de uma resposta leva à sua fonte: o documento, o lugar e o próprio texto. Se uma resposta estiver errada ou fora do assunto, avalie-a negativamente ou pergunte com outras palavras.',
    briefs:
      'mais curto|mais breve|em resumo|resuma|resume|resumo|mais simples|em outras palavras|por outras palavras|traduza',
    brief:
      'Cito os documentos palavra por palavra e não posso encurtá-los nem reformulá-los. Pergunte sobre um só ponto e terá a frase que trata dele.',
  },
  it: {
    nods: 'ok|va bene|sì|si|sì grazie|no|no grazie|bene|molto bene|ottimo|perfetto|bello|certo|d accordo|capisco|capito|ho capito|interessante|cosa|come|scusa|scusi|non importa',
    nod: 'Faccia pure la prossima domanda, nominando ciò di cui si tratta.',
    doubts:
      'dove sta scritto|dove c è scritto|dove lo dice|da dove viene|qual è la fonte|fonte|fonti|è vero|è giusto|davvero|sei sicuro|è sicuro|sei sicura|è sbagliato|è falso|non è vero|sbagliato|falso',
    doubt:
      'Il numero dopo ogni frase di una risposta porta alla sua fonte: il documento, il punto e il testo stesso. Se una risposta è sbagliata o non pertinente, la valuti negativamente o chieda con altre parole.',
    briefs: 'più breve|più corto|in breve|riassumi|riassunto|più semplice|in altre parole|traduci',
    brief:
      'Cito i documenti parola per parola e non posso abbreviarli né riformularli. Chieda di un solo punto e avrà la frase che ne parla.',
  },
  nl: {
    nods: 'ok|oké|ja|ja graag|nee|nee bedankt|goed|heel goed|prima|mooi|perfect|leuk|duidelijk|begrepen|ik snap het|interessant|wat|sorry|laat maar',
    nod: 'Stel gerust uw volgende vraag en noem daarin waar het over gaat.',
    doubts:
      'waar staat dat|waar komt dat vandaan|wat is de bron|bron|bronnen|klopt dat|is dat waar|is dat zo|echt|weet je het zeker|weet u het zeker|dat klopt niet|dat is fout|fout|dat is niet waar|onzin',
    doubt:
      'Het nummer na elke zin van een antwoord leidt naar de bron: het document, de plaats en de tekst zelf. Is een antwoord fout of niet ter zake, beoordeel het dan negatief of vraag het in andere woorden.',
    briefs:
      'korter|korter graag|kort samengevat|vat samen|vat dat samen|samenvatting|eenvoudiger|simpeler|met andere woorden|vertaal',
    brief:
      'Ik citeer de documenten woord voor woord en kan ze niet inkorten of herschrijven. Vraag naar één punt, dan krijgt u de zin daarover.',
  },
  pl: {
    nods: 'ok|dobrze|tak|tak proszę|nie|nie dziękuję|dobra|super|świetnie|jasne|rozumiem|ciekawe|co|przepraszam|nieważne',
    nod: 'Proszę zadać kolejne pytanie i wymienić w nim, czego dotyczy.',
    doubts:
      'gdzie to jest napisane|gdzie tak jest napisane|skąd to|skąd to wiesz|jakie jest źródło|źródło|źródła|czy to prawda|to prawda|naprawdę|na pewno|jesteś pewien|to nieprawda|to źle|źle|bzdura',
    doubt:
      'Numer po każdym zdaniu odpowiedzi prowadzi do jej źródła: dokumentu, miejsca i samego tekstu. Jeśli odpowiedź jest błędna lub nie na temat, proszę ocenić ją negatywnie albo zapytać innymi słowami.',
    briefs: 'krócej|krócej proszę|w skrócie|streść|podsumuj|podsumowanie|prościej|innymi słowami|przetłumacz',
    brief:
      'Cytuję dokumenty słowo w słowo i nie mogę ich skracać ani przeredagowywać. Proszę zapytać o jeden punkt, a podam zdanie na jego temat.',
  },
  ro: {
    nods: 'ok|bine|da|da vă rog|nu|nu mulțumesc|foarte bine|super|perfect|sigur|înțeleg|am înțeles|interesant|ce|scuze|nu contează',
    nod: 'Puneți următoarea întrebare oricând și numiți în ea despre ce este vorba.',
    doubts:
      'unde scrie asta|unde scrie|de unde știi|care este sursa|care e sursa|sursa|surse|este adevărat|e adevărat|chiar|serios|ești sigur|sunteți sigur|e greșit|este greșit|nu e adevărat|greșit|fals',
    doubt:
      'Numărul de după fiecare propoziție a unui răspuns duce la sursa lui: documentul, locul și textul însuși. Dacă un răspuns e greșit sau pe lângă subiect, evaluați-l negativ sau întrebați cu alte cuvinte.',
    briefs: 'mai scurt|pe scurt|rezumă|rezumat|mai simplu|cu alte cuvinte|tradu',
    brief:
      'Citez documentele cuvânt cu cuvânt și nu le pot scurta sau reformula. Întrebați despre un singur punct și veți primi propoziția despre el.',
  },
  ru: {
    nods: 'ок|окей|ладно|хорошо|да|да пожалуйста|нет|нет спасибо|отлично|супер|класс|круто|ясно|понятно|понял|поняла|интересно|что|извините|неважно',
    nod: 'Задайте следующий вопрос и назовите в нём, о чём он.',
    doubts:
      'где это написано|где так написано|где это сказано|откуда это|откуда ты знаешь|какой источник|источник|источники|это правда|правда|это точно|точно|ты уверен|вы уверены|серьёзно|это неправда|это неверно|неверно|неправда|это не так|чушь',
    doubt:
      'Номер после каждого предложения ответа ведёт к источнику: документу, месту в нём и самому тексту. Если ответ неверен или не по делу, поставьте ему плохую оценку или спросите другими словами.',
    briefs: 'короче|покороче|вкратце|кратко|резюмируй|резюме|подытожь|проще|попроще|другими словами|переведи',
    brief:
      'Я цитирую документы дословно и не могу сокращать или пересказывать их. Спросите об одном пункте, и вы получите предложение о нём.',
  },
  uk: {
    nods: 'ок|гаразд|добре|так|ні|ні дякую|чудово|супер|зрозуміло|цікаво|що|вибачте|неважливо',
    nod: 'Поставте наступне запитання й назвіть у ньому, про що воно.',
    doubts:
      'де це написано|звідки це|яке джерело|джерело|джерела|це правда|правда|точно|ти впевнений|ви впевнені|це неправда|неправда|це не так|неправильно',
    doubt:
      'Номер після кожного речення відповіді веде до джерела: документа, місця в ньому й самого тексту. Якщо відповідь хибна або не по суті, оцініть її негативно або запитайте іншими словами.',
    briefs: 'коротше|стисло|підсумуй|підсумок|простіше|іншими словами|переклади',
    brief:
      'Я цитую документи дослівно й не можу скорочувати чи переказувати їх. Запитайте про один пункт, і ви отримаєте речення про нього.',
  },
  el: {
    nods: 'οκ|εντάξει|ναι|όχι|όχι ευχαριστώ|καλά|ωραία|τέλεια|κατάλαβα|ενδιαφέρον|τι|συγγνώμη',
    nod: 'Κάντε την επόμενη ερώτησή σας και πείτε σε αυτήν τι αφορά.',
    doubts:
      'πού το λέει|πού το λέει αυτό|πού γράφεται αυτό|από πού προκύπτει|ποια είναι η πηγή|πηγή|πηγές|είναι αλήθεια|αλήθεια|είσαι σίγουρος|είστε σίγουροι|σίγουρα|είναι λάθος|λάθος|δεν είναι αλήθεια',
    doubt:
      'Ο αριθμός μετά από κάθε πρόταση μιας απάντησης οδηγεί στην πηγή της: στο έγγραφο, στο σημείο και στο ίδιο το κείμενο. Αν μια απάντηση είναι λανθασμένη ή άσχετη, βαθμολογήστε την αρνητικά ή ρωτήστε με άλλα λόγια.',
    briefs: 'πιο σύντομα|συντομότερα|με λίγα λόγια|σύνοψη|περίληψη|πιο απλά|με άλλα λόγια|μετάφρασε',
    brief:
      'Παραθέτω τα έγγραφα κατά λέξη και δεν μπορώ να τα συντομεύσω ή να τα αναδιατυπώσω. Ρωτήστε για ένα σημείο και θα πάρετε την πρόταση που το αφορά.',
  },
  tr: {
    nods: 'tamam|peki|evet|evet lütfen|hayır|hayır teşekkürler|güzel|iyi|harika|süper|mükemmel|anladım|ilginç|ne|efendim|pardon|boş ver',
    nod: 'Bir sonraki sorunuzu sorun ve neyle ilgili olduğunu belirtin.',
    doubts:
      'bu nerede yazıyor|nerede yazıyor|nereden biliyorsun|nereden çıktı bu|kaynak ne|kaynağı ne|kaynak|kaynaklar|bu doğru mu|doğru mu|gerçekten mi|emin misin|emin misiniz|bu yanlış|yanlış|doğru değil',
    doubt:
      'Yanıttaki her cümleden sonraki numara kaynağına götürür: belgeye, yerine ve metnin kendisine. Bir yanıt yanlışsa ya da konuyla ilgisizse olumsuz değerlendirin veya başka sözcüklerle sorun.',
    briefs: 'daha kısa|kısaca|özetle|özet|daha basit|başka bir deyişle|çevir',
    brief:
      'Belgeleri kelimesi kelimesine alıntılarım; kısaltamam ya da başka sözcüklerle yazamam. Tek bir noktayı sorun, onunla ilgili cümleyi vereyim.',
  },
  ar: {
    nods: 'حسنا|حسنًا|نعم|لا|لا شكرا|جيد|ممتاز|رائع|تمام|فهمت|مفهوم|ماذا|عفوا|آسف',
    nod: 'اطرح سؤالك التالي متى شئت، واذكر فيه موضوعه.',
    doubts:
      'أين ورد ذلك|أين مكتوب ذلك|أين ذكر ذلك|من أين هذا|ما المصدر|ما هو المصدر|المصدر|المصادر|هل هذا صحيح|هل هذا حقيقي|حقا|حقًا|هل أنت متأكد|هذا خطأ|هذا غير صحيح|خطأ|غير صحيح',
    doubt:
      'الرقم الذي يلي كل جملة من الإجابة يقود إلى مصدرها: المستند وموضعها فيه ونصها نفسه. إذا كانت الإجابة خاطئة أو خارج الموضوع فقيّمها سلبًا أو اسأل بكلمات أخرى.',
    briefs: 'أقصر|باختصار|لخص|لخص ذلك|ملخص|أبسط|بعبارة أخرى|ترجم',
    brief:
      'أقتبس المستندات حرفيًا ولا يمكنني اختصارها أو إعادة صياغتها. اسأل عن نقطة واحدة لتحصل على الجملة التي تتناولها.',
  },
  hi: {
    nods: 'ठीक है|ठीक|हाँ|हां|जी|जी हाँ|नहीं|जी नहीं|अच्छा|बहुत अच्छा|बढ़िया|समझ गया|समझ गई|क्या|माफ़ कीजिए|ओके',
    nod: 'अपना अगला प्रश्न पूछें और उसमें बताएँ कि वह किस बारे में है।',
    doubts:
      'यह कहाँ लिखा है|ये कहाँ लिखा है|यह कहां लिखा है|स्रोत क्या है|इसका स्रोत क्या है|स्रोत|क्या यह सच है|क्या यह सही है|सच में|सच|क्या आपको यकीन है|यह गलत है|गलत|यह सच नहीं है',
    doubt:
      'उत्तर के हर वाक्य के बाद की संख्या उसके स्रोत तक ले जाती है: दस्तावेज़, उसमें स्थान और मूल शब्द। उत्तर गलत या विषय से बाहर हो तो उसे नकारात्मक अंक दें या दूसरे शब्दों में पूछें।',
    briefs: 'छोटा करें|संक्षेप में|सारांश|सरल शब्दों में|आसान भाषा में|दूसरे शब्दों में|अनुवाद करें',
    brief:
      'मैं दस्तावेज़ों को शब्दशः उद्धृत करता हूँ, इसलिए उन्हें छोटा या दूसरे शब्दों में नहीं कर सकता। किसी एक बात के बारे में पूछें, तो उससे जुड़ा वाक्य मिलेगा।',
  },
  zh: {
    nods: '好|好的|是|是的|对|不|不是|不用|不用了|行|可以|嗯|明白|明白了|知道了|懂了|太好了|很好|有意思|什么|啊|没关系|ok',
    nod: '请继续提出下一个问题，并在问题中说明所问的内容。',
    doubts:
      '哪里写的|这是哪里写的|哪里说的|这是哪里说的|出处|出处在哪|出处是什么|来源|来源是什么|这是真的吗|真的吗|是真的吗|对吗|你确定吗|确定吗|你怎么知道|这是错的|错了|不对|不是真的|胡说',
    doubt:
      '答案中每句话后面的编号指向其出处：文档、所在位置和原文。如果答案有误或答非所问，请给差评，或换一种说法再问。',
    briefs: '短一点|简短一点|简单点|简单说|简而言之|总结|总结一下|概括一下|换句话说|翻译|翻译一下',
    brief: '我逐字引用文档，无法缩短或改写。请只问其中一点，我会给出相关的那句话。',
  },
  ja: {
    nods: 'はい|うん|ええ|いいえ|いや|わかりました|分かりました|了解|なるほど|そうですか|すごい|いいですね|え|何|すみません|ok',
    nod: '次の質問をどうぞ。何についての質問かを書いてください。',
    doubts:
      'どこに書いてありますか|どこに書いてある|どこに書いてあるの|出典は|出典|出典は何ですか|ソースは|本当ですか|本当|本当に|確かですか|それは正しいですか|間違っています|違います|違う|それは違います',
    doubt:
      '回答の各文の後にある番号から、出典の文書、その箇所、原文を確認できます。回答が誤っている、または的外れな場合は、低く評価するか、別の言葉でお尋ねください。',
    briefs:
      'もっと短く|短く|短くして|要約|要約して|要約してください|簡単に|わかりやすく|言い換えると|翻訳して',
    brief:
      '文書を原文のまま引用するため、短くしたり言い換えたりすることはできません。一点に絞ってお尋ねいただければ、それについての文をお示しします。',
  },
  ko: {
    nods: '네|예|응|아니요|아니오|아니|좋아요|좋아|알겠습니다|알겠어요|그렇군요|대단해요|뭐|네 알겠습니다|죄송합니다|ok',
    nod: '다음 질문을 해 주세요. 무엇에 관한 것인지도 함께 적어 주세요.',
    doubts:
      '어디에 나와 있나요|어디에 나와요|어디에 쓰여 있나요|출처는|출처가 어디예요|출처|정말이에요|정말|정말요|사실인가요|확실해요|확실한가요|틀렸어요|틀렸습니다|아닌데요|사실이 아니에요',
    doubt:
      '답변의 각 문장 뒤에 있는 번호로 출처 문서와 위치, 원문을 볼 수 있습니다. 답변이 틀리거나 질문과 다르면 낮게 평가하거나 다른 표현으로 다시 물어보세요.',
    briefs: '더 짧게|짧게|요약|요약해 줘|요약해줘|요약해 주세요|더 간단하게|쉽게|다시 말하면|번역해 줘',
    brief:
      '문서를 그대로 인용하므로 줄이거나 바꿔 쓸 수 없습니다. 한 가지 점만 물어보시면 그에 관한 문장을 보여 드립니다.',
  },
  th: {
    nods: 'โอเค|ตกลง|ใช่|ใช่ครับ|ใช่ค่ะ|ไม่|ไม่ใช่|ไม่เป็นไร|ดี|ดีมาก|เยี่ยม|เข้าใจ|เข้าใจแล้ว|น่าสนใจ|อะไรนะ|ครับ|ค่ะ|ขอโทษ',
    nod: 'ถามคำถามถัดไปได้เลย โดยระบุด้วยว่าถามเกี่ยวกับเรื่องอะไร',
    doubts:
      'อยู่ตรงไหน|เขียนไว้ที่ไหน|เขียนไว้ตรงไหน|มาจากไหน|แหล่งที่มา|แหล่งที่มาคืออะไร|จริงหรือ|จริงเหรอ|จริงไหม|แน่ใจไหม|แน่ใจนะ|ไม่จริง|ไม่ถูกต้อง|ผิด',
    doubt:
      'หมายเลขท้ายแต่ละประโยคของคำตอบนำไปสู่แหล่งที่มา ได้แก่ เอกสาร ตำแหน่ง และข้อความต้นฉบับ หากคำตอบผิดหรือไม่ตรงคำถาม โปรดให้คะแนนลบหรือถามด้วยคำอื่น',
    briefs: 'สั้นกว่านี้|สั้นๆ|สรุป|สรุปให้หน่อย|ง่ายกว่านี้|พูดอีกแบบ|แปล',
    brief:
      'ฉันอ้างข้อความจากเอกสารแบบคำต่อคำ จึงย่อหรือเรียบเรียงใหม่ไม่ได้ ถามเพียงประเด็นเดียว แล้วจะได้ประโยคที่เกี่ยวกับประเด็นนั้น',
  },
  vi: {
    nods: 'ok|được|vâng|dạ|có|không|không cảm ơn|tốt|rất tốt|tuyệt|tuyệt vời|hiểu rồi|tôi hiểu|hay quá|gì|xin lỗi',
    nod: 'Hãy hỏi câu tiếp theo và nêu rõ câu hỏi về điều gì.',
    doubts:
      'điều đó được viết ở đâu|viết ở đâu|điều đó ở đâu|nguồn là gì|nguồn ở đâu|nguồn|có đúng không|đúng không|thật không|thật sao|bạn có chắc không|chắc không|sai rồi|không đúng|sai',
    doubt:
      'Con số sau mỗi câu trả lời dẫn đến nguồn của nó: tài liệu, vị trí và nguyên văn. Nếu câu trả lời sai hoặc lạc đề, hãy đánh giá thấp hoặc hỏi bằng từ khác.',
    briefs: 'ngắn hơn|ngắn gọn|tóm tắt|tóm lại|đơn giản hơn|nói cách khác|dịch',
    brief:
      'Tôi trích nguyên văn tài liệu nên không thể rút ngắn hay diễn đạt lại. Hãy hỏi về một điểm, bạn sẽ nhận được câu nói về điểm đó.',
  },
};
