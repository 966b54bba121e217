import type { Clause } from './asking-clauses.ts';

/**
 * The parts of a question that say which one of its kind is meant: the number of `exit code 9`, `priority P7` and
 * `NS-9999`. What is said of another code does not answer.
 *
 * @returns Ranges of the question, in its order.
 */
export function identifiers(question: string): Clause[] {
  if (!/\p{N}/u.test(question)) return [];
  return [...question.matchAll(LABELLED), ...question.matchAll(CODE)]
    .map(({ index, 0: match, groups }) => {
      const end = index + match.length;
      return { start: end - groups!.number!.length, end };
    })
    .sort((a, b) => a.start - b.start);
}

/**
 * The last word of a question, if it is a name that limits it: `Which client do I use on Linux?` Where the corpus never
 * mentions the name, it does not answer.
 */
export function limitingName(question: string): Clause | undefined {
  const match = LIMITING_NAME.exec(question.trimEnd());
  if (!match) return undefined;
  const start = match.index + match[0].indexOf(match.groups!.name!);
  return { start, end: start + match.groups!.name!.length };
}

/** Nouns before a number that is a name: no page, chapter, floor or step, which texts leave out or write in words. */
const LABELS = [
  'code error status http section article clause priority level room rule form protocol ticket issue',
  'fehler fehlercode code status abschnitt artikel klausel priorität stufe raum regel formular protokoll',
  'erreur statut article clause priorité niveau salle règle formulaire protocole',
  'código error estado sección artículo cláusula prioridad nivel sala regla formulario protocolo',
  'codice errore stato sezione articolo clausola priorità livello sala regola modulo protocollo',
  'foutcode fout artikel clausule prioriteit niveau kamer regel formulier',
]
  .flatMap((words) => words.split(' '))
  .join('|');

const LABELLED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${LABELS}) #?(?<number>\\p{L}?\\p{N}{1,6})(?![\\p{L}\\p{N}])(?![.,:/-]\\p{N})(?! ?[%€$])`,
  'giu',
);

/** `NS-9999`, `E-104`. Of one digit, as in `HIV-1`, it may well be written otherwise or left out. */
const CODE = /(?<![\p{L}\p{N}-])\p{Lu}{1,4}-(?<number>\p{N}{2,8})(?![\p{L}\p{N}-])/gu;

/**
 * After these words a name limits where or for what something holds. Days, months and feasts have dates instead, and
 * names in capitals have long forms. German is not here, as its nouns are capitalised.
 */
const LIMITING_NAME =
  /\s(?:in|on|at|with|for|en|sur|avec|pour|con|para|su|met|voor) (?:(?:an?|the|une?|la|le|el|un[oa]?|il|een|het|de) )?(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?!\p{L})|(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)(?!\p{L}))(?<name>(?!\p{L}*\p{Lu}{2})\p{Lu}[\p{L}\p{N}-]*)\s{0,2}[?？]?$/u;
