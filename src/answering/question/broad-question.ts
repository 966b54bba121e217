import { asksHowTo } from './asks-for-steps.ts';

/**
 * Whether no single sentence answers a question: it asks whether something is so, or how to do something. Several
 * passages answer such a question together. Decided by its words, in any of the languages below; false for a question
 * that no expression matches.
 */
export function isBroadQuestion(question: string): boolean {
  const text = question.normalize('NFKC').toLowerCase().trim();
  return asksHowTo(text) || WHETHER.some((expression) => expression.test(text));
}

/** A question that begins with `opening`, possibly after a conjunction, and has no question word. */
function whether(opening: string, questionWords: string): RegExp {
  return new RegExp(
    `^[¿"'(\\s]*(?:(?:and|but|so|then|also|und|aber|et|mais|y|pero|e|ma|mas|en|maar|și|и|а|και)[, ]+)?(?:${opening})(?![\\p{L}\\p{M}])(?!.*(?<![\\p{L}\\p{M}])(?:${questionWords})(?![\\p{L}\\p{M}]))`,
    'su',
  );
}

/** A question that matches `expression` and has no question word. */
function whetherWith(expression: string, questionWords: string): RegExp {
  return new RegExp(`^(?!.*(?:${questionWords})).*(?:${expression})`, 'su');
}

const END = '[?？؟\\s]*$';

const WHETHER: readonly RegExp[] = [
  whether(
    // German "Was ist …" is no yes-no question.
    "(?:can|could|is|are|am|was(?= (?:there|it|he|she|they|this|that|these|the|any)(?!\\p{L}))|were|do|does|did|will|would|should|shall|has|have|had|may(?= (?:i|we)(?!\\p{L}))|might|must)(?:n['’]t)?",
    'who|whom|whose|what|when|where|why|how|which',
  ),
  whether(
    'ist|sind|war|waren|hat|haben|hatten?|kann|können|könnten?|darf|dürfen|muss|müssen|soll|sollen|sollten?|wird|werden|würden?|gibt es|gilt|gelten',
    'wer|wen|wem|wessen|was|wann|wo|woher|wohin|warum|wie|wieso|welche[mnrs]?',
  ),
  whether(
    "est-ce qu(?:e|['’]\\p{L}+)|est-(?:il|elle|ce)|sont-(?:ils|elles)|a-t-(?:il|elle|on)|y a-t-il|peut-on|puis-je|pouvons-nous|peuvent-(?:ils|elles)|dois-je|doit-on|faut-il|existe-t-il",
    "qui|quoi|quand|où|pourquoi|comment|combien|quel(?:le)?s?|qu['’]est-ce",
  ),
  whether(
    'es(?= (?:el|la|los|las|un|una|posible|cierto|verdad|necesario|obligatorio)(?!\\p{L}))|son|está|están|era|eran|fue|fueron|hay|había|puedo|puede|podemos|pueden|se puede|se pueden|debo|debe|deben|tengo|tiene|tienen|existe|existen',
    'quién(?:es)?|qué|cuándo|cuánt[oa]s?|cuál(?:es)?|dónde|por qué|cómo',
  ),
  whether(
    'é|è|sono|era|erano|foi|foram|são|está|estão|há|esiste|existe|existem|posso|pode|podem|podemos|può|possiamo|possono|devo|deve|devem|devono|tem|têm|ha|hanno|si può',
    'chi|che cosa|cosa|quando|dove|onde|perché|porquê|por que|come|como|quant[oaie]s?|qual[ei]?s?|quais|quem|o que',
  ),
  whether(
    'is|zijn|waren|heeft|hebben|kan|kun|kunnen|mag|mogen|moet|moeten|zal|zullen|wordt|worden',
    'wie|wat|wanneer|waar|waarom|hoe|hoeveel|welke?|who|what|when|where|why|how|which',
  ),
  whether('czy', 'kto|kiedy|gdzie|dlaczego|jak|ile|który|która|które'),
  whether(
    'este|sunt|era|erau|are|au|pot|poate|putem|există|trebuie',
    'cine|ce|când|unde|cât|câți|câte|câtă|care|cum|who|what|when|where|why|how|which',
  ),
  whether(
    'είναι|ήταν|έχει|έχουν|μπορώ|μπορεί|μπορούν|μπορούμε|υπάρχει|υπάρχουν|πρέπει',
    'ποι[οαε]\\p{L}*|τι|πότε|πού|γιατί|πώς|πόσ\\p{L}*',
  ),
  whether('هل', 'من|ما|ماذا|متى|أين|لماذا|كم|كيف'),
  whether('क्या', 'कौन|किस\\p{L}*|कब|कहाँ|क्यों|कितन\\p{L}*|कैसे'),
  whetherWith('(?<!\\p{L})ли(?!\\p{L})', 'кто|что|когда|где|куда|почему|сколько|как(?!\\p{L})|как[ио]'),
  whetherWith(
    `(?<!\\p{L})m[iıuü](?:d[iıuü]r|yd[iıuü]|y[iıuü]m|s[iıuü]n[iıuü]?z?|y[iıuü]z)?${END}`,
    'kim|hangi|kaç|nasıl|neden|nere|ne zaman',
  ),
  whetherWith(`(?<!\\p{L})(?:không|chưa)${END}`, 'gì|nào|đâu|bao|sao|mấy'),
  whetherWith(`(?:ไหม|มั้ย|หรือไม่|หรือเปล่า|หรือยัง)${END}`, 'อะไร|ใคร|ใด|ไหน|เท่า|กี่|อย่างไร|ทำไม|เมื่อไ'),
  whetherWith(`[吗嗎]${END}|是否|能否|可否|是不是|能不能|会不会|有没有`, '什么|什麼|谁|誰|哪|何|多少|几|怎'),
  whetherWith(`か${END}`, '何|誰|だれ|いつ|どこ|どう|どの|どれ|どんな|なぜ|いく'),
  whetherWith(
    `(?:까|나요|가요|습니까)${END}`,
    '누구|누가|무엇|무슨|언제|어디|어느|어떻게|어떤|왜|몇|얼마|뭐',
  ),
];
