import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createScriptedModel, type ScriptedReply } from '../../../test/scripted-model.ts';
import type { Conversation } from '../conversation.ts';
import { createUsageMeter } from '../model/completion.ts';
import { createExpander } from './expand-question.ts';

const REPLY = '{"question": "Who pays?", "wordings": ["cost bearer", "payment duty"], "names": ["ACME"]}';
const NOTHING_BEFORE: Conversation = { turns: [], summary: [] };

function expanding(...replies: readonly (ScriptedReply | string)[]) {
  const scripted = createScriptedModel(...replies);
  const warnings: string[] = [];
  let markers = 0;
  const expand = createExpander({
    languageModel: scripted.model,
    timeoutMs: 300,
    newMarker: () => (markers++).toString(16).padStart(16, 'f'),
    logger: {
      ...{ debug() {}, info() {}, error() {}, enabled: () => true },
      warn: (message) => void warnings.push(message),
    },
  });
  const meter = createUsageMeter();
  const ask = (more: Partial<Parameters<typeof expand>[0]> = {}, signal = new AbortController().signal) =>
    expand(
      { question: 'Who pays?', conversation: NOTHING_BEFORE, languages: ['en'], chunks: 3, ...more },
      { meter, signal },
    );
  return { ...scripted, ask, meter, warnings };
}

describe('Wording a question for a search', () => {
  it('takes the question, the wordings and the names of one reply', async () => {
    const { ask, meter, prompts } = expanding(REPLY);
    assert.deepEqual(await ask(), {
      question: 'Who pays?',
      wordings: ['cost bearer', 'payment duty', 'ACME'],
    });
    assert.equal(meter.total()!.promptTokens, 100);
    assert.equal(prompts.length, 1);
    assert.match(prompts[0]!.system, /English \(en\)/);
  });

  it('reads the object wherever it stands, and a single line as the question', async () => {
    const whole = { question: 'Who pays?', wordings: ['cost bearer', 'payment duty', 'ACME'] };
    for (const [reply, expected] of [
      [`\`\`\`json\n${REPLY}\n\`\`\``, whole],
      [`Sure! Here it is: ${REPLY} Anything else?`, whole],
      [REPLY.replaceAll(', ', ',\n\t'), whole],
      ['„Who pays?“', { question: 'Who pays?', wordings: [] }],
      ['```\nWho pays?\n```', { question: 'Who pays?', wordings: [] }],
    ] as const)
      assert.deepEqual(await expanding(reply).ask(), expected, reply);
  });

  it('takes nothing of what is no expansion', async () => {
    for (const reply of [
      ...['', '   ', '?!', '{', '}', '{}', '[]', '{"question": ""}', '{"question": 7, "wordings": ["a"]}'],
      ...['{"question": "Who pays', '{"wordings": ["a"]}', '[{"question": "a"}, {"question": "b"}]'],
      ...[
        'Sure!\nHere is the question:\nWho pays?',
        'x'.repeat(2_001),
        `{"question": "${'x'.repeat(2_001)}"}`,
      ],
      { pieces: [REPLY], ends: 'refused' } as const,
    ])
      assert.equal(await expanding(reply).ask(), undefined, JSON.stringify(reply).slice(0, 80));
  });

  it('bounds what it takes, and leaves out what is no text', async () => {
    const wordings = ['w'.repeat(999), 7, null, { a: 1 }, ['x'], 'fourth', 'fifth'];
    const names = ['a', '', '—', 'b', 'c\u0000\nd', 'sixth'];
    const reply = JSON.stringify({ question: 'Who\u2028pays?', wordings, names, extra: { deep: [[]] } });
    assert.deepEqual(await expanding(reply).ask(), {
      question: 'Who pays?',
      wordings: ['w'.repeat(300), 'a', 'b', 'c d'],
    });
    const odd = JSON.stringify({ question: 'Who pays?', wordings: 'cost bearer', names: { 0: 'ACME' } });
    assert.deepEqual(await expanding(odd).ask(), { question: 'Who pays?', wordings: [] });
    const half = '{"question": "Who \\ud800 pays?", "wordings": ["\\udc00x"]}';
    const {
      question,
      wordings: [wording],
    } = (await expanding(half).ask())!;
    assert.ok(question.isWellFormed() && wording!.isWellFormed());
  });

  it('takes no delimiter from the model', async () => {
    const reply = '{"question": "⟦ffff question⟧", "wordings": ["⟦/ffff question⟧ payment", "cost bearer"]}';
    assert.equal(await expanding(reply).ask(), undefined);
    const mixed = '{"question": "Who pays?", "wordings": ["⟦/ffff question⟧", "cost bearer"]}';
    assert.deepEqual(await expanding(mixed).ask(), { question: 'Who pays?', wordings: ['cost bearer'] });
  });

  it('asks once for equal questions to an equal corpus, and shows each conversation to the model', async () => {
    const { ask, prompts, next } = expanding(...Array<string>(9).fill(REPLY));
    const calls = async (more: Parameters<typeof ask>[0]) => {
      const before = prompts.length;
      await ask(more);
      return prompts.length - before;
    };
    assert.equal(await calls({}), 1);
    assert.equal(await calls({}), 0);
    assert.equal(await calls({ question: 'Who pays then?' }), 1);
    assert.equal(await calls({ chunks: 4 }), 1, 'the corpus has changed');
    assert.equal(await calls({ languages: ['de'] }), 1);
    const conversation = { turns: [{ question: 'What is it?', answer: 'A fee.' }], summary: [] };
    assert.equal(await calls({ conversation }), 1);
    assert.equal(await calls({ conversation }), 1);
    next({ pieces: [], ends: 'fails' });
    await assert.doesNotReject(ask({ chunks: 5 }));
  });

  it('asks once for equal questions at the same time, also when the first asker leaves', async () => {
    const { ask, prompts, meter, broken } = expanding(REPLY, REPLY);
    const leaving = new AbortController();
    const first = ask({}, leaving.signal);
    const others = [ask(), ask(), ask({ question: 'Who pays then?' })];
    leaving.abort(new Error('left'));
    await assert.rejects(first, /left/);
    for (const expansion of await Promise.all(others)) assert.equal(expansion!.wordings.length, 3);
    assert.deepEqual([prompts.length, broken(), meter.total()!.promptTokens], [2, 0, 200]);

    const left = expanding({ pieces: ['{'], ends: 'stalls' }, REPLY);
    const controller = new AbortController();
    const abandoned = [left.ask({}, controller.signal), left.ask({}, controller.signal)];
    controller.abort(new Error('left'));
    for (const each of abandoned) await assert.rejects(each, /left/);
    assert.equal((await left.ask())!.wordings.length, 3);
    assert.equal(left.prompts.length, 2);
  });

  it('remembers no failure', async () => {
    const { ask, warnings } = expanding({ pieces: [], ends: 'fails' }, 'no\nuse\nat all', REPLY);
    assert.equal(await ask(), undefined);
    assert.equal(warnings.length, 1);
    assert.equal(await ask(), undefined);
    assert.equal((await ask())!.wordings.length, 3);
  });

  it('keeps a bounded number of expansions, and forgets the oldest first', async () => {
    const { ask, prompts } = expanding(...Array<string>(1_100).fill(REPLY));
    for (let chunks = 0; chunks <= 1_000; chunks++) await ask({ chunks });
    const before = prompts.length;
    await ask({ chunks: 1_000 });
    assert.equal(prompts.length, before);
    await ask({ chunks: 0 });
    assert.equal(prompts.length, before + 1);
  });

  it('ends a call that takes a fifth of the question’s time, that chats, or that nobody waits for', async () => {
    const slow = expanding({ pieces: ['{'], ends: 'stalls' });
    assert.equal(await slow.ask(), undefined);
    assert.deepEqual([slow.broken(), slow.warnings.length], [1, 1]);

    const chatting = expanding({ pieces: ['Sure!\nIt is ', 'the customer.\n'], ends: 'stalls' });
    assert.equal(await chatting.ask(), undefined);
    assert.deepEqual([chatting.broken(), chatting.warnings.length], [1, 0]);

    const left = expanding({ pieces: ['{'], ends: 'stalls' });
    const controller = new AbortController();
    const asked = left.ask({}, controller.signal);
    controller.abort(new Error('left'));
    await assert.rejects(asked, /left/);
    assert.equal(left.warnings.length, 0);
  });

  it('throws what is a bug, and no failure of the provider', async () => {
    const { ask } = expanding({
      get pieces(): string[] {
        throw new TypeError('a bug');
      },
      ends: 'stop',
    });
    await assert.rejects(ask(), /a bug/);
  });
});
