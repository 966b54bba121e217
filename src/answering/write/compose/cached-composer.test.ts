import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCorpusForTests } from '../../../../test/answering-corpus.ts';
import { asking, HANDBOOK } from '../../../../test/answering-stand.ts';
import { createScriptedModel } from '../../../../test/scripted-model.ts';
import type { AnswerEvent, Question } from '../../answer.ts';

const REFUNDS = 'Within how many days are refunds paid?';
const PAID = 'Refunds are paid within 14 days of the return [1].';

describe('The answer cache', () => {
  it('reuses an answer for an equal question, in a separate reply', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model, prompts } = createScriptedModel(PAID);
    const { ask, events, memory } = asking(corpus, { languageModel: model, cachedMax: 9 });
    const first = await ask(REFUNDS);
    const again = await all(events('within how many days are REFUNDS paid', { conversationId: 'new' }));
    assert.equal(prompts.length, 1);
    assert.deepEqual(
      again.map(({ type }) => type),
      ['sources', 'token', 'done'],
    );
    const done = again.at(-1)!;
    assert.ok(done.type === 'done' && again[0]?.type === 'sources');
    const { text, sources, meta } = done.answer;
    assert.deepEqual([text, sources, again[0].sources], [first.text, first.sources, first.sources]);
    assert.deepEqual([first.meta.cached, meta.cached], [undefined, true]);
    assert.deepEqual([meta.usage, meta.conversationId, meta.model], [null, 'new', 'scripted/one']);
    assert.deepEqual(
      [meta.grounded, meta.statements, meta.synthesized],
      [first.meta.grounded, first.meta.statements, first.meta.synthesized],
    );
    const { turns } = await memory.recall({ userId: 'ann', conversationId: 'new' });
    assert.deepEqual(turns, [{ question: 'within how many days are REFUNDS paid', answer: PAID }]);
  });

  it('does nothing when switched off', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model, prompts } = createScriptedModel(PAID, PAID);
    const { ask } = asking(corpus, { languageModel: model });
    await ask(REFUNDS);
    assert.equal((await ask(REFUNDS)).meta.cached, undefined);
    assert.equal(prompts.length, 2);
  });

  it('writes a new answer for another mode, another language or other passages', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const others: Partial<Question>[] = [
      { mode: 'strict' },
      { language: 'en' },
      { topK: 1, given: { topK: true, scoreThreshold: false } },
      { filter: { tags: ['shop'] } },
    ];
    const { model, prompts } = createScriptedModel(...Array(5).fill(PAID), 'NO_ANSWER');
    const { ask } = asking(corpus, { languageModel: model, cachedMax: 9 });
    await ask(REFUNDS);
    for (const other of others) assert.equal((await ask(REFUNDS, other)).meta.cached, undefined);
    for (const other of others) assert.equal((await ask(REFUNDS, other)).meta.cached, true);
    assert.equal(prompts.length, 5);
    assert.equal((await ask(REFUNDS, { filter: { tags: ['hr'] } })).meta.refused, true);
    const strict = { scoreThreshold: 1, given: { topK: false, scoreThreshold: true } };
    assert.equal((await ask(REFUNDS, strict)).meta.refused, true, 'a threshold of the request holds');
  });

  it('keeps no refusal, no fallback, and nothing without a source', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'NO_ANSWER',
      { pieces: [], ends: 'fails' },
      { pieces: ['Two weeks, I believe.'], ends: 'stop' },
      PAID,
    );
    const { ask } = asking(corpus, { languageModel: model, cachedMax: 9 });
    const replies = [];
    for (let i = 0; i < 4; i++) replies.push(await ask(REFUNDS, { mode: 'open' }));
    assert.deepEqual(
      replies.map(({ meta }) => [meta.model, meta.cached, meta.refused]),
      [
        ['scripted/one', undefined, true],
        ['extractive', undefined, false],
        ['scripted/one', undefined, false],
        ['scripted/one', undefined, false],
      ],
    );
    assert.equal((await ask(REFUNDS, { mode: 'open' })).text, PAID);
  });

  it('shares quotations in place of a failed model among equal questions, and calls them no reused answer', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel({ pieces: [], ends: 'fails' });
    const { events } = asking(corpus, { languageModel: scripted.model, cachedMax: 9 });
    const askers = ['a', 'b'].map((conversationId) => all(events(REFUNDS, { conversationId })));
    for (const told of await Promise.all(askers)) {
      const done = told.at(-1)!;
      assert.ok(done.type === 'done');
      const { cached, fallback, model } = done.answer.meta;
      assert.deepEqual([cached, fallback, model], [undefined, true, 'extractive']);
    }
    assert.equal(scripted.prompts.length, 1);
  });

  it('keeps no answer that read a conversation, and serves a follow-up that was made to stand alone', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const DAMAGED = 'What happens with damaged items?';
    const REPLACED = 'Damaged items are replaced at no charge [1].';
    const { model, prompts } = createScriptedModel(
      PAID,
      DAMAGED,
      `${REPLACED} As you said, Ann.`,
      REPLACED,
      DAMAGED,
    );
    const { ask } = asking(corpus, { languageModel: model, cachedMax: 9 });
    await ask(REFUNDS, { conversationId: 'a' });
    const followUp = await ask('And if they are broken?', { conversationId: 'a' });
    assert.match(followUp.text, /as you said/i);
    const alone = await ask(DAMAGED);
    assert.deepEqual([alone.text, alone.meta.cached], [REPLACED, undefined]);
    assert.equal(prompts.length, 4);
    await ask(REFUNDS, { conversationId: 'b', userId: 'bob' });
    const other = await ask('And if they are broken?', { conversationId: 'b', userId: 'bob' });
    assert.deepEqual([other.text, other.meta.cached], [REPLACED, true]);
    assert.deepEqual(other.meta.usage, { promptTokens: 100, completionTokens: 7 }, 'of the rewriting alone');
  });

  it('never serves a follow-up rewritten by rules as the question in its own words', async () => {
    const text = 'Employees get 30 days of paid leave. Contractors get 20 days of paid leave.';
    await using corpus = await openCorpusForTests([{ docId: 'one', title: 'Leave', chunks: [{ text }] }]);
    const [employees, contractors] = ['Employees get 30 days [1].', 'Contractors get 20 days [1].'];
    const fails = { pieces: [], ends: 'fails' } as const;
    const { model } = createScriptedModel(employees, contractors, fails, contractors);
    const { ask } = asking(corpus, { languageModel: model, cachedMax: 9 });
    const followUp = 'And how many days of leave is it?';
    assert.equal((await ask(followUp)).text, employees);
    assert.equal((await ask(followUp)).meta.cached, true);
    await ask('Do contractors get paid leave?', { conversationId: 'b' });
    const { text: answer, meta } = await ask(followUp, { conversationId: 'b' });
    assert.deepEqual([answer, meta.cached], [contractors, undefined]);
  });

  it('writes one answer for concurrent equal questions, and goes on when the first client leaves', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel({ pieces: PAID.split(/(?= )/), ends: 'stop' });
    const { events } = asking(corpus, { languageModel: scripted.model, cachedMax: 9 });
    const leaving = new AbortController();
    const askers = ['a', 'b', 'c'].map((conversationId, i) =>
      all(events(REFUNDS, { conversationId }, i === 0 ? leaving.signal : undefined), (event) => {
        if (i === 0 && event.type === 'sources') leaving.abort(new Error('left'));
      }),
    );
    await assert.rejects(askers[0]!, /left/);
    for (const told of await Promise.all(askers.slice(1))) {
      const done = told.at(-1)!;
      assert.ok(done.type === 'done');
      assert.deepEqual([done.answer.text, done.answer.meta.cached], [PAID, true]);
      assert.equal(told.map((event) => (event.type === 'token' ? event.delta : '')).join(''), PAID);
    }
    assert.deepEqual([scripted.prompts.length, scripted.broken()], [1, 0]);
  });

  it('writes a new answer once people have decided on one, even on one that was being written', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model, prompts } = createScriptedModel(PAID, PAID, PAID);
    let decided: number | undefined;
    const decidedAt = async () => decided;
    const { events, ask } = asking(corpus, { languageModel: model, cachedMax: 9, decidedAt });
    await all(events(REFUNDS), (event) => {
      if (event.type === 'sources') decided = 1;
    });
    assert.equal((await ask(REFUNDS)).meta.cached, undefined);
    assert.equal((await ask(REFUNDS)).meta.cached, true);
    decided = 2;
    assert.equal((await ask(REFUNDS)).meta.cached, undefined);
    assert.equal(prompts.length, 3);
  });

  it('reuses nothing while it is not known what people have decided', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model, prompts } = createScriptedModel(PAID, PAID);
    const decidedAt = () => Promise.reject(new Error('the store is down'));
    const { ask } = asking(corpus, { languageModel: model, cachedMax: 9, decidedAt });
    assert.deepEqual([(await ask(REFUNDS)).text, (await ask(REFUNDS)).text], [PAID, PAID]);
    assert.equal(prompts.length, 2);
  });
});

async function all(events: AsyncIterable<AnswerEvent>, onEvent: (event: AnswerEvent) => void = () => {}) {
  const told: AnswerEvent[] = [];
  for await (const event of events) {
    told.push(event);
    onEvent(event);
  }
  return told;
}
