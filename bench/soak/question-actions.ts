/** What visitors ask, and how they leave. */
import { postJson } from '../../scripts/api-client.ts';
import { drawn } from './book.ts';
import { questionOf } from './contents.ts';
import type { ActionParts, Actions } from './document-actions.ts';
import { countUp } from './visitors.ts';

const USERS = 40;
const FOREIGN = [
  'What is the airspeed velocity of an unladen swallow?',
  'Wie hoch ist der Mount Everest?',
  'Quelle est la capitale de l’Australie ?',
  '世界上最长的河流是哪一条？',
  'Hello!',
  'asdf qwer',
];
const FOLLOW_UPS = [
  'And how long did the work take?',
  'When was it completed?',
  'Und wie lange dauerte die Arbeit?',
];
/** On a machine that is busy with other things a deadline may pass: the report counts them. */
const ANSWERED = [200, 504];
const BURST = 130;
const SHOWN = 300;
/** Of the tags that questions name, most are of no language. */
const LANG_SHARE = 0.1;

export function questionActions({ visitors, book }: ActionParts): Actions {
  const { send, random, tally } = visitors;

  /** The question about a document that exists, or did a moment ago. */
  function known(): string {
    const fact = book.any()?.content.fact;
    return fact ? questionOf(fact.town, fact.language) : FOREIGN[0]!;
  }

  /** Of nobody in particular, so that nothing said before is looked at. */
  function asking(question: string, options: Record<string, unknown> = {}): RequestInit {
    const mode = drawn(['strict', 'learning', 'learning', 'open'], random);
    const letters = random()
      .toString(36)
      .replaceAll(/[^a-z]/g, '');
    const lang = random() < LANG_SHARE ? { lang: `q${letters.slice(0, 5).padEnd(5, 'q')}` } : {};
    return postJson({ question, mode, ...lang, ...options });
  }

  async function ask(name: string, init: RequestInit): Promise<void> {
    const askedAt = performance.now();
    const { status, body } = await send(name, '/api/v1/chat', init, ANSWERED);
    if (status === 200) noteAnswer(body, performance.now() - askedAt);
  }

  function noteAnswer(body: { meta: Meta }, totalMs: number): void {
    const { meta } = body;
    countUp(tally.outcomes, `answer ${meta.refused ? 'refused' : meta.model}`);
    if (meta.review_entry_id !== null) countUp(tally.outcomes, 'answer held');
    book.answered(meta.correlation_id);
    tally.answers.push({ totalMs, retrieveMs: meta.timings_ms.retrieve });
  }

  /** @param leavesAfter Share of the streams that are left after the first events. */
  async function stream(init: RequestInit, { leavesAfter }: { leavesAfter: number }): Promise<void> {
    const leaving = new AbortController();
    const isLeft = random() < leavesAfter;
    const askedAt = performance.now();
    try {
      const response = await visitors.call('/api/v1/chat/stream', { ...init, signal: leaving.signal });
      if (response.status !== 200) return countUp(tally.outcomes, `stream ${response.status}`);
      let text = '';
      for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
        text += piece;
        if (isLeft) leaving.abort();
      }
      const last = /event: (done|error)\ndata: (.*)\n\n$/.exec(text);
      countUp(tally.outcomes, `stream ${last?.[1] ?? 'without an end'}`);
      if (last?.[1] === 'done') noteAnswer(JSON.parse(last[2]!), performance.now() - askedAt);
      else if (!text.includes('"deadline_exceeded"'))
        visitors.complain(`a stream ended with: ${text.slice(-SHOWN)}`);
    } catch (error) {
      if (!isLeft) throw error;
      countUp(tally.outcomes, 'stream left');
    }
  }

  async function converse(): Promise<void> {
    const conversation = { conversation_id: `talk-${Math.floor(random() * 200)}` };
    const headers = { 'x-user-id': `user-${Math.floor(random() * USERS)}` };
    for (const question of [known(), drawn(FOLLOW_UPS, random)!, known()])
      await ask('follow-up', postJson({ question, ...conversation }, headers));
  }

  async function leaveAnswer(): Promise<void> {
    const signal = AbortSignal.timeout(Math.ceil(60 * random()));
    const response = await visitors
      .call('/api/v1/chat', { ...asking(known()), signal })
      .catch(() => undefined);
    await response?.text().catch(() => '');
    countUp(tally.outcomes, 'question left');
  }

  async function askBoth(): Promise<void> {
    const pair = drawn(book.pairs, random);
    if (!pair) return;
    const [one, other] = pair.towns;
    const question = `When were the bridge of ${one} and the bridge of ${other} completed?`;
    await ask('question about two', asking(question, { mode: 'learning' }));
  }

  async function trace(): Promise<void> {
    const id = drawn(book.correlationIds, random);
    if (id) await send('trace', `/api/v1/chat/${id}/trace`, {}, [200, 404]);
  }

  /** One address asks for more than it may. */
  async function burst(): Promise<void> {
    const headers = { 'x-forwarded-for': '10.9.9.9' };
    for (let i = 0; i < BURST; i++) await send('burst', '/api/v1/ingest/docs?limit=1', { headers });
  }

  return {
    ask: [12, () => ask('question', asking(known()))],
    askFiltered: [2, () => ask('filtered question', asking(known(), { filter: { tags: ['harbour'] } }))],
    askForeign: [4, () => ask('foreign question', asking(drawn(FOREIGN, random)!))],
    askBoth: [5, askBoth],
    stream: [8, () => stream(asking(known()), { leavesAfter: 0 })],
    leaveStream: [5, () => stream(asking(known()), { leavesAfter: 1 })],
    leaveAnswer: [2, leaveAnswer],
    converse: [4, converse],
    forget: [
      1,
      async () => {
        const headers = { 'x-user-id': `user-${Math.floor(random() * USERS)}` };
        await send('forget', '/api/v1/chat/memory', { method: 'DELETE', headers });
      },
    ],
    trace: [3, trace],
    burst: [0.05, burst],
  };
}

interface Meta {
  readonly refused: boolean;
  readonly model: string;
  readonly review_entry_id: string | null;
  readonly correlation_id: string;
  readonly timings_ms: { readonly retrieve: number };
}
