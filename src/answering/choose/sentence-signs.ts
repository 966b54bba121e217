import { type AnswerForm, PERCENTAGE } from '../../question/answer-form.ts';

/** What the words of a sentence indicate: a form of answer, a reason or a definition (English). */
export type Sign = Exclude<AnswerForm, 'year'> | 'reason' | 'definition';

/** For each sentence of a passage, in order, whether it has the sign. */
export type SentenceSigns = (sign: Sign) => readonly boolean[];

/** Signs are computed on demand, as few questions need them, and cached. */
export function createSentenceSigns(
  text: string,
  sentences: readonly { readonly start: number; readonly end: number }[],
): SentenceSigns {
  const found: Partial<Record<Sign, readonly boolean[]>> = {};
  return (sign) => {
    // Not `map`: once compiled it makes another kind of array, and its readers are recompiled.
    found[sign] ??= Array.from(sentences, ({ start, end }) => SIGNS[sign].test(text.slice(start, end)));
    return found[sign];
  };
}

/** `every second Wednesday`, `Update every: 30 minutes`, `rarely`, in English, German and French. */
const FREQUENCIES = [
  '(?:every|each|per)[\\s:|]+(?:[\\p{L}\\p{N}.]+ ){0,2}(?:second|minute|hour|day|week|fortnight|month|quarter|year|decade|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?',
  'hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|annual(?:ly)?|yearly|once|twice|times|always|usually|regularly|sometimes|rarely|seldom|never',
  '(?:alle|jede[nrsm]?|pro)[\\s:|]+(?:[\\p{L}\\p{N}.]+ ){0,2}(?:sekunde|minute|stunde|tag|woche|monat|quartal|jahr|mal|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)(?:e|en|n|s)?',
  '(?:stünd|täg|wöchent|monat|vierteljähr|jähr)lich\\p{L}{0,2}|\\p{L}*mals?|immer|regelmäßig|manchmal|selten|nie',
  '(?:chaque|tou(?:s|tes) les|par)[\\s:|]+(?:[\\p{L}\\p{N}.]+ ){0,2}(?:seconde|minute|heure|jour|semaine|mois|trimestre|an|année|fois|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?',
  '(?:quotidien|hebdomadaire|mensuel|annuel)\\p{L}*|fois|toujours|rarement|jamais',
];

/** Years are recognised by their tokens. */
const SIGNS: Readonly<Record<Sign, RegExp>> = {
  percentage: new RegExp(PERCENTAGE, 'iu'),
  money: /\p{Sc}|\b(?:dollars?|pounds|euros?|cents?)\b/iu,
  duration:
    /\b(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|decades?|century|centuries|miles?|met(?:re|er)s?|km|feet|inches|characters|pages)\b/iu,
  frequency: new RegExp(`(?<![\\p{L}\\p{M}])(?:${FREQUENCIES.join('|')})(?![\\p{L}\\p{M}])`, 'iu'),
  name: /["“”„«»]|\b(?:called|named?|known as|termed?|dubbed|nicknamed?|titled?|refer(?:red)? to)\b/iu,
  reason:
    /\b(?:because|due to|since|in order to|so that|so as to|as a result|owing to|thanks to|thus|therefore|hence|cause[sd]?|causing|led to|leads to|leading to|reasons?|to (?:avoid|prevent|reduce|protect|ensure|allow|enable|improve|keep)|allow(?:s|ed|ing)?|for this reason)\b/iu,
  definition:
    /\b(?:is|are|was|were|means|mean|refers to|refer to|known as|called|defined as|stands for)\b|[(–—]|[\p{L}\p{N})]:\s/iu,
};
