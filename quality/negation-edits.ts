import type { Random } from './edit-context.ts';

interface Rule {
  readonly expression: RegExp;
  readonly by: string | ((match: string, ...groups: string[]) => string);
}

const word = (words: string) => `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;

/** Negates one verb; undefined without one of the language's common verbs. */
export function addNegation(text: string, language: string, random: Random): string | undefined {
  return applyOnce(text, ADD[language] ?? [], random);
}

/** Removes one negation; undefined when there is none. */
export function removeNegation(text: string, language: string, random: Random): string | undefined {
  return applyOnce(text, REMOVE[language] ?? [], random);
}

function applyOnce(text: string, rules: readonly Rule[], random: Random): string | undefined {
  const places = rules.flatMap((rule) =>
    [...text.matchAll(rule.expression)].map((match) => ({ rule, match })),
  );
  const place = places[Math.floor(random() * places.length)];
  if (!place) return undefined;
  const { rule, match } = place;
  const by =
    typeof rule.by === 'string' ? rule.by.replace('$&', match[0]) : rule.by(match[0], ...match.slice(1));
  return text.slice(0, match.index) + by + text.slice(match.index + match[0].length);
}

const rule = (pattern: string, by: Rule['by']): Rule => ({ expression: new RegExp(pattern, 'gu'), by });

/** Vowel harmony decides between -ma- and -me-. */
const turkishNegative = (_: string, stem: string, ending: string) =>
  `${stem}${/[aıou][^aıoueiöü]*$/u.test(stem) ? 'ma' : 'me'}${/[aıou][^aıoueiöü]*$/u.test(stem) ? ending.replace(/[iuü]/u, 'ı') : ending.replace(/[ıuü]/u, 'i')}`;

const ADD: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    rule(word('is|was|are|were|has|had|have|can|could|will|would|should|may|might|must|did|does'), '$& not'),
  ],
  de: [
    rule(
      word('ist|war|sind|waren|wurde|wurden|wird|werden|hat|hatte|haben|hatten|kann|konnte|konnten'),
      '$& nicht',
    ),
  ],
  es: [
    rule(
      word('es|fue|son|era|eran|fueron|ha|han|había|habían|tiene|tienen|tenía|puede|pueden|está|están'),
      'no $&',
    ),
  ],
  ro: [rule(word('este|sunt|era|erau|a fost|au fost|are|poate|pot|avea|aveau'), 'nu $&')],
  ru: [
    rule(
      word(
        'был|была|было|были|является|являются|может|могут|имеет|имеют|стал|стала|стали|получил|получила|составляет|находится',
      ),
      'не $&',
    ),
  ],
  el: [rule(word('είναι|ήταν|έχει|έχουν|είχε|είχαν|μπορεί|μπορούν|έγινε|υπάρχει|υπάρχουν'), 'δεν $&')],
  tr: [
    rule('(?<=\\p{L})([\\p{L}]*[ıiuü]l|[\\p{L}]+[ae]n)(d[ıiuü])(?![\\p{L}])', turkishNegative),
    rule('(?<=\\p{L}{3})(?:d[ıiuü]r|t[ıiuü]r)(?=[.,;]|$)', ' değildir'),
    rule(word('vardı'), 'yoktu'),
  ],
  ar: [
    rule(word('كان|كانت|تم|تمت|أصبح|أصبحت'), 'لم $&'),
    rule(word('يمكن|يوجد|توجد|يعد|تعد|يتم|تتم|يكون|تكون|هو|هي'), 'لا $&'),
  ],
  hi: [rule(word('है|हैं|था|थे|थी|थीं|किया|हुआ|हुई|गया|गई|गए'), 'नहीं $&')],
  th: [rule('(?<!ไม่)(?:เป็น|มี|สามารถ|อยู่|ถูก|ใช้|คือ|พบ)(?!\\p{M})', 'ไม่$&')],
  vi: [rule(word('là|có|được|bị|nằm|trở thành'), 'không $&')],
  zh: [
    rule('(?<![不但只就也还都总可])(?:是|能够|可以|包括|属于|需要|允许)', '不$&'),
    rule('(?<![没所拥具])有(?![些的关])', '没$&'),
  ],
};

const REMOVE: Readonly<Record<string, readonly Rule[]>> = {
  en: [rule(`${word('not|never|no')} `, ''), rule("n['’]t(?=\\s)", '')],
  de: [
    rule(`${word('nicht|nie|niemals')} `, ''),
    rule(word('keine?[nmrs]?'), (match) => match.replace('k', '')),
  ],
  es: [rule(`${word('no|nunca')} `, '')],
  ro: [rule(`${word('nu')} `, '')],
  ru: [rule(`${word('не')} `, '')],
  el: [rule(`${word('δεν|δε|μην')} `, '')],
  tr: [
    rule(` ${word('değildir')}`, 'dir'),
    rule(` ${word('değildi')}`, 'di'),
    rule('(?<=\\p{L}{2})m[ae](?=d[ıi](?:lar|ler)?(?!\\p{L}))', ''),
  ],
  ar: [rule(`${word('لا|لم|ليس|ليست|لن|غير')} `, '')],
  hi: [rule(`${word('नहीं')} `, '')],
  th: [rule('ไม่', '')],
  vi: [rule(`${word('không|chưa')} `, '')],
  zh: [
    rule('不(?=[是能会可得再存需允包])|没(?=有)|并?未(?!来)|无(?=法)', (match) =>
      match === '无' ? '有' : '',
    ),
  ],
};
