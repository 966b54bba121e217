import type { Grounded } from '../../../ports/given-answer.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import { completeIfPossible, objectIn, type UsageMeter } from '../../model/completion.ts';
import { judgementInstructions } from '../../model/instructions.ts';
import { judgementPrompt } from '../../model/prompt.ts';
import type { UndecidedStatement } from './release.ts';
import type { NumberedPassage } from './statement-check.ts';

/** Share of the question's time: the answer is written, and its reader waits for the end. */
const TIME_SHARE_MAX = 0.2;
/** A verdict takes some eight; some models think first. */
const COMPLETION_TOKENS_MAX = 1_000;
/** Of one answer; the verdicts on any others stay. */
const STATEMENTS_MAX = 20;

/**
 * Lets the model judge statements that the comparison of words leaves open, by one call. Statements and passages are
 * untrusted, and so is the verdict of a model that reads them: it is never asked about a changed number, unit or name.
 *
 * @param request.statements At least one.
 * @param context.leftMs Time that is left for it, in milliseconds.
 * @returns The verdicts in the order of the statements. Undefined, or missing at the end, for those that it did not
 *   judge: all of them when it failed, declined, took too long or wrote no JSON.
 * @throws The signal's reason.
 */
export type JudgeStatements = (
  request: {
    question: string;
    statements: readonly UndecidedStatement[];
    passages: readonly NumberedPassage[];
  },
  context: { meter: UsageMeter; leftMs: number; signal: AbortSignal },
) => Promise<readonly (Grounded | undefined)[]>;

/** @param parts.timeoutMs Time limit of the whole question. */
export function createJudge(parts: {
  languageModel: LanguageModel;
  timeoutMs: number;
  newMarker: () => string;
  logger: Logger;
}): JudgeStatements {
  const { languageModel, timeoutMs, newMarker, logger } = parts;
  return async ({ question, statements, passages }, { meter, leftMs, signal }) => {
    const marker = newMarker();
    const budget = { contextTokens: languageModel.contextTokens, completionTokens: COMPLETION_TOKENS_MAX };
    const asked = judgementPrompt(
      judgementInstructions(marker),
      {
        question,
        statements: statements.slice(0, STATEMENTS_MAX),
        passages: new Map(passages.map(({ n, passage }) => [n, passage])),
      },
      { marker, budget },
    );
    if (asked.statements === 0) return [];
    const text = await completeIfPossible(languageModel, asked.prompt, {
      completionTokensMax: COMPLETION_TOKENS_MAX,
      limitMs: Math.max(0, Math.min(timeoutMs * TIME_SHARE_MAX, leftMs)),
      without: UNJUDGED,
      ...{ signal, meter, logger },
    });
    if (text === undefined) return [];
    const verdicts = verdictsIn(text, asked.statements);
    if (verdicts.every((verdict) => verdict === undefined))
      logger.warn(UNJUDGED, { model: languageModel.id });
    return verdicts;
  };
}

const UNJUDGED = 'The language model did not judge the statements of an answer; the verdicts by words stay';

const VERDICTS: ReadonlyMap<unknown, Grounded> = new Map([
  ['supported', 'supported'],
  ['partly', 'partial'],
  ['not', 'unsupported'],
]);

function verdictsIn(text: string, statements: number): (Grounded | undefined)[] {
  const said = new Map(Object.entries(objectIn(text) ?? {}));
  return Array.from({ length: statements }, (_, i) => VERDICTS.get(said.get(String(i + 1))));
}
