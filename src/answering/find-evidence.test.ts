import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CorpusForTests, openCorpusForTests } from '../../test/answering-corpus.ts';
import { asking, HANDBOOK } from '../../test/answering-stand.ts';
import { createScriptedModel, type ScriptedReply } from '../../test/scripted-model.ts';

const SURE = 'How many days of paid leave does every employee get a year?';
const UNSURE = 'Who pays for broken goods?';
const WORDED = JSON.stringify({
  question: UNSURE,
  wordings: ['damaged items are replaced', 'no charge'],
  names: [],
});
const ANSWER = 'Damaged items are replaced at no charge [1].';

describe('Finding the passages for a language model', () => {
  let corpus: CorpusForTests;
  let english: CorpusForTests;
  before(async () => {
    corpus = await openCorpusForTests(HANDBOOK);
    english = await openCorpusForTests(HANDBOOK.filter(({ language = 'en' }) => language === 'en'));
  });
  after(async () => {
    await corpus[Symbol.asyncDispose]();
    await english[Symbol.asyncDispose]();
  });

  function modelled(
    queryExpansion: 'auto' | 'always' | 'off',
    replies: readonly (ScriptedReply | string)[],
    of = corpus,
  ) {
    const scripted = createScriptedModel(...replies);
    const settings = { queryExpansion, questionTimeoutMs: 3_000 };
    const { ask } = asking(of, { languageModel: scripted.model, settings });
    const isWording = ({ system }: { system: string }) => /You do not answer it/.test(system);
    return { ask, scripted, calls: () => scripted.prompts.map((p) => (isWording(p) ? 'words' : 'answers')) };
  }

  it('takes one call where the question’s own words surely find an answer, two otherwise', async () => {
    const sure = modelled('auto', ['An employee gets 30 days of paid leave a year [1].']);
    assert.equal((await sure.ask(SURE)).meta.refused, false);
    assert.deepEqual(sure.calls(), ['answers']);

    const unsure = modelled('auto', [WORDED, ANSWER]);
    const answer = await unsure.ask(UNSURE);
    assert.match(answer.text, /^Damaged items are replaced at no charge \[\d\]\.$/);
    assert.equal(answer.meta.retrieval.query, UNSURE, 'in its own words');
    assert.deepEqual(unsure.calls(), ['words', 'answers']);
    assert.equal(answer.meta.usage!.promptTokens, 200, 'both are counted');
  });

  it('words every question, or none, where the setting says so', async () => {
    const always = modelled('always', [WORDED, ANSWER]);
    await always.ask(SURE);
    assert.deepEqual(always.calls(), ['words', 'answers']);
    const off = modelled('off', [ANSWER, WORDED, ANSWER]);
    await off.ask(SURE, { conversationId: 'one' });
    await off.ask('And for broken goods?', { conversationId: 'one' });
    assert.deepEqual(off.calls(), ['answers', 'words', 'answers'], 'a follow-up must stand alone');
  });

  it('finds documents in another language than the question’s by the model’s wordings', async () => {
    const reply =
      '{"question": "Wie viel Urlaub bekommt man?", "wordings": ["days of paid leave"], "names": []}';
    const { ask, scripted } = modelled('auto', [reply, 'Man bekommt 30 Tage [1].'], english);
    const { text, meta } = await ask('Wie viel Urlaub bekommt man?');
    assert.match(scripted.prompts[0]!.system, /documents' language: English/);
    assert.match(scripted.prompts[1]!.messages[0]!.text, /30 days of paid leave/);
    assert.deepEqual([text, meta.refused, meta.language], ['Man bekommt 30 Tage [1].', false, 'de']);
  });

  it('makes no prompt for an answer where neither the question nor a wording finds a passage', async () => {
    const reply = '{"question": "Xyzzy?", "wordings": ["qwrtp of the"], "names": ["Plugh"]}';
    const { ask, calls } = modelled('auto', [reply]);
    assert.equal((await ask('Xyzzy?')).meta.refused, true);
    assert.deepEqual(calls(), ['words']);
  });

  it('searches for the question as it is where the wording fails in any way', async () => {
    const question = 'Who replaces broken items?';
    for (const useless of [
      { pieces: [], ends: 'fails' },
      { pieces: [], ends: 'is busy' },
      { pieces: ['{'], ends: 'stalls' },
      { pieces: [WORDED], ends: 'refused' },
      'Sure!\nI would search for refunds.',
      '{"question": "broken JSON',
    ] as const) {
      const { ask, calls } = modelled('auto', [useless, ANSWER]);
      const { meta, text } = await ask(question);
      assert.deepEqual([meta.refused, meta.retrieval.query], [false, question]);
      assert.match(text, /^Damaged items are replaced/);
      assert.deepEqual(calls(), ['words', 'answers']);
    }
  });

  it('never becomes stricter by a larger top_k', async () => {
    for (const question of [SURE, UNSURE, 'When did the shop in Oslo open?', 'Is there a doctor?']) {
      let [passages, isAnswered] = [0, false];
      for (const topK of [1, 2, 5, 10, 20]) {
        const { ask, scripted } = modelled('off', [ANSWER]);
        const given = { topK: true, scoreThreshold: false };
        const { meta } = await ask(question, { topK, given, mode: 'open' });
        const shown = scripted.prompts[0]!.messages[0]!.text.match(/^⟦\w+ \d+⟧/gmu)?.length ?? 0;
        assert.ok(shown >= passages && (!isAnswered || !meta.refused), `${question} ${topK}`);
        assert.ok(shown <= topK);
        [passages, isAnswered] = [shown, !meta.refused];
      }
    }
  });
});
