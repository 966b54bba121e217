import { RefusedError } from '../../errors.ts';
import { EXTRACTIVE } from '../../model-providers.ts';
import type { LanguageModel, Prompt } from '../../ports/language-model.ts';
import type { Logger } from '../../ports/logger.ts';
import { detectLanguage } from '../../retrieval/analysis/language.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { AnswerEvent } from '../answer.ts';
import { hasBefore } from '../conversation/memory.ts';
import { type Finding, isForModel } from '../finding.ts';
import { overall } from '../grounding.ts';
import { RELATED, relatedTo } from '../quote-answer.ts';
import { languageOfReply, primaryLanguage } from '../replies/reply-language.ts';
import { isNothing, type NothingWritten, type WritingTask, type WrittenAnswer } from '../written-answer.ts';
import { beyondNote } from './beyond-note.ts';
import { candidateQuotes, candidateSources, citedSources } from './candidate-sources.ts';
import { isModelFailure, limitedSignal, TooSlowError } from './completion.ts';
import { contextOf } from './context.ts';
import { createEchoes } from './echo.ts';
import { fallBack } from './fallback.ts';
import { answerInstructions, type Persona } from './instructions.ts';
import { createMissingPart } from './missing-part.ts';
import { modelText } from './model-text.ts';
import type { createPassageTexts } from './passage-text.ts';
import { answerPrompt } from './prompt.ts';
import { createRelease } from './release.ts';
import type { createPassageNumbering } from './statement-check.ts';
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
  /** Whether text is sent sentence by sentence, each verified, or as it comes and verified at the end. */
  readonly streamVerify: 'sentence' | 'off';
  /** What to do when the provider fails: quote the passages, or report the error. */
  readonly fallback: 'extractive' | 'error';
  readonly answerTokensMax: number;
  /** Most tokens of passages in a prompt. */
  readonly contextPassageTokens: number;
  readonly queryExpansion: 'auto' | 'always' | 'off';
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

/** Caches of passage analyses, shared by all questions. */
interface PassageReaders {
  readonly number: ReturnType<typeof createPassageNumbering>;
  readonly textOf: ReturnType<typeof createPassageTexts>;
}

/**
 * Lets the model write the answer and checks each sentence against the passages. Sources are numbered as in the prompt,
 * the same in the `sources` event, the tokens and the answer, which lists only those it cites.
 */
export async function* composeAnswer(
  task: WritingTask,
  { languageModel, settings, newMarker, now, logger, number, textOf }: ComposerParts & PassageReaders,
): AsyncGenerator<AnswerEvent, WrittenAnswer | NothingWritten> {
  const { question, query, finding, language, signal, meter, elapsedMs } = task;
  const isFound = isForModel(finding, task);
  if (!isFound && question.mode !== 'open') return { sent: 'nothing', model: EXTRACTIVE };

  const asked = question.language === 'auto' ? null : question.language;
  const replyLanguage = asked ? primaryLanguage(asked) : languageOfReply(question.text, language);
  const marker = newMarker();
  const persona = settings;
  const system = answerInstructions({
    ...{ mode: question.mode, persona, marker, language: asked },
    today: new Date(now()).toISOString().slice(0, 10),
    hasConversation: hasBefore(task.conversation),
  });
  const budget = {
    contextTokens: languageModel.contextTokens,
    completionTokens: Math.min(
      settings.answerTokensMax,
      Math.floor(languageModel.contextTokens * COMPLETION_SHARE_MAX),
    ),
  };
  const { prompt, shown } = promptWithin(isFound ? finding : { ...finding, passages: [] }, {
    passageTokensMax: Math.min(settings.contextPassageTokens, budget.contextTokens * CONTEXT_SHARE_MAX),
    tokensOf: (passage) => textOf(passage, marker).tokens,
    promptOf: (passages) => {
      const parts = { question: query.question, passages, conversation: task.conversation };
      return answerPrompt(system, parts, { marker, budget, textOf });
    },
  });
  const passages = number(shown.passages);
  const quoteOf = candidateQuotes(shown, passages);
  yield {
    type: 'sources',
    // Computed only for streams; a reader of the whole answer never reads them.
    get sources() {
      return candidateSources(passages, quoteOf);
    },
  };

  const echoes = createEchoes({ question: query.question, instructions: system });
  const missing = createMissingPart(`${question.text}\n${query.question}`, replyLanguage);
  const opening = isFound ? '' : `${beyondNote('wholly', replyLanguage)}\n\n`;
  const isVerified = settings.streamVerify === 'sentence';
  function begin() {
    const release = createRelease(passages, {
      mode: question.mode,
      language: replyLanguage,
      echoes,
      missing,
      opening,
    });
    return { release, writing: createWriting(release, { isVerified, opening }), isBlank: true };
  }
  let answer = begin();
  /** Thoughts were shown: no token is added to them, and `done` replaces them. */
  let isReplaced = false;
  let sent: NothingWritten['sent'] = 'sources';
  const nothing = (): NothingWritten => ({ sent, model: languageModel.id });
  try {
    const limitMs = settings.questionTimeoutMs * TIME_SHARE_MAX - elapsedMs;
    using limited = limitedSignal(signal, Math.max(0, limitMs));
    for await (const part of modelText(languageModel, prompt, {
      completionTokensMax: budget.completionTokens,
      signal: limited.signal,
    })) {
      if (part.type === 'restart') {
        answer = begin();
        isReplaced = sent === 'text';
        continue;
      }
      if (part.type === 'finish') meter.add(part.usage);
      if (part.type === 'finish' && part.reason === 'refused') return nothing();
      if (part.type === 'text') answer.isBlank &&= part.delta.trim() === '';
      // Nothing but thoughts: it has not said that the passages do not answer.
      else if (answer.isBlank) throw new RefusedError({ code: 'model_failed' });
      const { writing, release } = answer;
      const delta = part.type === 'text' ? writing.add(part.delta) : writing.end(part.reason);
      if (writing.isDeclined()) return nothing();
      if (delta !== '' && !isReplaced) {
        sent = 'text';
        yield { type: 'token', delta };
      }
      if (release.isLooping()) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!isModelFailure(error)) throw error;
    const code = error instanceof RefusedError ? error.refusal.code : 'deadline_exceeded';
    // The reason is already logged. A busy model is a matter of load, and comes often.
    const note = code === 'model_busy' ? logger.info : logger.warn;
    note('The language model failed', { model: languageModel.id, code, fallback: settings.fallback });
    if (settings.fallback === 'error')
      throw error instanceof TooSlowError
        ? new RefusedError(
            { code: 'deadline_exceeded', limitMs: settings.questionTimeoutMs },
            { cause: error },
          )
        : error;
    return yield* fallBack(task, { sent, shown });
  }
  const { release } = answer;
  const { statements } = release;
  if (statements.length === 0) {
    // Nothing that it wrote is supported; a quotation is better than nothing.
    const quoted = yield* fallBack(task, { sent, shown });
    return isNothing(quoted) ? nothing() : quoted;
  }

  const isBeyond = statements.some(({ checked }) => checked.verdict === 'unsupported');
  let text = release.text();
  if (isFound && isBeyond && question.mode === 'open') {
    const note = `\n\n${beyondNote('partly', replyLanguage)}`;
    text += note;
    if (isVerified && !isReplaced) yield { type: 'token', delta: note };
  }
  const sources = citedSources(statements, passages, quoteOf);
  const isComposed = new Set(sources.map(({ docId }) => docId)).size > 1;
  return {
    text,
    sources,
    related: relatedTo(finding, { without: sources, limit: RELATED.below }),
    statements: statements.map(({ place }) => place),
    grounding: overall(statements.map(({ checked }) => checked)),
    isSynthesized: isComposed || statements.some(({ checked }) => checked.verdict !== 'supported'),
    language: replyLanguage ?? detectLanguage(text),
    model: languageModel.id,
  };
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
