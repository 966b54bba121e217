import { expressionOf } from '../../languages/languages.ts';
import type { Cue } from '../../languages/pack.ts';
import { PERCENT_SIGN } from '../../question/answer-form.ts';
import { byLanguageOfText } from '../../text/packs-of-text.ts';

/** For each sentence of a passage, in order, whether its words or signs show a form of answer. */
export type SentenceSigns = (cue: Cue) => readonly boolean[];

/** Signs are computed on demand, as few questions need them, and cached. @param language Of the text; null when unknown. */
export function createSentenceSigns(
  text: string,
  sentences: readonly { readonly start: number; readonly end: number }[],
  language: string | null,
): SentenceSigns {
  const found: Partial<Record<Cue, readonly boolean[]>> = {};
  const cueOf = cuesOf(language);
  return (cue) => {
    // Not `map`: once compiled it makes another kind of array, and its readers are recompiled.
    found[cue] ??= Array.from(sentences, ({ start, end }) => {
      const sentence = text.slice(start, end);
      return SIGNS[cue]?.test(sentence) === true || cueOf(cue).test(sentence);
    });
    return found[cue];
  };
}

/** Signs of any language that mean the same as words. */
const SIGNS: Readonly<Partial<Record<Cue, RegExp>>> = {
  percentage: PERCENT_SIGN,
  money: /\p{Sc}/u,
  name: /["“”„«»]/u,
};

const cuesOf = byLanguageOfText((packs) => {
  const expressions = new Map<Cue, RegExp>();
  return (cue: Cue): RegExp => {
    let expression = expressions.get(cue);
    if (!expression) {
      expression = expressionOf(packs, ({ cues }) => cues?.[cue], { flags: 'iu' });
      expressions.set(cue, expression);
    }
    return expression;
  };
});
