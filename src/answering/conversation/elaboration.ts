/**
 * What a request to go on adds to the question before it: nothing for “tell me more”, `why` for “why?”, `example` for
 * “give me an example”. Only a text that is such a request alone counts.
 *
 * @returns undefined for every other text.
 */
export function elaboration(text: string): { readonly adds: string; readonly asksWhy?: true } | undefined {
  if (text.length > REQUEST_MAX) return undefined;
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(POLITENESS, '');
  if (MORE.test(words)) return { adds: '' };
  if (WHY.test(words)) return { adds: words, asksWhy: true };
  const example = EXAMPLE.exec(words);
  return example ? { adds: example[1]! } : undefined;
}

/** Whether a sentence gives a reason, in any of the languages: “… because budgets close then”. */
export function givesReason(sentence: string): boolean {
  return REASON.test(sentence);
}

const REASON =
  /(?<![\p{L}\p{M}])(?:because|since|due to|so that|in order to|therefore|weil|damit|wegen|deshalb|aufgrund|(?<=, )car|parce qu|parce que|puisqu|puisque|afin|à cause|en raison|porque|debido a|ya que|puesto que|devido a|perché|poiché|affinché|a causa|omdat|zodat|vanwege|ponieważ|gdyż|żeby|deoarece|fiindcă|pentru că|потому что|так как|поскольку|из-за|чтобы|тому що|оскільки|щоб|επειδή|διότι|λόγω|çünkü|nedeniyle|क्योंकि|इसलिए|के कारण|bởi vì|vì|nhằm)(?![\p{L}\p{M}])|لأن|بسبب|لكي|因为|因為|由于|由於|以便|ため|ので|때문|เพราะ|เนื่องจาก/iu;

/** In UTF-16 units: no longer text is a bare request. */
const REQUEST_MAX = 60;

function oneOf(...requests: string[]): RegExp {
  return new RegExp(`^(?:${requests.join('|')})$`.normalize('NFKC'), 'u');
}

const POLITENESS =
  /^(?:please|bitte|s il (?:vous|te) plaît|por favor|per favore|ok|okay|and|und|et|y|e|и|ve|και|và|请|請|और) | (?:please|bitte|s il (?:vous|te) plaît|por favor|per favore|alstublieft|proszę|пожалуйста|lütfen|παρακαλώ|कृपया)$/u;

const MORE = oneOf(
  '(?:can|could|would) you (?:please )?(?:explain|elaborate|clarify|expand)(?: on)?(?: (?:it|that|this))?(?: (?:more|further|in (?:more )?detail|better))?',
  '(?:please )?(?:explain|elaborate|clarify)(?: on)?(?: (?:it|that|this))?(?: (?:more|further|in (?:more )?detail))?',
  '(?:can you )?(?:tell me|say) (?:some )?more(?: about (?:it|that|this))?|more(?: (?:details?|info|information))?|go on|continue|what else|anything else',
  '(?:kannst du|können sie)(?: mir)? (?:das |es )?(?:genauer|näher|besser|mehr) (?:erklären|erläutern)|(?:erkläre?|erklären sie)(?: mir)? das(?: genauer| näher)?|(?:erzähl|erzähle|sag|sage)(?: mir)? mehr(?: darüber)?|mehr(?: details| dazu| darüber)?|genauer|weiter|was noch',
  '(?:peux tu|pouvez vous) (?:m )?expliquer(?: davantage| plus| cela| ça)*|explique(?:z)?(?: moi)?(?: davantage| plus)?|(?:dis|dites) m en plus|en savoir plus|plus de détails|continue[z]?|quoi d autre',
  '(?:puedes?|podrías?)(?: me)? explicar(?:lo|me|melo)?(?: más| mejor)?|expl[ií]ca(?:me|lo|melo)?(?: más| mejor)?|(?:cuéntame|dime) más|más(?: detalles| información)?|continúa|sigue|qué más',
  '(?:pode|podes) explicar(?: mais| melhor)?|explique(?: mais| melhor)?|(?:conta|diga|fala) me mais|mais(?: detalhes)?|continue|o que mais',
  '(?:puoi|può) spiegar(?:e|lo|melo)(?: meglio| di più)?|spiega(?:mi|melo)?(?: meglio)?|dimmi di più|di più|più dettagli|continua|che altro',
  '(?:kun|kan|kunt) (?:je|u) (?:dat|het) (?:verder |beter |nader )?(?:uitleggen|toelichten)|vertel(?: me)? meer|meer(?: details)?|ga door|wat nog meer',
  '(?:możesz|czy możesz) (?:to )?(?:wyjaśnić|rozwinąć)(?: dokładniej)?|wyjaśnij(?: to)?(?: dokładniej)?|powiedz(?: mi)? więcej|więcej(?: szczegółów)?|co jeszcze',
  '(?:poți|puteți) explica(?: mai mult)?|explică(?: mai mult)?|spune mi mai mult(?:e)?|mai mult(?:e)?(?: detalii)?|continuă|ce altceva',
  '(?:можешь|можете) (?:это )?(?:объяснить|пояснить)(?: подробнее)?|(?:объясни|поясни)(?:те)?(?: подробнее)?|расскажи(?:те)? (?:больше|подробнее)|подробнее|больше|ещё|дальше|что ещё',
  '(?:можеш|можете) (?:це )?пояснити(?: докладніше)?|поясни(?:ть)?(?: докладніше)?|розкажи(?:ть)? більше|докладніше|більше|ще|що ще',
  '(?:μπορείς|μπορείτε) να (?:το )?εξηγήσε(?:ις|τε)(?: περισσότερο)?|εξήγησ(?:ε|έ) (?:το|μου)|πες μου περισσότερα|περισσότερα|συνέχισε|τι άλλο',
  '(?:daha )?(?:fazla|ayrıntılı) (?:açıkla(?:r mısın(?:ız)?)?|anlat(?:ır mısın(?:ız)?)?|bilgi(?: ver)?)|açıklar mısın(?:ız)?|daha fazla|devam(?: et)?|başka ne var|başka',
  '(?:هل )?(?:يمكنك|تستطيع) (?:أن )?(?:توضيح|شرح|تشرح|توضح)(?: ذلك| هذا| المزيد| أكثر)*|اشرح(?: أكثر| المزيد| لي)*|أخبرني (?:المزيد|أكثر)|المزيد|أكثر|تابع|ماذا أيضا',
  '(?:क्या आप )?(?:इसे |और )*(?:विस्तार से )?(?:समझा सकते हैं|समझाइए|समझाएँ|समझाओ|बताइए|बताएँ|बताओ)|और|अधिक|विस्तार से|और क्या',
  '(?:请|請)?(?:能|可以)?(?:再)?(?:详细|詳細)?(?:解释|解釋|说明|說明|说|說|讲|講)(?:一下|得?(?:详细|具体)(?:一?点|一些)?|更多|多一点)?(?:吗)?|更多|继续|繼續|还有(?:呢|吗|什么)?|详细(?:一?点)?',
  '(?:もっと|さらに)?(?:詳しく|くわしく)?(?:説明して|教えて)(?:ください|くれますか|もらえますか)?|もっと(?:詳しく)?|詳しく|続けて|他には',
  '(?:더 )?(?:자세히 )?(?:설명해|알려|말해) ?(?:줘|주세요|줄래요?|주시겠어요)|더(?: 자세히)?|자세히|계속|또',
  '(?:ช่วย)?อธิบาย(?:เพิ่มเติม|เพิ่ม|หน่อย|ได้ไหม)*(?:ครับ|ค่ะ)?|เพิ่มเติม|บอกเพิ่มเติม|ต่อ|มีอะไรอีก(?:ไหม)?',
  '(?:bạn )?(?:có thể )?(?:giải thích|nói|cho tôi biết)(?: rõ| thêm| chi tiết| hơn)*(?: không| được không)?|thêm|chi tiết hơn|tiếp tục|còn gì nữa(?: không)?',
);

const WHY = oneOf(
  'why|why (?:so|not|is that|is this|was that)|how so|how come',
  'warum|wieso|weshalb|warum (?:ist )?das(?: so)?',
  'pourquoi|pourquoi (?:ça|cela)',
  'por qué|por que|porqué|porquê|por quê',
  'perché|come mai',
  'waarom|waarom (?:is )?dat',
  'dlaczego|czemu',
  'de ce',
  'почему|зачем|отчего|чому',
  'γιατί',
  'neden|niçin|niye',
  'لماذا|لم',
  'क्यों|ऐसा क्यों',
  '为什么|為什麼|为何|为什么呢',
  'なぜ|どうして|なぜですか|どうしてですか',
  '왜|왜요|왜 그래요',
  'ทำไม|เพราะอะไร|ทำไมล่ะ',
  'tại sao|vì sao|sao vậy',
);

/** The first group is the word for an example. */
const EXAMPLE = new RegExp(
  `^(?:${[
    '(?:(?:can you |could you )?give(?: me)? |show(?: me)? |for |any |do you have )?(?:an? |some )?',
    '(?:(?:gib|geben sie|nenne?|nennen sie|zeige?|zeigen sie)(?: mir)? |zum |hast du |haben sie )?(?:ein )?',
    '(?:donne(?:z)?(?: moi)? |par |un )*',
    '(?:dame |deme |da |dê |me dê |dá me |puedes darme |por |mi dia |dammi |fammi |per |ad )?(?:un |um |uno )?',
    '(?:geef(?: me)? |bij)?(?:een )?',
    '(?:podaj |na |daj )?',
    '(?:dă mi |de )?(?:un )?',
    '(?:дай(?:те)? |приведи(?:те)? |наведи(?:ть)? |например )?',
    '(?:δώσε μου |για )?(?:ένα )?',
    '(?:bir )?',
    '(?:أعطني |هات )?',
    '(?:एक |कोई |मुझे )*',
    '(?:请|請)?(?:给我|給我)?(?:举|舉)?(?:个|個|一个|一個)?',
    '(?:例えば )?',
    '(?:예를 )?',
    '(?:ช่วย)?(?:ยก|ขอ)?',
    '(?:cho(?: tôi)? |lấy )?(?:một )?',
  ].join(
    '|',
  )})(examples?|beispiele?|exemples?|ejemplos?|exemplos?|esempi[o]?|voorbeeld(?:en)?|przykład|exemplu|exemple|пример|приклад|παράδειγμα|örnek|مثالا?|उदाहरण|例子|例|예시?|ตัวอย่าง|ví dụ)(?: ver(?:ir misin(?:iz)?)?| दीजिए| दें| दो)?$`.normalize(
    'NFKC',
  ),
  'u',
);
