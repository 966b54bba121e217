/** A language model that mostly quotes the passages it is given, and now and then fails in every way that it can. */
import {
  type Behaviour,
  babbles,
  failsWith,
  failsWithin,
  stalls,
  staysSilent,
  tears,
  writes,
} from '../../test/model-servers/behaviour.ts';
import { startOpenAiServer } from '../../test/model-servers/openai.ts';

/** Every so often it is down for a while, long enough for the circuit breaker. */
const OUTAGE_EVERY_MS = 300_000;
const OUTAGE_MS = 20_000;
const TOKEN_MS = 3;
const SENTENCE_END = /(?<=[.。؟!?])\s*/;

const FAULTS: readonly (() => Behaviour)[] = [
  staysSilent,
  () => stalls('The bridge was completed'),
  () => tears('The bridge was'),
  () => failsWithin('The bridge was'),
  () => failsWith(500),
  () => failsWith(429, { message: 'Too many requests', retryAfter: '1' }),
  () => babbles('<html>Bad gateway</html>', 'text/html'),
];

/** @param options.faultShare Share of the calls that end with a fault, outages apart. */
export async function startUnreliableModel(options: { faultShare: number; random: () => number }) {
  const { faultShare, random } = options;
  const server = await startOpenAiServer();
  let isReliable = false;
  server.answer(({ body, atMs }) => {
    server.forget();
    const isDown = atMs % OUTAGE_EVERY_MS > OUTAGE_EVERY_MS - OUTAGE_MS;
    if (!isReliable && isDown) return failsWith(503);
    if (!isReliable && random() < faultShare) return FAULTS[Math.floor(random() * FAULTS.length)]!();
    return writes(answerTo(textOf(body)), { tokenMs: TOKEN_MS });
  });
  return {
    baseUrl: server.baseUrl,
    /** From now on no call fails. */
    recover() {
      isReliable = true;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Quotes each sentence that names what the question names and a year; without passages it repeats the question. */
function answerTo(message: string): string {
  const parts = [...message.matchAll(/⟦(\w+) (\w+)⟧\n([\s\S]*?)\n⟦\/\1 \2⟧/g)].map(
    ([, , name, text]) => [name!, text!] as const,
  );
  const question = parts.find(([name]) => name === 'question')?.[1];
  if (question === undefined) return 'They talked about bridges.';
  const passages = parts.filter(([name]) => /^\d+$/.test(name));
  if (passages.length === 0) return question;
  const names: string[] = question.match(/[A-Z][a-z]{5,}/g) ?? [];
  const sentences = passages.flatMap(([number, text]) =>
    text
      .replace(/^.*updated \d{4}-\d\d-\d\d\)\n/, '')
      .split(SENTENCE_END)
      .filter((sentence) => /\d{4}/.test(sentence) && names.some((name) => sentence.includes(name)))
      .map((sentence) => `${sentence} [${number}]`),
  );
  return sentences.length === 0 ? 'NO_ANSWER' : sentences.slice(0, 3).join(' ');
}

function textOf(body: { messages?: readonly { role: string; content: unknown }[] }): string {
  const content = body.messages?.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
