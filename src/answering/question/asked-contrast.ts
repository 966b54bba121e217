/**
 * What a question says that its answer has to say, too, although most passages on the subject say the contrary: a
 * negation, or one of two opposites. Only of English questions.
 */
export interface AskedContrast {
  /** Asks which one does *not*: `Which plans are not billed by seat?` */
  readonly isNegated: boolean;
  /** For each word that has opposites: the word, and these. */
  readonly opposites: readonly { readonly asked: RegExp; readonly contrary: RegExp }[];
}

/** @returns Null when the question has nothing of the kind, or asks whether something is so. */
export function askedContrast(question: string): AskedContrast | null {
  const asking = QUESTION_WORD.exec(question);
  if (!asking) return null;
  const [main] = question.slice(asking.index + asking[0].length).split(CLAUSE, 1);
  const isNegated = NEGATED.test(main!) && !REASON.test(question);
  const opposites = ANY_OPPOSITE.test(question)
    ? OPPOSITES.flatMap((members) => contraryOf(members, question))
    : [];
  return isNegated || opposites.length > 0 ? { isNegated, opposites } : null;
}

/**
 * Whether a sentence says the contrary of what is asked: nothing near it negates, or it has the opposite of a word that
 * is not near it.
 *
 * @param text.near The sentence, its neighbours and its headings.
 */
export function saysContrary(
  { isNegated, opposites }: AskedContrast,
  text: { readonly sentence: string; readonly near: string },
): boolean {
  if (isNegated && !NEGATION.test(text.near)) return true;
  return opposites.some(({ asked, contrary }) => contrary.test(text.sentence) && !asked.test(text.near));
}

function contraryOf(members: readonly RegExp[], question: string): AskedContrast['opposites'] {
  const [asked, ...more] = members.filter((member) => member.test(question));
  if (!asked || more.length > 0) return [];
  return [{ asked, contrary: anyOf(members.filter((member) => member !== asked)) }];
}

function anyOf(expressions: readonly RegExp[]): RegExp {
  return new RegExp(expressions.map(({ source }) => source).join('|'), 'iu');
}

const QUESTION_WORD = /(?<!\p{L})(?:what|which|who|whom|whose|where|when|how)(?!\p{L})/iu;
const NEGATED = /(?<!\p{L})(?:not(?! only)|never|cannot)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** Begins a clause that says when or of whom: what answers need not repeat it. `… if the port is not given` */
const CLAUSE =
  /(?<!\p{L})(?:if|in case|unless|when|once|until|before|after|while|because|although|since|that|who|which)(?!\p{L})/iu;

/** How it works answers why it does not. */
const REASON = /(?<!\p{L})why(?!\p{L})/iu;

/** Negations, and words that deny or exclude. */
const NEGATION =
  /(?<!\p{L})(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|non|except\p{L}*|unless|unable|lack\p{L}*|fail\p{L}*|refus\p{L}*|reject\p{L}*|prohibit\p{L}*)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** Words of which a statement about one is none about the others. */
const OPPOSITES = [
  'first (?<!(?:\\p{N}|per|one|each|every)[\\s-])second third fourth fifth sixth',
  'north south east west',
  'northern southern eastern western',
  'northwest northeast southwest southeast',
  'most (?<!at\\s)least|fewest',
  'highest lowest',
  'higher lower',
  'largest|biggest smallest',
  'larger|bigger smaller',
  'longest shortest',
  'longer shorter',
  'earliest latest',
  'strongest weakest',
  'stronger weaker',
  'oldest youngest|newest',
  'older younger|newer',
  'best worst',
  'better worse',
  'maximum minimum',
  'majority minority',
  'upper lower',
  'increas(?:e[sd]?|ing) decreas(?:e[sd]?|ing)',
  'public private',
  'internal external',
  'inside outside',
  'direct indirect',
  'positive negative',
  'formal informal',
  'ancient modern',
  'strong weak',
  'rich poor',
  'rural urban',
  'male female',
  'men women',
  'success failure',
  'revenue profit',
  'summer winter',
].map((members) =>
  members.split(' ').map((member) => new RegExp(`(?<!\\p{L})(?:${member})(?!\\p{L})`, 'iu')),
);

const ANY_OPPOSITE = anyOf(OPPOSITES.flat());
