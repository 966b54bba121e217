/** Comparison values of a figure: the plain reference, the design's prototype, and the aim. */
export interface Target {
  readonly plain?: number | string;
  readonly prototype?: number | string;
  readonly target?: number | string;
}

/**
 * By line name, without `-a`, `-dev` and so on, and by column. The plain reference of answers and refusals is coverage
 * of the question's words, weighted by rarity; that of claims is the share of a claim's words in its text.
 */
export const TARGETS: Readonly<Record<string, Target>> = {
  'squad marked': { plain: 0.674, prototype: 0.74, target: 0.76 },
  'squad answer': { plain: 0.808, prototype: 0.883, target: 0.9 },
  'xquad marked': { plain: 0.708, prototype: 0.733, target: 0.74 },
  'xquad answer': { plain: 0.856, prototype: 0.9, target: 0.9 },
  'covidqa: in its document marked': { plain: 0.289, prototype: 0.309, target: 0.32 },
  'policyqa marked': { plain: 0.131, prototype: 0.14, target: 0.15 },
  'squad: foreign questions': { plain: 0.941, prototype: 0.966, target: 0.96 },
  'squad: false premises': { plain: 0.932, prototype: 0.973, target: 0.96 },
  'covidqa: foreign questions': { plain: 0.924, prototype: 0.955, target: 0.96 },
  'redis-docs: foreign questions': { plain: 0.948, prototype: 0.989, target: 0.96 },
  'mtrag: rewritten by people: foreign questions': { plain: 0.905, prototype: 0.961, target: 0.96 },
  'rgb-en-fact: foreign questions': { target: 0.96 },
  'rgb-zh: foreign questions': { target: 0.96 },
  'xquad: half of the articles: foreign questions': { plain: 0.926, prototype: 0.903 },
  'squad: near misses': { plain: 0.586, prototype: 0.632, target: 0.632 },
  'mtrag: rewritten by people: near misses': { plain: 0.698, prototype: 0.721, target: 0.721 },
  'rgb-zh: near misses': { plain: 0.763, prototype: 0.812, target: 0.812 },
  'rgb-en-fact: near misses': { plain: 0.632, prototype: 0.687, target: 0.687 },
  'scifact: claims': { plain: 0.744, prototype: 0.749 },
  'wice: claims': { plain: 0.796, prototype: 0.802 },
  'begin: claims': { plain: 0.935, prototype: 0.94 },
  'climate-fever: claims': { plain: 0.629, prototype: 0.622 },
  'mtrag-a-human: claims': { plain: 0.899, prototype: 0.898 },
};

/** `qa/squad-a: x` becomes `squad: x`: halves and splits of a set count as the set. */
export function lineKey(name: string): string {
  return name.replace(/^.*\//, '').replace(/-(?:a|b|dev|train|test)(?=:|$)/, '');
}
