import { RefusedError } from '../../../errors.ts';
import { EXTRACTIVE } from '../../../kernel/model-providers.ts';
import { repliesIn } from '../../../languages/languages.ts';
import type { LanguageModel, Prompt } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import { detectLanguage } from '../../../text/language.ts';
import type { AnswerEvent, ChatMode, Source } from '../../answer.ts';
import { overall } from '../../check/grounding.ts';
import { hasBefore } from '../../conversation.ts';
import { createExpander } from '../../find/expand-question.ts';
import { type Finding, isForModel } from '../../judge/finding.ts';
import { isModelFailure, limitedSignal, TooSlowError } from '../../model/completion.ts';
import { answerInstructions, type Persona } from '../../model/instructions.ts';
import { modelText } from '../../model/model-text.ts';
import { cachedPassageText } from '../../model/passage-text.ts';
import { answerPrompt } from '../../model/prompt.ts';
import { RELATED, relatedTo } from '../quote/quote-answer.ts';
import { languageOfReply, primaryLanguage } from '../replies/reply-language.ts';
import {
  type Composer,
  isNothing,
  type NothingWritten,
  type WritingTask,
  type WrittenAnswer,
} from '../written-answer.ts';
import { candidateSources, citedSources } from './candidate-sources.ts';
import { contextOf } from './context.ts';
import { createDraft, type Draft } from './draft.ts';
import { createEchoes } from './echo.ts';
import { fallBack } from './fallback.ts';
import { createJudge, type JudgeStatements } from './judge-statements.ts';
import { createMissingPart } from './missing-part.ts';
import { createRelease, type ReleasedStatement } from './release.ts';
import { type NumberedPassage, numbered } from './statement-check.ts';
import { createWriting } from './writing.ts';

/** Largest share of the model's context for passages. */
const CONTEXT_SHARE_MAX = 0.5;
/** Largest share of the model's context for the completion. */
const COMPLETION_SHARE_MAX = 0.25;
/** Of the tokens for passages, where a conversation leaves less room. */
const LESS = 0.8;
/** Share of the question's time after which the model is stopped; the rest is for the fallback. */
const TIME_SHARE_MAX = 0.9;

/** Named as in `Config`. */
interface CompositionSettings extends Persona {
  /** Whether text is sent sentence by sentence, each verified, or at once and verified at the end. */
  readonly streamVerify: 'sentence' | 'off';
  /** What to do when the provider fails: quote the passages, or report the error. */
  readonly fallback: 'extractive' | 'error';
  readonly answerTokensMax: number;
  /** Maximum tokens of passages in a prompt. */
  readonly contextPassageTokens: number;
  readonly queryExpansion: 'auto' | 'always' | 'off';
  /** Whether the model judges statements that the check leaves open. */
  readonly verifyWithModel: boolean;
  /** Time limit of the whole question. */
  readonly questionTimeoutMs: number;
}

export interface ComposerParts {
  readonly languageModel: LanguageModel;
  readonly settings: CompositionSettings;
  /** A new marker for each prompt: at least 12 random characters of `0-9a-f`. */
  readonly newMarker: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Answers and wordings by a language model. */
export function createComposer(parts: ComposerParts): Composer {
  const { settings } = parts;
  const timeoutMs = settings.questionTimeoutMs;
  const judge = settings.verifyWithModel ? createJudge({ ...parts, timeoutMs }) : undefined;
  return {
    expand: createExpander({ ...parts, timeoutMs }),
    expansion: settings.queryExpansion,
    write: (task) => composeAnswer(task, { ...parts, judge }),
  };
}

type AnswerEvents = AsyncGenerator<AnswerEvent, WrittenAnswer | NothingWritten>;

/**
 * Lets the model write the answer and checks each sentence against the passages. Sources are numbered as in the prompt,
 * the same in the `sources` event, the tokens and the answer, which lists only those it cites.
 */
async function* composeAnswer(
  task: WritingTask,
  parts: ComposerParts & {
    /** Undefined when the check of words alone gives verdicts. */
    judge: JudgeStatements | undefined;
  },
): AnswerEvents {
  const { languageModel, settings, now } = parts;
  const { question, query, language, signal } = task;
  const isFound = isForModel(task.finding, task);
  if (!isFound && question.mode !== 'open') return { sent: 'nothing', model: EXTRACTIVE };

  const startedAt = now();
  const asked = question.language === 'auto' ? null : question.language;
  const replyLanguage = asked ? primaryLanguage(asked) : languageOfReply(question.text, language);
  const { prompt, shown, completionTokensMax } = modelInput(task, parts, { isFound, language: asked });
  const passages = numbered(shown.passages);
  yield { type: 'sources', sources: candidateSources(shown) };

  const echoes = createEchoes({ question: query.asked.text, instructions: prompt.system });
  const missing = createMissingPart(`${question.text}\n${query.asked.text}`, replyLanguage);
  const opening = isFound ? '' : `${repliesIn(replyLanguage).replies.beyond.wholly}\n\n`;
  const isVerified = settings.streamVerify === 'sentence';
  const reading = { mode: question.mode, language: replyLanguage, echoes, missing, opening };
  const draft = createDraft(() => {
    const release = createRelease(passages, reading);
    return { release, writing: createWriting(release, { isVerified, opening }) };
  });
  const nothing = (): NothingWritten => ({ sent: draft.sent, model: languageModel.id });
  const leftMs = () =>
    Math.max(0, settings.questionTimeoutMs * TIME_SHARE_MAX - task.elapsedMs - (now() - startedAt));
  try {
    using limited = limitedSignal(signal, leftMs());
    const text = modelText(languageModel, prompt, { completionTokensMax, signal: limited.signal });
    if (!(yield* draft.write(text, task.meter))) return nothing();
  } catch (error) {
    signal.throwIfAborted();
    throwUnlessReplaceable(error, parts);
    return yield* fallBack(task, { sent: draft.sent, shown });
  }
  const late = await judged(task, { draft, passages, leftMs: leftMs(), judge: parts.judge });
  if (isVerified) yield* draft.send(late);
  const { statements } = draft.release;
  if (statements.length === 0) {
    // Nothing that it wrote is supported; a quotation is better than nothing.
    const quoted = yield* fallBack(task, { sent: draft.sent, shown });
    return isNothing(quoted) ? nothing() : quoted;
  }
  const note = isFound ? noteBelow(statements, question.mode, replyLanguage) : '';
  if (isVerified) yield* draft.send(note);
  const text = draft.release.text() + note;
  const sources = citedSources(statements, passages, shown);
  return {
    ...{ text, sources },
    related: relatedTo(task.finding, { without: sources, limit: RELATED.below }),
    statements: statements.map(({ place }) => place),
    grounding: overall(statements.map(({ checked }) => checked)),
    isSynthesized: isSynthesized(statements, sources),
    language: replyLanguage ?? detectLanguage(text),
    model: languageModel.id,
    ...(draft.isTruncated && { isTruncated: true }),
  };
}

/** The prompt, the passages in it, and how much the model may write. */
function modelInput(
  { question, query, finding, conversation }: WritingTask,
  { languageModel, settings, newMarker, now }: ComposerParts,
  { isFound, language }: { isFound: boolean; language: string | null },
): { prompt: Prompt; shown: Finding; completionTokensMax: number } {
  const { contextTokens } = languageModel;
  const marker = newMarker();
  const system = answerInstructions({
    ...{ mode: question.mode, persona: settings, marker, language },
    today: new Date(now()).toISOString().slice(0, 10),
    hasConversation: hasBefore(conversation),
  });
  const completionTokensMax = Math.min(
    settings.answerTokensMax,
    Math.floor(contextTokens * COMPLETION_SHARE_MAX),
  );
  const budget = { contextTokens, completionTokens: completionTokensMax };
  const input = promptWithin(isFound ? finding : { ...finding, passages: [] }, {
    passageTokensMax: Math.min(settings.contextPassageTokens, contextTokens * CONTEXT_SHARE_MAX),
    tokensOf: (passage) => cachedPassageText(passage, marker).tokens,
    promptOf: (passages) =>
      answerPrompt(system, { question: query.asked.text, passages, conversation }, { marker, budget }),
  });
  return { ...input, completionTokensMax };
}

/** Throws what is no failure of the model, and one that is to be reported. */
function throwUnlessReplaceable(error: unknown, { languageModel, settings, logger }: ComposerParts): void {
  if (!isModelFailure(error)) throw error;
  const code = error instanceof RefusedError ? error.refusal.code : 'deadline_exceeded';
  // The reason is already logged. A busy model is a matter of load, and comes often.
  const note = code === 'model_busy' ? logger.info : logger.warn;
  note('The language model failed', { model: languageModel.id, code, fallback: settings.fallback });
  if (settings.fallback !== 'error') return;
  const limitMs = settings.questionTimeoutMs;
  throw error instanceof TooSlowError
    ? new RefusedError({ code: 'deadline_exceeded', limitMs }, { cause: error })
    : error;
}

/** Lets the model judge what the check leaves open. @returns The text that may be sent only now. */
async function judged(
  { query, meter, signal }: WritingTask,
  of: {
    draft: Pick<Draft, 'release'>;
    passages: readonly NumberedPassage[];
    leftMs: number;
    judge: JudgeStatements | undefined;
  },
): Promise<string> {
  const { judge, passages, leftMs } = of;
  const { release } = of.draft;
  const statements = judge ? release.undecided() : [];
  if (!judge || statements.length === 0) return '';
  const request = { question: query.asked.text, statements, passages };
  return release.judge(await judge(request, { meter, leftMs, signal }));
}

/** Says that the answer goes beyond the knowledge base; empty when it does not. */
function noteBelow(
  statements: readonly ReleasedStatement[],
  mode: ChatMode,
  language: string | null,
): string {
  const unsupported = statements.filter(({ checked }) => checked.verdict === 'unsupported').length;
  // In `learning` only a judgement leaves an answer that was sent without any support.
  const isBeyond = unsupported > 0 && (mode === 'open' || unsupported === statements.length);
  return isBeyond ? `\n\n${repliesIn(language).replies.beyond.partly}` : '';
}

/** What only a model vouches for counts as synthesized. */
function isSynthesized(statements: readonly ReleasedStatement[], sources: readonly Source[]): boolean {
  const isComposed = new Set(sources.map(({ docId }) => docId)).size > 1;
  return (
    isComposed || statements.some(({ checked }) => (checked.rulesVerdict ?? checked.verdict) !== 'supported')
  );
}

/** The prompt with the most of the best passages that fit into it together, in its order. */
function promptWithin(
  finding: Finding,
  of: {
    passageTokensMax: number;
    tokensOf: (passage: Passage) => number;
    promptOf: (passages: Passage[]) => { prompt: Prompt; passages: number };
  },
): { prompt: Prompt; shown: Finding } {
  for (let tokensMax = of.passageTokensMax; ; tokensMax *= LESS) {
    const tokensOf = (place: number) => of.tokensOf(finding.passages[place]!.passage);
    const shown = contextOf(finding, { tokensOf, tokensMax });
    const { prompt, passages } = of.promptOf(shown.passages.map(({ passage }) => passage));
    if (passages === shown.passages.length) return { prompt, shown };
  }
}
