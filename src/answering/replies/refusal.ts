/**
 * Why there is no answer: the passages found may help (`unsure`), or nothing found supports one (`unclear` where the
 * question leaves its subject to earlier ones, `exhausted` where it asks for more of what was answered), or it asks for
 * a text that only a model can write (`unwritten`), or nothing has been ingested.
 */
export type RefusalReason = 'unsure' | 'unwritten' | 'unsupported' | 'unclear' | 'exhausted' | 'empty';

/**
 * The text of a refusal, with what to try, in the language of the question if supported, else in English.
 *
 * @param language ISO 639-1 code.
 */
export function refusalText(
  reason: RefusalReason,
  language: string | null,
): { text: string; language: string } {
  const known = language !== null && Object.hasOwn(TEXTS, language) ? language : 'en';
  return { text: TEXTS[known]![reason], language: known };
}

const TEXTS: Readonly<Record<string, Record<RefusalReason, string>>> = {
  en: {
    unwritten:
      'I quote documents; I can’t summarise, translate or write without a language model. Ask about one point, or read the documents themselves.',
    unsure: 'I found no sure answer to this question. These passages may help.',
    unsupported:
      'Nothing in the knowledge base supports an answer to this question. Try other words, ask about one thing at a time, or add a document that covers it.',
    unclear:
      'Nothing in the knowledge base supports an answer to this as I understood it. Ask it again as a whole question that names what it is about, or add a document that covers it.',
    exhausted:
      'The knowledge base says nothing more about this. Ask about one point of it, or add a document that covers it.',
    empty: 'Nothing has been ingested yet, so there is nothing to answer from. Add a document and ask again.',
  },
  de: {
    unwritten:
      'Ich zitiere Dokumente; zusammenfassen, übersetzen oder schreiben kann ich ohne Sprachmodell nicht. Fragen Sie nach einem einzelnen Punkt, oder lesen Sie die Dokumente selbst.',
    unsure:
      'Auf diese Frage habe ich keine sichere Antwort gefunden. Diese Stellen helfen vielleicht weiter.',
    unsupported:
      'Nichts in der Wissensbasis stützt eine Antwort auf diese Frage. Versuchen Sie andere Wörter, fragen Sie nach einer Sache auf einmal, oder fügen Sie ein Dokument hinzu, das sie behandelt.',
    unclear:
      'Nichts in der Wissensbasis stützt eine Antwort auf diese Frage, so wie sie zu verstehen war. Stellen Sie sie noch einmal als ganze Frage, die nennt, worum es geht, oder fügen Sie ein Dokument hinzu, das sie behandelt.',
    exhausted:
      'Dazu steht nichts weiter in der Wissensbasis. Fragen Sie nach einem einzelnen Punkt, oder fügen Sie ein Dokument hinzu, das ihn behandelt.',
    empty:
      'Es wurde noch nichts aufgenommen, woraus geantwortet werden könnte. Fügen Sie ein Dokument hinzu und fragen Sie erneut.',
  },
  fr: {
    unwritten:
      'Je cite des documents ; je ne peux ni résumer, ni traduire, ni rédiger sans modèle de langage. Posez une question sur un point précis ou lisez les documents eux-mêmes.',
    unsure: 'Je n’ai pas trouvé de réponse sûre à cette question. Ces passages peuvent vous aider.',
    unsupported:
      'Rien dans la base de connaissances ne permet de répondre à cette question. Essayez d’autres mots, posez une question à la fois ou ajoutez un document qui en traite.',
    unclear:
      'Rien dans la base de connaissances ne permet de répondre à cette question telle que je l’ai comprise. Reposez-la en entier, en nommant ce dont il s’agit, ou ajoutez un document qui en traite.',
    exhausted:
      'La base de connaissances n’en dit pas plus. Posez une question sur un point précis ou ajoutez un document qui en traite.',
    empty:
      'Aucun document n’a encore été ajouté : il n’y a rien d’où tirer une réponse. Ajoutez un document et reposez la question.',
  },
  es: {
    unwritten:
      'Cito documentos; sin un modelo de lenguaje no puedo resumir, traducir ni redactar. Pregunte por un punto concreto o lea los propios documentos.',
    unsure: 'No he encontrado una respuesta segura a esta pregunta. Estos pasajes pueden ayudar.',
    unsupported:
      'Nada en la base de conocimiento respalda una respuesta a esta pregunta. Pruebe con otras palabras, pregunte una cosa a la vez o añada un documento que la trate.',
    unclear:
      'Nada en la base de conocimiento respalda una respuesta a esta pregunta tal como la he entendido. Vuelva a hacerla completa, nombrando de qué se trata, o añada un documento que la trate.',
    exhausted:
      'La base de conocimiento no dice nada más sobre esto. Pregunte por un punto concreto o añada un documento que lo trate.',
    empty: 'Todavía no se ha incorporado ningún documento del que responder. Añada uno y vuelva a preguntar.',
  },
  pt: {
    unwritten:
      'Cito documentos; sem um modelo de linguagem não posso resumir, traduzir nem redigir. Pergunte sobre um ponto concreto ou leia os próprios documentos.',
    unsure: 'Não encontrei uma resposta segura a esta pergunta. Estas passagens podem ajudar.',
    unsupported:
      'Nada na base de conhecimento sustenta uma resposta a esta pergunta. Tente outras palavras, pergunte uma coisa de cada vez ou adicione um documento que trate do assunto.',
    unclear:
      'Nada na base de conhecimento sustenta uma resposta a esta pergunta tal como a entendi. Faça-a de novo por inteiro, dizendo do que se trata, ou adicione um documento que trate do assunto.',
    exhausted:
      'A base de conhecimento não diz mais nada sobre isto. Pergunte sobre um ponto concreto ou adicione um documento que trate dele.',
    empty: 'Ainda não foi adicionado nenhum documento de onde responder. Adicione um e pergunte de novo.',
  },
  it: {
    unwritten:
      'Cito documenti; senza un modello linguistico non posso riassumere, tradurre o scrivere. Chieda di un singolo punto o legga i documenti stessi.',
    unsure: 'Non ho trovato una risposta sicura a questa domanda. Questi passaggi possono aiutare.',
    unsupported:
      'Nulla nella base di conoscenza supporta una risposta a questa domanda. Provi con altre parole, chieda una cosa alla volta o aggiunga un documento che ne parli.',
    unclear:
      'Nulla nella base di conoscenza supporta una risposta a questa domanda così come l’ho intesa. La ripeta per intero, nominando ciò di cui si tratta, o aggiunga un documento che ne parli.',
    exhausted:
      'La base di conoscenza non dice altro al riguardo. Chieda di un singolo punto o aggiunga un documento che ne parli.',
    empty:
      'Non è ancora stato aggiunto alcun documento da cui rispondere. Ne aggiunga uno e chieda di nuovo.',
  },
  nl: {
    unwritten:
      'Ik citeer documenten; zonder taalmodel kan ik niet samenvatten, vertalen of schrijven. Vraag naar één punt of lees de documenten zelf.',
    unsure: 'Ik heb geen zeker antwoord op deze vraag gevonden. Deze passages kunnen helpen.',
    unsupported:
      'Niets in de kennisbank ondersteunt een antwoord op deze vraag. Probeer andere woorden, vraag één ding tegelijk of voeg een document toe dat erover gaat.',
    unclear:
      'Niets in de kennisbank ondersteunt een antwoord op deze vraag zoals ik die begreep. Stel haar opnieuw als hele vraag, met waar het over gaat, of voeg een document toe dat erover gaat.',
    exhausted:
      'De kennisbank zegt hier niets meer over. Vraag naar één punt of voeg een document toe dat erover gaat.',
    empty: 'Er is nog niets toegevoegd om uit te antwoorden. Voeg een document toe en vraag het opnieuw.',
  },
  pl: {
    unwritten:
      'Cytuję dokumenty; bez modelu językowego nie mogę streszczać, tłumaczyć ani pisać. Proszę zapytać o jeden punkt albo przeczytać same dokumenty.',
    unsure: 'Nie udało się znaleźć pewnej odpowiedzi na to pytanie. Te fragmenty mogą pomóc.',
    unsupported:
      'Nic w bazie wiedzy nie potwierdza odpowiedzi na to pytanie. Spróbuj użyć innych słów, pytaj o jedną rzecz naraz albo dodaj dokument na ten temat.',
    unclear:
      'Nic w bazie wiedzy nie potwierdza odpowiedzi na to pytanie tak, jak je rozumiem. Proszę zadać je jeszcze raz w całości i wymienić, czego dotyczy, albo dodać dokument na ten temat.',
    exhausted:
      'Baza wiedzy nie mówi o tym nic więcej. Proszę zapytać o jeden punkt albo dodać dokument na ten temat.',
    empty:
      'Nie dodano jeszcze żadnego dokumentu, z którego można by odpowiedzieć. Dodaj dokument i zapytaj ponownie.',
  },
  ro: {
    unwritten:
      'Citez documente; fără un model lingvistic nu pot rezuma, traduce sau redacta. Întrebați despre un singur punct sau citiți documentele în sine.',
    unsure: 'Nu am găsit un răspuns sigur la această întrebare. Aceste pasaje pot ajuta.',
    unsupported:
      'Nimic din baza de cunoștințe nu susține un răspuns la această întrebare. Încercați alte cuvinte, întrebați câte un lucru pe rând sau adăugați un document care tratează subiectul.',
    unclear:
      'Nimic din baza de cunoștințe nu susține un răspuns la această întrebare, așa cum am înțeles-o. Puneți-o din nou întreagă, numind despre ce este vorba, sau adăugați un document care tratează subiectul.',
    exhausted:
      'Baza de cunoștințe nu spune nimic mai mult despre aceasta. Întrebați despre un singur punct sau adăugați un document care îl tratează.',
    empty:
      'Nu a fost adăugat încă niciun document din care să se poată răspunde. Adăugați unul și întrebați din nou.',
  },
  ru: {
    unwritten:
      'Я цитирую документы; без языковой модели я не могу кратко излагать, переводить или писать тексты. Спросите об одном пункте или прочитайте сами документы.',
    unsure: 'Точного ответа на этот вопрос не нашлось. Эти фрагменты могут помочь.',
    unsupported:
      'В базе знаний нет ничего, что подтверждало бы ответ на этот вопрос. Попробуйте другие слова, спрашивайте об одном за раз или добавьте документ на эту тему.',
    unclear:
      'В базе знаний нет ничего, что подтверждало бы ответ на этот вопрос, как я его понимаю. Задайте его ещё раз полностью, назвав, о чём речь, или добавьте документ на эту тему.',
    exhausted:
      'Больше об этом в базе знаний ничего нет. Спросите об одном пункте или добавьте документ на эту тему.',
    empty: 'В базу знаний ещё ничего не добавлено, отвечать не из чего. Добавьте документ и спросите снова.',
  },
  uk: {
    unwritten:
      'Я цитую документи; без мовної моделі я не можу стисло викладати, перекладати чи писати тексти. Запитайте про один пункт або прочитайте самі документи.',
    unsure: 'Певної відповіді на це запитання не знайдено. Ці фрагменти можуть допомогти.',
    unsupported:
      'У базі знань немає нічого, що підтверджувало б відповідь на це запитання. Спробуйте інші слова, запитуйте про щось одне або додайте документ на цю тему.',
    unclear:
      'У базі знань немає нічого, що підтверджувало б відповідь на це запитання, як я його розумію. Поставте його ще раз повністю, назвавши, про що йдеться, або додайте документ на цю тему.',
    exhausted:
      'Більше про це в базі знань нічого немає. Запитайте про один пункт або додайте документ на цю тему.',
    empty: 'До бази знань ще нічого не додано, відповідати немає з чого. Додайте документ і запитайте знову.',
  },
  el: {
    unwritten:
      'Παραθέτω έγγραφα· χωρίς γλωσσικό μοντέλο δεν μπορώ να συνοψίσω, να μεταφράσω ή να γράψω. Ρωτήστε για ένα συγκεκριμένο σημείο ή διαβάστε τα ίδια τα έγγραφα.',
    unsure: 'Δεν βρέθηκε σίγουρη απάντηση σε αυτή την ερώτηση. Αυτά τα αποσπάσματα ίσως βοηθήσουν.',
    unsupported:
      'Τίποτα στη βάση γνώσεων δεν στηρίζει μια απάντηση σε αυτή την ερώτηση. Δοκιμάστε άλλες λέξεις, ρωτήστε ένα πράγμα κάθε φορά ή προσθέστε ένα σχετικό έγγραφο.',
    unclear:
      'Τίποτα στη βάση γνώσεων δεν στηρίζει μια απάντηση σε αυτή την ερώτηση, όπως την κατάλαβα. Κάντε την ξανά ολόκληρη, λέγοντας τι αφορά, ή προσθέστε ένα σχετικό έγγραφο.',
    exhausted:
      'Η βάση γνώσεων δεν λέει τίποτα περισσότερο γι’ αυτό. Ρωτήστε για ένα συγκεκριμένο σημείο ή προσθέστε ένα σχετικό έγγραφο.',
    empty:
      'Δεν έχει προστεθεί ακόμη κανένα έγγραφο από το οποίο να δοθεί απάντηση. Προσθέστε ένα και ρωτήστε ξανά.',
  },
  tr: {
    unwritten:
      'Belgelerden alıntı yaparım; dil modeli olmadan özetleyemem, çeviremem ya da yazamam. Tek bir noktayı sorun ya da belgelerin kendisini okuyun.',
    unsure: 'Bu soruya kesin bir yanıt bulamadım. Şu bölümler yardımcı olabilir.',
    unsupported:
      'Bilgi tabanında bu soruya verilecek bir yanıtı destekleyen hiçbir şey yok. Başka sözcükler deneyin, her seferinde tek bir şey sorun ya da konuyu ele alan bir belge ekleyin.',
    unclear:
      'Bilgi tabanında bu soruya, anladığım biçimiyle verilecek bir yanıtı destekleyen hiçbir şey yok. Soruyu, neyle ilgili olduğunu belirterek tam olarak yeniden sorun ya da konuyu ele alan bir belge ekleyin.',
    exhausted:
      'Bilgi tabanında bununla ilgili başka bir şey yok. Tek bir noktayı sorun ya da konuyu ele alan bir belge ekleyin.',
    empty: 'Henüz yanıt verilebilecek hiçbir belge eklenmedi. Bir belge ekleyip yeniden sorun.',
  },
  ar: {
    unwritten:
      'أنا أقتبس من المستندات، ولا أستطيع التلخيص أو الترجمة أو الكتابة من دون نموذج لغوي. اسأل عن نقطة واحدة، أو اقرأ المستندات نفسها.',
    unsure: 'لم أجد إجابة مؤكدة عن هذا السؤال. قد تفيد هذه المقاطع.',
    unsupported:
      'لا يوجد في قاعدة المعرفة ما يدعم إجابة عن هذا السؤال. جرّب كلمات أخرى، أو اسأل عن أمر واحد في كل مرة، أو أضف مستندًا يتناول الموضوع.',
    unclear:
      'لا يوجد في قاعدة المعرفة ما يدعم إجابة عن هذا السؤال كما فهمته. اطرحه من جديد كاملًا مع ذكر موضوعه، أو أضف مستندًا يتناوله.',
    exhausted: 'لا تذكر قاعدة المعرفة شيئًا آخر عن هذا. اسأل عن نقطة واحدة، أو أضف مستندًا يتناولها.',
    empty: 'لم يُضَف أي مستند بعد، فلا يوجد ما يُجاب منه. أضف مستندًا ثم اسأل مرة أخرى.',
  },
  hi: {
    unwritten:
      'मैं दस्तावेज़ों से उद्धरण देता हूँ; भाषा मॉडल के बिना मैं सारांश, अनुवाद या लेखन नहीं कर सकता। किसी एक बात के बारे में पूछें, या दस्तावेज़ स्वयं पढ़ें।',
    unsure: 'मुझे इस प्रश्न का कोई निश्चित उत्तर नहीं मिला। ये अंश सहायक हो सकते हैं।',
    unsupported:
      'ज्ञान-भंडार में ऐसा कुछ नहीं है जो इस प्रश्न के उत्तर का समर्थन करे। दूसरे शब्द आज़माएँ, एक बार में एक ही बात पूछें, या इस विषय का कोई दस्तावेज़ जोड़ें।',
    unclear:
      'ज्ञान-भंडार में ऐसा कुछ नहीं है जो इस प्रश्न के उत्तर का, जैसा मैंने इसे समझा, समर्थन करे। इसे पूरे प्रश्न के रूप में फिर पूछें और बताएँ कि यह किस बारे में है, या इस विषय का कोई दस्तावेज़ जोड़ें।',
    exhausted: 'ज्ञान-भंडार में इसके बारे में और कुछ नहीं है। किसी एक बात के बारे में पूछें, या इस विषय का कोई दस्तावेज़ जोड़ें।',
    empty: 'अभी तक कोई दस्तावेज़ नहीं जोड़ा गया है, इसलिए उत्तर देने के लिए कुछ नहीं है। एक दस्तावेज़ जोड़ें और फिर पूछें।',
  },
  zh: {
    unwritten: '我只引用文档；没有语言模型时，我无法总结、翻译或撰写。请就其中一点提问，或直接阅读文档。',
    unsure: '没有找到这个问题的确切答案。以下段落可能有帮助。',
    unsupported:
      '知识库中没有内容能支持对这个问题的回答。请换一种说法，一次只问一件事，或添加涉及该内容的文档。',
    unclear:
      '按我的理解，知识库中没有内容能支持对这个问题的回答。请重新提出完整的问题，并说明所问的对象，或添加涉及该内容的文档。',
    exhausted: '知识库中没有更多相关内容。请就其中一点提问，或添加涉及该内容的文档。',
    empty: '尚未添加任何文档，因此没有可供回答的内容。请添加文档后再提问。',
  },
  ja: {
    unwritten:
      '私は文書を引用します。言語モデルがないと、要約、翻訳、執筆はできません。一つの点について尋ねるか、文書そのものをお読みください。',
    unsure: 'この質問への確かな回答は見つかりませんでした。次の箇所が参考になるかもしれません。',
    unsupported:
      'ナレッジベースには、この質問への回答を裏づける内容がありません。別の言葉で試すか、一度に一つのことを尋ねるか、関連する文書を追加してください。',
    unclear:
      'ナレッジベースには、私が理解した限りでのこの質問への回答を裏づける内容がありません。何についての質問かを含めて、もう一度完全な文でお尋ねいただくか、関連する文書を追加してください。',
    exhausted:
      'ナレッジベースには、これ以上の内容はありません。一つの点について尋ねるか、関連する文書を追加してください。',
    empty:
      'まだ文書が追加されていないため、回答できる内容がありません。文書を追加してからもう一度お尋ねください。',
  },
  ko: {
    unwritten:
      '저는 문서를 인용합니다. 언어 모델 없이는 요약, 번역, 작성을 할 수 없습니다. 한 가지 점을 골라 묻거나, 문서를 직접 읽어 주세요.',
    unsure: '이 질문에 대한 확실한 답을 찾지 못했습니다. 다음 구절이 도움이 될 수 있습니다.',
    unsupported:
      '지식 베이스에 이 질문에 대한 답을 뒷받침하는 내용이 없습니다. 다른 표현을 써 보거나, 한 번에 한 가지만 묻거나, 관련 문서를 추가해 주세요.',
    unclear:
      '제가 이해한 바로는, 지식 베이스에 이 질문에 대한 답을 뒷받침하는 내용이 없습니다. 무엇에 관한 것인지 밝혀 완전한 질문으로 다시 묻거나, 관련 문서를 추가해 주세요.',
    exhausted:
      '지식 베이스에 이에 대한 다른 내용은 없습니다. 한 가지 점을 골라 묻거나, 관련 문서를 추가해 주세요.',
    empty: '아직 추가된 문서가 없어 답할 내용이 없습니다. 문서를 추가한 뒤 다시 질문해 주세요.',
  },
  th: {
    unwritten:
      'ฉันอ้างอิงข้อความจากเอกสาร หากไม่มีโมเดลภาษาก็ไม่สามารถสรุป แปล หรือเขียนได้ ลองถามทีละประเด็น หรืออ่านเอกสารโดยตรง',
    unsure: 'ไม่พบคำตอบที่แน่ชัดสำหรับคำถามนี้ ข้อความต่อไปนี้อาจช่วยได้',
    unsupported: 'ไม่มีข้อมูลในฐานความรู้ที่สนับสนุนคำตอบของคำถามนี้ ลองใช้คำอื่น ถามทีละเรื่อง หรือเพิ่มเอกสารที่เกี่ยวข้อง',
    unclear:
      'ตามที่ฉันเข้าใจ ไม่มีข้อมูลในฐานความรู้ที่สนับสนุนคำตอบของคำถามนี้ กรุณาถามใหม่เป็นคำถามเต็ม โดยระบุว่าถามเรื่องอะไร หรือเพิ่มเอกสารที่เกี่ยวข้อง',
    exhausted: 'ฐานความรู้ไม่มีข้อมูลเพิ่มเติมเกี่ยวกับเรื่องนี้ ลองถามทีละประเด็น หรือเพิ่มเอกสารที่เกี่ยวข้อง',
    empty: 'ยังไม่มีเอกสารใดถูกเพิ่มเข้ามา จึงไม่มีข้อมูลสำหรับตอบ กรุณาเพิ่มเอกสารแล้วถามอีกครั้ง',
  },
  vi: {
    unwritten:
      'Tôi trích dẫn tài liệu; không có mô hình ngôn ngữ thì tôi không thể tóm tắt, dịch hay viết. Hãy hỏi về một điểm cụ thể, hoặc đọc chính các tài liệu.',
    unsure: 'Không tìm thấy câu trả lời chắc chắn cho câu hỏi này. Những đoạn sau có thể giúp ích.',
    unsupported:
      'Không có nội dung nào trong cơ sở tri thức hỗ trợ câu trả lời cho câu hỏi này. Hãy thử dùng từ khác, hỏi từng điều một, hoặc thêm tài liệu liên quan.',
    unclear:
      'Không có nội dung nào trong cơ sở tri thức hỗ trợ câu trả lời cho câu hỏi này theo cách tôi hiểu. Hãy hỏi lại thành câu hỏi đầy đủ, nêu rõ về điều gì, hoặc thêm tài liệu liên quan.',
    exhausted:
      'Cơ sở tri thức không nói gì thêm về điều này. Hãy hỏi về một điểm cụ thể, hoặc thêm tài liệu liên quan.',
    empty: 'Chưa có tài liệu nào được thêm vào nên không có gì để trả lời. Hãy thêm tài liệu rồi hỏi lại.',
  },
};
