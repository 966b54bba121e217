import type { Answer, AnswerEvent, RelatedSource } from '../answering/answer.ts';
import { type Annotation, type Completion, type CompletionUsage, MODEL_ID } from './schemas/openai.ts';
import type { ServerSentEvent } from './sse.ts';

/** What all chunks of one completion have in common. */
export interface CompletionFrame {
  /** The correlation id. */
  readonly correlationId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Where a source can be read. */
  readonly linkOf: (source: RelatedSource) => string;
  /** Whether the sources are also listed below the answer. */
  readonly listsSources?: boolean;
}

/** What a completion says. */
type Said = Pick<Answer, 'text' | 'sources' | 'related'> & {
  readonly meta: Pick<Answer['meta'], 'usage' | 'truncated'>;
};

/** A text that no model wrote, and that cites nothing. */
export function plainly(text: string): Said {
  return { text, sources: [], related: [], meta: { usage: null } };
}

/** An answer as a chat completion of OpenAI's API. */
export function completionOf(said: Said, frame: CompletionFrame): Completion {
  const { text, sources, meta } = said;
  return {
    ...headOf(frame),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text + sourceList(said, frame),
          refusal: null,
          annotations: annotationsOf({ text, sources }, { ...frame, offset: 0 }),
        },
        logprobs: null,
        finish_reason: finishOf(meta),
      },
    ],
    usage: usageOf(meta.usage),
  };
}

/** Stands between text that was withdrawn and the answer that replaces it: a stream cannot take text back. */
const REPLACED = '\n\n---\n\n';

/** The events of an answer as the chunks of a streamed completion. */
export async function* completionChunks(
  events: AsyncIterable<Exclude<AnswerEvent, { type: 'done' }> | { type: 'done'; answer: Said }>,
  frame: CompletionFrame & { readonly includesUsage: boolean },
): AsyncGenerator<ServerSentEvent> {
  const head = { ...headOf(frame), object: 'chat.completion.chunk' };
  const common = { ...head, ...(frame.includesUsage && { usage: null }) };
  const chunk = (delta: object, finish_reason: string | null = null): ServerSentEvent => ({
    data: { ...common, choices: [{ index: 0, delta, logprobs: null, finish_reason }] },
  });
  let sent = '';
  for await (const event of events) {
    if (event.type === 'sources') yield chunk({ role: 'assistant', content: '', refusal: null });
    if (event.type === 'token') {
      sent += event.delta;
      yield chunk({ content: event.delta });
    }
    if (event.type !== 'done') continue;
    const { text, sources, meta } = event.answer;
    const before = text.startsWith(sent) ? '' : sent + REPLACED;
    const rest = (before + text + sourceList(event.answer, frame)).slice(sent.length);
    if (rest !== '') yield chunk({ content: rest });
    const annotations = annotationsOf({ text, sources }, { ...frame, offset: before.length });
    yield chunk(annotations.length > 0 ? { annotations } : {}, finishOf(meta));
    if (frame.includesUsage) yield { data: { ...head, choices: [], usage: usageOf(meta.usage) } };
    yield { data: '[DONE]' };
    return;
  }
  throw new Error('Cannot end the stream as its events ended before `done`');
}

function headOf({ correlationId, now }: CompletionFrame) {
  return { id: `chatcmpl-${correlationId}`, created: Math.floor(now / 1_000), model: MODEL_ID };
}

/** Passages listed below a refusal: those that may help. */
const RELATED_LISTED = 3;

/** The sources as a list in Markdown. */
function sourceList({ sources, related }: Said, { listsSources, linkOf }: CompletionFrame): string {
  if (!listsSources) return '';
  const lines = sources.length > 0 ? sources : related.slice(0, RELATED_LISTED);
  const linked = lines.map((source) => {
    const label = source.label.replaceAll(/[[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
    const url = linkOf(source).replaceAll('(', '%28').replaceAll(')', '%29');
    return `- ${'n' in source ? `[${source.n}] ` : ''}[${label}](${url})`;
  });
  return linked.length > 0 ? `\n\n${linked.join('\n')}` : '';
}

const LISTED = /\n\n(?:- (?:\[\d+\] )?\[(?:[^\]\\\n]|\\.)*\]\([^\s()]*\)(?:\n|$))+$/;

/** A message of an earlier completion without its list of sources. */
export function withoutSourceList(text: string): string {
  return text.replace(LISTED, '');
}

/** Each marker in the answer with its source. */
function annotationsOf(
  { text, sources }: Pick<Answer, 'text' | 'sources'>,
  { linkOf, offset }: Pick<CompletionFrame, 'linkOf'> & { offset: number },
): Annotation[] {
  return [...text.matchAll(/\[(\d+)\]/g)].flatMap(({ 0: marker, 1: n, index }) => {
    const source = sources.find((cited) => cited.n === Number(n));
    if (!source) return [];
    const [start_index, end_index] = [offset + index, offset + index + marker.length];
    const url_citation = { start_index, end_index, url: linkOf(source), title: source.label };
    return { type: 'url_citation' as const, url_citation };
  });
}

function finishOf({ truncated }: Said['meta']): 'stop' | 'length' {
  return truncated ? 'length' : 'stop';
}

function usageOf(usage: Said['meta']['usage']): CompletionUsage {
  const { promptTokens, completionTokens } = usage ?? { promptTokens: 0, completionTokens: 0 };
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
