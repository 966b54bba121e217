import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCorpusForTests } from '../../../../test/answering-corpus.ts';
import { asking, assertWellFormed, HANDBOOK } from '../../../../test/answering-stand.ts';
import { createScriptedModel } from '../../../../test/scripted-model.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import { parseQuestion } from '../../../question/parsed-question.ts';
import type { Answer, AnswerEvent } from '../../answer.ts';

const LEAVE = 'How many days of paid leave does an employee get?';
const REFUNDS = 'Within how many days are refunds paid?';

async function told(events: AsyncIterable<AnswerEvent>) {
  const all: AnswerEvent[] = [];
  for await (const event of events) all.push(event);
  const done = all.at(-1)!;
  assert.ok(done.type === 'done');
  const text = all.map((event) => (event.type === 'token' ? event.delta : '')).join('');
  const sources = all.flatMap((event) => (event.type === 'sources' ? [event.sources] : []));
  return { all, text, sources, answer: done.answer };
}

const statementsIn = ({ text, meta }: Answer) =>
  meta.statements.map(({ start, end, verdict, citations }) => [text.slice(start, end), verdict, citations]);

describe('Answering through a language model', () => {
  it('gives the model’s sentences with the sources that support them', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel(
      'An employee gets 30 days of paid leave a year [1]. Unused leave days expire in March.',
    );
    const { text, sources, answer } = await told(
      asking(corpus, { languageModel: scripted.model }).events(LEAVE),
    );
    assertWellFormed(answer);
    assert.equal(
      answer.text,
      'An employee gets 30 days of paid leave a year [1]. Unused leave days expire in March. [1]',
    );
    assert.equal(text, answer.text);
    assert.equal(sources.length, 1);
    assert.equal(sources[0]![0]!.docId, 'handbook');
    const [source] = answer.sources;
    assert.deepEqual([answer.sources.length, source!.docId, source!.n, source!.page], [1, 'handbook', 1, 4]);
    assert.equal(source!.quotes.length, 2, 'both sentences of the passage');
    const { model, grounded, synthesized, refused, usage, language } = answer.meta;
    assert.deepEqual(
      { model, grounded, synthesized, refused, usage, language },
      {
        ...{
          model: 'scripted/one',
          grounded: 'supported',
          synthesized: false,
          refused: false,
          language: 'en',
        },
        usage: { promptTokens: 100, completionTokens: 17 },
      },
    );
    assert.deepEqual(statementsIn(answer), [
      ['An employee gets 30 days of paid leave a year [1].', 'supported', [1]],
      ['Unused leave days expire in March.', 'supported', [1]],
    ]);
    assert.deepEqual(scripted.tokens, [1_000]);
  });

  it('sends each sentence when the next one has begun', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const pieces = [
      'Every employee gets 30 days of paid leave a year. [1]',
      ' Unused leave',
      ' days expire in March. [1]',
    ];
    const { model } = createScriptedModel({ pieces, ends: 'stop' });
    const tokens = (await told(asking(corpus, { languageModel: model }).events(LEAVE))).all.flatMap(
      (event) => (event.type === 'token' ? [event.delta] : []),
    );
    assert.deepEqual(tokens, [
      'Every employee gets 30 days of paid leave a year. [1]',
      ' Unused leave days expire in March. [1]',
    ]);
  });

  it('gives a model with a small window the best passages, the second best last', async () => {
    const rules = ['oak', 'elm', 'ash', 'fir', 'yew'].map((tree, i) => ({
      docId: tree,
      title: `The ${tree}`,
      chunks: [
        { text: `Felling ${'a tree needs a permit. '.repeat(5 - i)}${`The ${tree} is old. `.repeat(20)}` },
      ],
    }));
    await using corpus = await openCorpusForTests(rules);
    let before = Number.POSITIVE_INFINITY;
    for (let contextTokens = 4_000; contextTokens > 1_000; contextTokens -= 100) {
      const { model, prompts } = createScriptedModel();
      const languageModel = { ...model, contextTokens };
      await asking(corpus, { languageModel }).ask('Does felling a tree need a permit?', { mode: 'open' });
      const { text } = prompts[0]!.messages[0]!;
      const shown = Array.from(text.matchAll(/^The (\w+) \(/gmu), ([, tree]) => tree);
      assert.ok(shown.length > 0 && shown.length <= before);
      const expected = [...['oak', 'ash', 'fir', 'yew'].slice(0, Math.max(1, shown.length - 1)), 'elm'];
      assert.deepEqual(shown, expected.slice(0, shown.length), `at ${contextTokens}`);
      before = shown.length;
    }
    assert.ok(before < 5);
  });

  it('repairs markers: removes dangling ones, adds missing ones and corrects wrong ones', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Refunds are paid within 14 days of the return [9]. Damaged items are replaced at no charge [4].\n\n```\nrefund[7]\n```',
    );
    const { answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS));
    const n = answer.sources.find(({ docId }) => docId === 'refunds')!.n;
    assert.ok(
      answer.text.startsWith(
        `Refunds are paid within 14 days of the return. [${n}] Damaged items are replaced at no charge. [${n}]`,
      ),
    );
    assert.match(answer.text, /refund\[7\]/, 'markers in code are none');
  });

  it('withholds in strict what no passage says, and is never synthesized', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Refunds are paid within 14 days of the return. They are paid in gold coins by the mayor. The VPN gateway listens on port 51820.',
    );
    const { text, answer } = await told(
      asking(corpus, { languageModel: model }).events(REFUNDS, { mode: 'strict' }),
    );
    assertWellFormed(answer);
    assert.match(
      answer.text,
      /^Refunds are paid within 14 days of the return\. \[\d\]$/,
      'one document carries it all',
    );
    assert.equal(text, answer.text, 'what is withheld is never shown');
    assert.deepEqual([answer.meta.synthesized, answer.meta.grounded], [false, 'supported']);
  });

  it('quotes where nothing that the model wrote is supported, shows none of it, and says so', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const quoted = (await asking(corpus).ask(REFUNDS)).text;
    for (const mode of ['strict', 'learning'] as const)
      for (const reply of [
        'Refunds are paid in gold coins by the mayor of Oslo.',
        'They are paid in gold coins. The mayor of Bergen does it himself.',
        'Would you like to know more?',
      ]) {
        const { model } = createScriptedModel(reply);
        const { text, sources, answer } = await told(
          asking(corpus, { languageModel: model }).events(REFUNDS, { mode }),
        );
        assertWellFormed(answer);
        assert.deepEqual([text, answer.text, sources.length], [quoted, quoted, 1]);
        const { model: by, fallback, refused, grounded } = answer.meta;
        assert.deepEqual([by, fallback, refused, grounded], ['extractive', true, false, 'supported']);
      }
  });

  it('refuses where neither the model’s text is supported nor a quotation answers', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const mode of ['strict', 'learning'] as const) {
      const { model } = createScriptedModel('Shops are painted blue by the mayor of Bergen.');
      const { text, answer } = await told(
        asking(corpus, { languageModel: model }).events('Who may paint a shop?', { mode }),
      );
      assertWellFormed(answer);
      assert.deepEqual([text, answer.meta.refused], [answer.text, true]);
      assert.equal(answer.meta.model, 'scripted/one');
    }
  });

  it('marks unsupported statements in learning, and counts the answer as going beyond the passages', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Happy to help with that today! Refunds are paid within 14 days of the return [1]. They are paid in gold coins by the mayor [1].',
    );
    const { text, answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS));
    assertWellFormed(answer);
    assert.equal(text, answer.text);
    assert.deepEqual(
      statementsIn(answer).map(([, verdict]) => verdict),
      ['unsupported', 'supported', 'unsupported'],
    );
    assert.deepEqual(statementsIn(answer)[2], [
      'They are paid in gold coins by the mayor.',
      'unsupported',
      [],
    ]);
    assert.deepEqual([answer.meta.grounded, answer.meta.synthesized], ['partial', true]);
  });

  it('refuses where the model does, and shows the passages that may help', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const reply of [
      'NO_ANSWER',
      '**NO_ANSWER**\n',
      { pieces: ['Refunds are paid within 14 days.', ' Then'], ends: 'refused' },
    ] as const) {
      const { model } = createScriptedModel(reply);
      const { text, answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS));
      assertWellFormed(answer);
      assert.match(answer.text, /^I found no sure answer/);
      assert.equal(answer.meta.refused, true);
      assert.equal(answer.related[0]!.docId, 'refunds');
      assert.equal(answer.meta.model, 'scripted/one');
      if (typeof reply === 'string') assert.equal(text, answer.text);
    }
  });

  it('says which part of the question is not answered, in words of the question', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const asked = 'Within how many days are refunds paid, and in which currency?';
    const paid = 'Refunds are paid within 14 days of the return [1].';
    for (const mode of ['strict', 'learning'] as const) {
      const { model } = createScriptedModel(`${paid}\n\nMISSING: in which currency`);
      const { text, answer } = await told(asking(corpus, { languageModel: model }).events(asked, { mode }));
      assertWellFormed(answer);
      assert.equal(answer.text, `${paid}\n\nNot in the knowledge base: in which currency`);
      assert.equal(text, answer.text);
      assert.deepEqual(statementsIn(answer), [[paid, 'supported', [1]]]);
      assert.deepEqual([answer.meta.grounded, answer.meta.synthesized], ['supported', false]);

      const lying = createScriptedModel(`${paid}\nMISSING: they are paid in gold coins by the mayor`);
      assert.equal((await asking(corpus, { languageModel: lying.model }).ask(asked, { mode })).text, paid);

      const alone = createScriptedModel('MISSING: in which currency');
      const quoted = await asking(corpus, { languageModel: alone.model }).ask(asked, { mode });
      assert.equal(quoted.meta.fallback, true, 'that alone is no answer');
    }
  });

  it('composes of several documents, and says so', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Refunds are paid within 14 days of the return. Every employee gets 30 days of paid leave a year.',
    );
    const { answer } = await told(
      asking(corpus, { languageModel: model }).events('How many days for refunds and for paid leave?'),
    );
    assert.equal(new Set(answer.sources.map(({ docId }) => docId)).size, 2);
    assert.deepEqual([answer.meta.grounded, answer.meta.synthesized], ['supported', true]);
  });

  it('accepts an answer in the language of the question, whatever the language of the documents', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK.filter(({ language }) => language !== 'de'));
    const question = 'Innerhalb wie vieler Tage werden die Refunds nach dem Return bezahlt?';
    const { model } = createScriptedModel(
      'Erstattet wird innerhalb von 14 Tagen [1]. Nach 15 Tagen verfällt es [1].',
    );
    const { answer } = await told(
      asking(corpus, { languageModel: model }).events(question, { scoreThreshold: 0 }),
    );
    assert.deepEqual(statementsIn(answer), [
      ['Erstattet wird innerhalb von 14 Tagen [1].', 'partial', [1]],
      ['Nach 15 Tagen verfällt es.', 'unsupported', []],
    ]);
    assert.deepEqual([answer.meta.refused, answer.meta.language], [false, 'de']);
  });

  it('goes beyond the knowledge base only in open, and says so', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const question = 'Which planets have rings made of ice?';
    for (const mode of ['strict', 'learning'] as const) {
      const { model, prompts } = createScriptedModel('Saturn has rings made of ice.');
      const { answer } = await told(asking(corpus, { languageModel: model }).events(question, { mode }));
      assert.deepEqual([answer.meta.refused, answer.meta.model, prompts.length], [true, 'extractive', 0]);
    }
    const { model, prompts } = createScriptedModel('Saturn has rings made of ice. So has Uranus.');
    const { text, sources, answer } = await told(
      asking(corpus, { languageModel: model }).events(question, { mode: 'open' }),
    );
    assertWellFormed(answer);
    assert.equal(
      answer.text,
      'The knowledge base does not cover this; the following comes from general knowledge.\n\nSaturn has rings made of ice. So has Uranus.',
    );
    assert.deepEqual([text, sources, answer.sources], [answer.text, [[]], []]);
    const { grounded, synthesized, refused } = answer.meta;
    assert.deepEqual(
      { grounded, synthesized, refused },
      { grounded: 'unsupported', synthesized: true, refused: false },
    );
    assert.deepEqual(statementsIn(answer)[1], ['So has Uranus.', 'unsupported', []]);
    assert.ok(
      !prompts[0]!.messages[0]!.text.includes('Handbook'),
      'passages that do not answer are not shown',
    );
  });

  it('says in open which part goes beyond the passages', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Refunds are paid within 14 days of the return [1]. Norwegian law demands the same.',
    );
    const { text, answer } = await told(
      asking(corpus, { languageModel: model }).events(REFUNDS, { mode: 'open' }),
    );
    assertWellFormed(answer);
    assert.match(answer.text, /the same\.\n\nSentences without a number go beyond the knowledge base\.$/);
    assert.equal(text, answer.text);
    assert.equal(answer.meta.grounded, 'partial');
  });

  it('asks no model for a greeting, for an approved answer and below a threshold of the request', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model, prompts } = createScriptedModel();
    const { passages } = await corpus.finder.find(parseQuestion('refund', ['en']), { limit: 1 });
    const approvedPassages = async (question: string) => (question === 'Approved?' ? passages : []);
    const { ask } = asking(corpus, { languageModel: model, approvedPassages });
    assert.equal((await ask('Hello!')).meta.refused, false);
    for (let turn = 0; turn < 3; turn++)
      assert.equal((await ask('Approved?', { conversationId: 'one' })).meta.grounded, 'supported');
    const given = { topK: false, scoreThreshold: true };
    assert.equal((await ask(REFUNDS, { scoreThreshold: 1, given })).meta.refused, true);
    assert.equal(prompts.length, 0);
    await ask(REFUNDS, { scoreThreshold: 1 });
    assert.equal(prompts.length, 1, 'else the model judges');
  });

  it('looks up once whether an answer to the question was approved', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const asked: string[] = [];
    const approvedPassages = async (question: string) => {
      asked.push(question);
      return [];
    };
    const { model } = createScriptedModel('They are paid within 14 days. [1]');
    await asking(corpus, { languageModel: model, approvedPassages }).ask(REFUNDS);
    assert.deepEqual(asked, [REFUNDS]);
  });

  it('says after a refusal whom to ask, with and without a model', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const languageModel of [undefined, createScriptedModel('NO_ANSWER').model]) {
      const { ask } = asking(corpus, {
        escalationMessage: 'Ask Ann (ext. 7).',
        ...(languageModel && { languageModel }),
      });
      for (const question of ['Which planets have rings made of ice?', REFUNDS]) {
        const { text, meta } = await ask(question);
        assert.equal(/\sAsk Ann \(ext\. 7\)\.$/.test(text), meta.refused);
      }
    }
  });

  it('drops the last sentence when the model was cut off in its middle, and marks the answer', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const pieces = ['Refunds are paid within 14 days of the return. ', 'Damaged items are'];
    const { model } = createScriptedModel({ pieces, ends: 'length' }, { pieces, ends: 'stop' });
    const { ask } = asking(corpus, { languageModel: model, cachedMax: 9 });
    const { text, meta } = await ask(REFUNDS);
    assert.match(text, /return\. \[\d\]$/);
    assert.equal(meta.truncated, true);
    const again = await ask(REFUNDS);
    assert.deepEqual([again.meta.cached, again.meta.truncated], [true, true]);
    assert.equal((await ask('Are refunds paid within 14 days?')).meta.truncated, undefined);
  });

  it('streams the text as it comes when sentences are not verified first, and ends with the verified one', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const reply = 'Refunds are paid within 14 days of the return [9]. They are paid in gold coins.';
    const settings = { streamVerify: 'off' } as const;
    const { model } = createScriptedModel(reply, 'NO_ANSWER');
    const { events } = asking(corpus, { languageModel: model, settings });
    const { text, answer } = await told(events(REFUNDS, { mode: 'strict' }));
    assert.equal(text, reply);
    assert.match(answer.text, /^Refunds are paid within 14 days of the return\. \[\d\]$/);
    const refused = await told(events(REFUNDS, { mode: 'strict', conversationId: 'two' }));
    assert.equal(refused.text, refused.answer.text, 'the sign of no answer is never shown');
  });

  it('lets no image through in what is a code block only by its indentation', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Refunds are paid within 14 days of the return [1].\n\n    ```\n![a](http://x.example/a)\n',
    );
    const { answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS, { mode: 'open' }));
    assert.match(answer.text, /x\.example/);
    assert.doesNotMatch(answer.text, /!\[/);
  });

  it('reads an answer that is wholly in a fence', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const mode of ['strict', 'learning', 'open'] as const) {
      const { model } = createScriptedModel(
        '```markdown\nRefunds are paid within 14 days of the return [1].\n```',
      );
      const { text, answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS, { mode }));
      assert.match(answer.text, /^Refunds are paid within 14 days of the return \[\d\]\.$/);
      assert.equal(text, answer.text);
    }
  });

  it('refuses where the sign of no answer is in a fence', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const sign of ['```\nNO_ANSWER\n```', '```text\nNO_ANSWER\n```', '`NO_ANSWER`']) {
      const { model } = createScriptedModel(sign);
      const { ask } = asking(corpus, { languageModel: model });
      assert.equal((await ask(REFUNDS, { mode: 'open' })).meta.refused, true);
    }
  });

  it('replaces thoughts that were shown, and adds no token to them', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const thoughts = 'Damaged items are replaced at no charge. Hm.\n';
    const answer = 'Refunds are paid within 14 days of the return.';
    for (const [pieces, shown] of [
      [[thoughts, answer], /^Damaged items are replaced at no charge\. \[\d\]$/],
      [['Hm.\n', answer], /^Refunds are paid/],
    ] as const) {
      const { model } = createScriptedModel({ pieces, ends: 'stop', restartsAt: 1 });
      const mode = 'strict';
      const given = await told(asking(corpus, { languageModel: model }).events(REFUNDS, { mode }));
      assert.match(given.answer.text, /^Refunds are paid within 14 days of the return\. \[\d\]$/);
      assert.equal(given.answer.meta.statements.length, 1);
      assert.match(given.text, shown);
    }
  });

  it('says a sentence once that the model says again and again', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const repeated of [
      'Refunds are paid within 14 days of the return [1]. ',
      'Refunds are paid within 14 days of the return [1]. Damaged items are replaced. ',
    ]) {
      const { model } = createScriptedModel(repeated.repeat(20));
      const { text } = await asking(corpus, { languageModel: model }).ask(REFUNDS);
      assert.equal(text.split('paid within').length, 2, text);
    }
  });

  it('ends a call in which the model goes round in circles, and answers with what it wrote before', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const said = 'Refunds are paid within 14 days of the return [1]. ';
    for (const loop of ['We are glad to help. ', 'Ask us. We help. ', '4. See above.\n5. See above.\n']) {
      const pieces = [said, ...new Array<string>(40).fill(loop)];
      const scripted = createScriptedModel({ pieces, ends: 'stalls' });
      const settings = { questionTimeoutMs: 600_000 };
      const answer = await asking(corpus, { languageModel: scripted.model, settings }).ask(REFUNDS);
      assert.match(answer.text, /^Refunds are paid within 14 days/);
      assert.equal(answer.meta.fallback, undefined);
      assert.equal(scripted.broken(), 1);
    }
  });

  it('takes neither the question nor the number of an item for an answer, where a weak model writes no more', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const asked = 'Are refunds paid within 14 days of the return?';
    const quoted = (await asking(corpus).ask(asked)).text;
    for (const mode of ['strict', 'learning'] as const)
      for (const echo of [
        asked,
        `**${asked.toUpperCase()}** [1]`,
        '13. The mayor of Oslo mints gold coins.\n14.',
      ]) {
        const { model } = createScriptedModel({ pieces: [echo], ends: 'length' });
        const { text } = await asking(corpus, { languageModel: model }).ask(asked, { mode });
        assert.equal(text, quoted, mode);
      }
    const { model } = createScriptedModel('Were refunds paid within 14 days of the return? [1]');
    const { text } = await asking(corpus, { languageModel: model }).ask(asked, { mode: 'strict' });
    assert.equal(text, quoted, 'no question is an answer in strict');
  });

  it('keeps a heading that recurs over other text', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const said = '### Note\n\nAsk Ann.\n\n---\n\n### Note\n\nAsk Bob.\n\n---\n\nThanks.';
    const { model } = createScriptedModel(said);
    const { text } = await asking(corpus, { languageModel: model }).ask(REFUNDS, { mode: 'open' });
    assert.ok(text.startsWith(said), text);
  });

  it('leaves out what the model repeats of its instructions, and keeps a short answer of one number', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const mode of ['learning', 'open'] as const) {
      const { model } = createScriptedModel('14 [1].\n\nAnswer in the language of the question. NO_ANSWER');
      const { text } = await asking(corpus, { languageModel: model }).ask(REFUNDS, { mode });
      assert.equal(text, '14 [1].');
    }
  });

  it('leaves out what the model repeats of its delimiters and its template', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const mode of ['strict', 'learning', 'open'] as const) {
      const { model } = createScriptedModel(
        '<|im_start|>assistant\n⟦a1b2c3d4e5f6 1⟧ Refunds are paid within 14 days of the return [1].</s>\n⟦/a1b2c3d4e5f6 1⟧<|im_end|>\n⟦/a1b2c3d4e5',
      );
      const { text } = await asking(corpus, { languageModel: model }).ask(REFUNDS, { mode });
      assert.match(text, /^Refunds are paid within 14 days of the return \[\d\]\.$/);
    }
  });

  it('lets no image and no unknown link through', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel(
      'Refunds are paid within 14 days of the return ![x](http://attacker.example/leak?q=1). [Damaged items](http://attacker.example) are replaced at no charge <script>.',
    );
    const { answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS));
    assert.doesNotMatch(answer.text, /attacker|!\[|<script/);
    assert.match(answer.text, /Damaged items are replaced/);
  });

  it('lets no unknown link through that a long sentence is cut in', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (let units = 490; units < 500; units++) {
      const { model } = createScriptedModel(
        `${'r'.repeat(units)}![x](http://attacker.example/${'q'.repeat(200)})`,
      );
      const { answer } = await told(
        asking(corpus, { languageModel: model }).events(REFUNDS, { mode: 'open' }),
      );
      assert.doesNotMatch(answer.text, /\]\(http|!\[/);
    }
  });
});

describe('A language model that fails', () => {
  it('is replaced by quotations, before and after its first sentence', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const quoted = (await asking(corpus).ask(REFUNDS)).text.replace(/\[\d\]/g, '[n]');
    for (const reply of [
      { pieces: [], ends: 'fails' },
      { pieces: ['\n'], ends: 'length' },
      { pieces: [], ends: 'stop' },
      { pieces: ['Thoughts alone.', '\n'], ends: 'stop', restartsAt: 1 },
      { pieces: ['Refunds are'], ends: 'is busy' },
      { pieces: ['Refunds are paid within 14 days of the return. ', 'Damaged '], ends: 'fails' },
    ] as const) {
      const { model } = createScriptedModel(reply);
      const stand = asking(corpus, { languageModel: model });
      const { text, answer } = await told(stand.events(REFUNDS));
      assert.equal(answer.text.replace(/\[\d\]/g, '[n]'), quoted);
      assert.deepEqual([answer.meta.model, answer.meta.fallback], ['extractive', true]);
      // A busy model is logged, but without a warning.
      assert.equal(stand.warnings.length, reply.ends === 'is busy' ? 0 : 1);
      if (!reply.pieces[0]?.includes('. ')) assert.equal(text, answer.text);
      else
        assert.match(
          text,
          /^Refunds are paid within 14 days of the return\. \[\d\]$/,
          'half an answer is not added to',
        );
    }
  });

  it('gives no whole answer where the stream breaks off, even without an error', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const said = ['Refunds are paid within 14 days of the return. ', 'Damaged items are replaced. '];
    const model: LanguageModel = {
      ...createScriptedModel().model,
      async *generate() {
        for (const delta of said) yield { type: 'text', delta };
      },
    };
    const { answer } = await told(asking(corpus, { languageModel: model }).events(REFUNDS));
    assert.deepEqual([answer.meta.model, answer.meta.fallback], ['extractive', true]);
    const { events } = asking(corpus, { languageModel: model, settings: { fallback: 'error' } });
    await assert.rejects(told(events(REFUNDS)), { message: 'model_failed' });
  });

  it('is replaced with the source numbers that the stream has already sent', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel({ pieces: [], ends: 'fails' });
    const { sources, answer } = await told(
      asking(corpus, { languageModel: model }).events('When did the shop in Oslo open and who founded it?'),
    );
    for (const { n, chunkId } of answer.sources)
      assert.equal(sources[0]!.find((source) => source.n === n)!.chunkId, chunkId);
  });

  it('is reported as an error when configured so', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const pieces of [[], ['Refunds are paid within 14 days of the return. ', 'Damaged ']]) {
      const { model } = createScriptedModel({ pieces, ends: 'fails' });
      const { events } = asking(corpus, { languageModel: model, settings: { fallback: 'error' } });
      await assert.rejects(told(events(REFUNDS)), { name: 'RefusedError', message: 'model_failed' });
    }
  });

  it('is aborted early enough to quote, when it stalls', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel(
      { pieces: ['Refunds'], ends: 'stalls' },
      { pieces: [], ends: 'stalls' },
    );
    const settings = { questionTimeoutMs: 1_500 };
    const { answer } = await told(
      asking(corpus, { languageModel: scripted.model, settings }).events(REFUNDS),
    );
    assert.deepEqual([answer.meta.model, answer.meta.refused], ['extractive', false]);
    const { events } = asking(corpus, {
      languageModel: scripted.model,
      settings: { ...settings, fallback: 'error' },
    });
    await assert.rejects(told(events(REFUNDS)), { message: 'deadline_exceeded' });
    assert.equal(scripted.broken(), 2);
  });

  it('is given no more time than the question has left', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { model } = createScriptedModel({ pieces: ['Refunds'], ends: 'stalls' });
    // Searching took 4 of 5 seconds.
    const stand = asking(corpus, { languageModel: model, msPerReading: 2_000 });
    const { answer } = await told(stand.events(REFUNDS, {}, AbortSignal.timeout(3_000)));
    assert.deepEqual([answer.meta.model, answer.meta.refused], ['extractive', false]);
  });

  it('is stopped with the reason when the client leaves', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel({ pieces: ['Refunds'], ends: 'stalls' });
    const controller = new AbortController();
    const events = asking(corpus, { languageModel: scripted.model }).events(REFUNDS, {}, controller.signal);
    const left = assert.rejects(told(events), /left/);
    while (scripted.prompts.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error('left'));
    await left;
    assert.equal(scripted.broken(), 1);
  });
});

describe('A conversation with a language model', () => {
  it('words a follow-up to stand alone by one call, and makes none for a first turn', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel(
      'Refunds are paid within 14 days of the return.',
      '"What happens with damaged items that are returned?"',
      'Damaged items are replaced at no charge.',
    );
    const { ask } = asking(corpus, { languageModel: scripted.model });
    await ask(REFUNDS, { conversationId: 'one' });
    const answer = await ask('And for broken ones?', { conversationId: 'one' });
    assert.match(answer.text, /^Damaged items are replaced/);
    assert.equal(answer.meta.retrieval.query, 'What happens with damaged items that are returned?');
    assert.deepEqual(answer.meta.usage, { promptTokens: 200, completionTokens: 11 + 8 });
    assert.equal(scripted.prompts.length, 3);
    assert.equal(scripted.tokens[1], 400);
    assert.match(scripted.prompts[2]!.messages[0]!.text, /Asked: Within how many days/);
  });

  it('leaves “yes” to the model, which may have asked something', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel('Refunds are paid within 14 days [1].');
    const { ask } = asking(corpus, { languageModel: scripted.model });
    const conversation = { conversationId: 'one' };
    assert.match((await ask('yes', conversation)).text, /^The number after each sentence/);
    assert.equal(scripted.prompts.length, 0);
    await ask(REFUNDS, conversation);
    await ask('yes', conversation);
    assert.ok(scripted.prompts.length > 1);
  });

  it('never says that it can only quote', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const scripted = createScriptedModel('Refunds are paid within 14 days [1].');
    const { ask } = asking(corpus, { languageModel: scripted.model });
    assert.doesNotMatch((await ask('summarise')).text, /I quote/);
  });

  it('ends the rewriting of a follow-up as soon as no question can come of it', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const chatting = { pieces: ['Sure, happy to help!\n\n', 'It is free.'], ends: 'stalls' } as const;
    const scripted = createScriptedModel('Refunds are paid within 14 days of the return.', chatting, 'x');
    const settings = { questionTimeoutMs: 600_000 };
    const { ask } = asking(corpus, { languageModel: scripted.model, settings });
    await ask(REFUNDS, { conversationId: 'one' });
    await ask('And for damaged items?', { conversationId: 'one' });
    assert.equal(scripted.broken(), 1);
  });

  it('leaves a follow-up to the rules when the model does not help', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const useless of [
      { pieces: [], ends: 'fails' },
      { pieces: [], ends: 'refused' },
      { pieces: ['x'], ends: 'stalls' },
      '',
      'Sure!\nHere is the question:\nWhat about damaged items?',
      `What of ${'damaged '.repeat(300)}?`,
      '?!',
    ] as const) {
      const scripted = createScriptedModel(
        'Refunds are paid within 14 days of the return.',
        useless,
        'Damaged items are replaced at no charge.',
      );
      const { ask } = asking(corpus, {
        languageModel: scripted.model,
        settings: { questionTimeoutMs: 3_000 },
      });
      await ask(REFUNDS, { conversationId: 'one' });
      const answer = await ask('And for damaged items?', { conversationId: 'one' });
      assert.match(answer.meta.retrieval.query, /^And for damaged items\? \(.*refunds.*\)$/);
      assert.match(answer.text, /^Damaged items are replaced/);
    }
  });
});
