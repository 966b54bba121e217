import { RefusedError } from '../../errors.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import { detectLanguage } from '../../retrieval/analysis/language.ts';
import type { AnswerEvent } from '../answer.ts';
import { isAnswerable } from '../finding.ts';
import { overall } from '../grounding.ts';
import { EXTRACTIVE } from '../quoted-answer.ts';
import { languageOfReply, primaryLanguage } from '../replies/reply-language.ts';
import type { NothingWritten, WritingTask, WrittenAnswer } from '../written-answer.ts';
import { beyondNote } from './beyond-note.ts';
import { candidateQuotes, candidateSources, citedSources } from './candidate-sources.ts';
import { isModelFailure, limitedSignal, TooSlowError } from './completion.ts';
import { fallBack } from './fallback.ts';
import { answerInstructions, type Persona } from './instructions.ts';
import type { createPassageTexts } from './passage-text.ts';
import { answerPrompt } from './prompt.ts';
import { createRelease } from './release.ts';
import type { createPassageNumbering } from './statement-check.ts';
import { createWriting } from './writing.ts';

/** What of a model's context the completion may take at most. */
const COMPLETION_SHARE_MAX = 0.25;
/** What of the question's time the model may take; the rest is for what stands in for it. */
const TIME_SHARE_MAX = 0.9;

/** By the names of `Config`. */
interface CompositionSettings extends Persona {
  /** Whether the text is told sentence by sentence as each is verified, or as it comes, to be verified at the end. */
  readonly streamVerify: 'sentence' | 'off';
  /** What is done when the provider fails: the passages are quoted, or the failure is told. */
  readonly fallback: 'extractive' | 'error';
  readonly answerTokensMax: number;
  /** Time for the whole question. */
  readonly questionTimeoutMs: number;
}

export interface ComposerParts {
  readonly languageModel: LanguageModel;
  readonly settings: CompositionSettings;
  /** A new one for each prompt: at least 12 random characters of `0-9a-f`. */
  readonly newMarker: () => string;
  readonly logger: Logger;
}

/** What is remembered of passages from question to question. */
interface PassageReaders {
  readonly number: ReturnType<typeof createPassageNumbering>;
  readonly textOf: ReturnType<typeof createPassageTexts>;
}

/**
 * Lets the model write the answer and holds each sentence against the passages. The numbers of the `sources` event are
 * the passages' in the prompt; tokens and the answer keep them, and the answer lists those that it cites.
 */
export async function* composeAnswer(
  task: WritingTask,
  { languageModel, settings, newMarker, logger, number, textOf }: ComposerParts & PassageReaders,
): AsyncGenerator<AnswerEvent, WrittenAnswer | NothingWritten> {
  const { question, query, finding, language, signal, meter } = task;
  const isFound = isAnswerable(finding, question.scoreThreshold);
  // As where no model is set: the gate refuses before any is asked.
  if (!isFound && question.mode !== 'open') return { sent: 'nothing', model: EXTRACTIVE };

  const asked = question.language === 'auto' ? null : question.language;
  const replyLanguage = asked ? primaryLanguage(asked) : languageOfReply(question.text, language);
  const marker = newMarker();
  const budget = {
    contextTokens: languageModel.contextTokens,
    completionTokens: Math.min(
      settings.answerTokensMax,
      Math.floor(languageModel.contextTokens * COMPLETION_SHARE_MAX),
    ),
  };
  const system = answerInstructions({
    mode: question.mode,
    persona: settings,
    marker,
    language: asked,
  });
  const parts = {
    question: query.question,
    passages: isFound ? finding.passages.map(({ passage }) => passage) : [],
    conversation: task.conversation,
  };
  const { prompt, passages: count } = answerPrompt(system, parts, { marker, budget, textOf });
  const passages = number(finding.passages.slice(0, count));
  const quoteOf = candidateQuotes(finding, passages);
  yield {
    type: 'sources',
    // Whoever waits for the whole answer does not ask for them.
    get sources() {
      return candidateSources(passages, quoteOf);
    },
  };

  const opening = isFound ? '' : `${beyondNote('wholly', replyLanguage)}\n\n`;
  const release = createRelease(passages, { mode: question.mode, language: replyLanguage, opening });
  const isVerified = settings.streamVerify === 'sentence';
  let sent: NothingWritten['sent'] = 'sources';
  const nothing = (): NothingWritten => ({ sent, model: languageModel.id });
  try {
    using limited = limitedSignal(signal, settings.questionTimeoutMs * TIME_SHARE_MAX);
    const writing = createWriting(release, { isVerified, opening });
    for await (const part of languageModel.generate(prompt, {
      completionTokensMax: budget.completionTokens,
      signal: limited.signal,
    })) {
      if (part.type === 'finish') meter.add(part.usage);
      if (part.type === 'finish' && part.reason === 'refused') return nothing();
      const delta = part.type === 'text' ? writing.add(part.delta) : writing.end(part.reason);
      if (writing.isDeclined) return nothing();
      if (delta === '') continue;
      sent = 'text';
      yield { type: 'token', delta };
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isModelFailure(error)) throw error;
    const code = error instanceof RefusedError ? error.refusal.code : 'deadline_exceeded';
    // Why is in the log already. A model that is busy is a question of load, and has many of these.
    const note = code === 'model_busy' ? logger.info : logger.warn;
    note('The language model failed', { model: languageModel.id, code, fallback: settings.fallback });
    if (settings.fallback === 'error')
      throw error instanceof TooSlowError
        ? new RefusedError(
            { code: 'deadline_exceeded', limitMs: settings.questionTimeoutMs },
            { cause: error },
          )
        : error;
    return yield* fallBack(task, { sent });
  }
  const { statements } = release;
  if (statements.length === 0) return nothing();

  const isBeyond = statements.some(({ checked }) => checked.verdict === 'unsupported');
  let { text } = release;
  if (isFound && isBeyond && question.mode === 'open') {
    const note = `\n\n${beyondNote('partly', replyLanguage)}`;
    text += note;
    if (isVerified) yield { type: 'token', delta: note };
  }
  const sources = citedSources(statements, passages, quoteOf);
  const isComposed = new Set(sources.map(({ docId }) => docId)).size > 1;
  return {
    text,
    sources,
    statements: statements.map(({ place }) => place),
    grounding: overall(statements.map(({ checked }) => checked)),
    isSynthesized: isComposed || statements.some(({ checked }) => checked.verdict !== 'supported'),
    language: replyLanguage ?? detectLanguage(text),
    model: languageModel.id,
  };
}
