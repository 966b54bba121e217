/** Whether a question asks for steps, for how to do something, or for all items of a list: `What are the …?`. */
export function asksForSteps(question: string): boolean {
  const text = question.normalize('NFKC').toLowerCase();
  return STEPS.test(text) || asksHowTo(text) || LIST.test(text);
}

/** @param text In small letters. */
export function asksHowTo(text: string): boolean {
  return HOW_TO.test(text);
}

const STEPS =
  /(?<![\p{L}\p{M}])(?:steps|procedure|what (?:do|should|must|can) (?:i|we|you) (?:have to |need to )?do|schritte|ablauf|vorgehen|was (?:muss|soll|kann|mache|tue) ich|étapes|procédure|que (?:dois-je|faut-il) faire|pasos|passos|passaggi|stappen|kroki|pași)(?![\p{L}\p{M}])/u;

const LIST = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[
    '(?:list|name|enumerate|show|give|tell)(?: me| us)? (?:all|every|each|the)|(?:what|which)(?: \\p{L}+){0,3} are there',
    'what are (?:all )?(?:the|our|your)|what (?:may|can|must|should|do) (?:i|we|you|one) not',
    '(?:liste|nenne|nennen sie|zeige?|zeigen sie)(?: mir| uns)? (?:alle|sämtliche|die)|welche(?: \\p{L}+){0,3} gibt es|(?:was|welche) sind (?:die|alle)|was (?:darf|soll|muss) (?:ich|man) nicht',
    '(?:liste[rz]?|citez?|énumère[rz]?|donnez?)(?:-moi)? (?:tou(?:s|tes)|les)|quel(?:le)?s sont (?:les|tous|toutes|vos|nos)',
    '(?:lista|enumera|nombra|dime|muestra) (?:todos|todas|los|las)|cuáles son (?:todos |todas )?(?:los|las)|qué no (?:puedo|se puede|debo)',
    'quais são (?:os|as)|quali sono (?:i|gli|le)|welke(?: \\p{L}+){0,3} zijn er|wat zijn de|jakie są|care sunt|перечисли\\p{L}*|какие (?:есть|бывают)',
  ].join('|')})(?![\\p{L}\\p{M}])|有哪些|列出|(?:は|には)何があり`,
  'u',
);

/** How the asker is to do something; a question about others ("how did she …") may be answered by one sentence. */
const HOW_TO = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[
    'how (?:to|(?:do|can|could|should|would|will|may|might|must) (?:i|we|you|one|someone|people))',
    'wie (?:kann|könnte|muss|soll|sollte|darf|können|müssen|sollen) (?:ich|man|wir)',
    'comment (?:puis-je|peut-on|pouvons-nous|dois-je|doit-on|faut-il|faire|je|on|\\p{L}+[ei]r)',
    'c[oó]mo (?:puedo|podemos|se puede|se hace|hago|debo|posso|se faz|faço|devo)|cómo \\p{L}+[aei]r|^como \\p{L}+[aei]r',
    'come (?:posso|possiamo|si può|si fa|faccio|devo|\\p{L}+[aei]re)',
    'hoe (?:kan|moet|mag|kunnen|moeten) (?:ik|we|wij|je|men)',
    'jak (?:mogę|możemy|można|\\p{L}+ć)',
    'cum (?:pot|putem|se poate|fac|trebuie să|să)',
    'как (?:мне|нам|можно|\\p{L}+ть)',
    'πώς (?:μπορώ|μπορούμε|να|πρέπει να)',
    'nasıl (?:\\p{L}+ ){0,9}\\p{L}+(?:bilirim|biliriz|meliyim|malıyım|meliyiz|malıyız)',
    'كيف (?:يمكنني|يمكننا|أستطيع|نستطيع)',
    '(?:मैं|हम)(?![\\p{L}\\p{M}]).{0,80}कैसे|कैसे (?:करें|करूँ|करूं)',
    'làm (?:thế nào|sao|cách nào) để',
  ].join(
    '|',
  )})(?![\\p{L}\\p{M}])|ทำอย่างไร|(?:我|我们|您)(?:该|应该|要|可以)?(?:如何|怎么|怎样)|^(?:如何|怎么|怎样)|どうすれば|어떻게 (?:하|해)`,
  'su',
);
