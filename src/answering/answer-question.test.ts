import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCorpusForTests } from '../../test/answering-corpus.ts';
import { asking, assertWellFormed, HANDBOOK } from '../../test/answering-stand.ts';
import { createMemoryKeyValueStore } from '../adapters/key-value/memory.ts';
import type { Answer, AnswerEvent } from './answer.ts';
import { foldAnswer } from './events.ts';

/** The sentences that an answer marks. */
const marked = ({ text, meta }: Answer) => meta.statements.map(({ start, end }) => text.slice(start, end));

describe('Answering a question', () => {
  it('quotes the passage that answers and marks the sentence, with a source that leads to its page', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const answer = await asking(corpus).ask('How many days of paid leave does an employee get?', {
      conversationId: 'c9',
    });
    assertWellFormed(answer);
    assert.equal(
      answer.text,
      'Every employee gets 30 days of paid leave a year. Unused leave days expire in March. [1]',
    );
    assert.deepEqual(marked(answer), ['Every employee gets 30 days of paid leave a year.']);
    const { docId, chunkId, page, section, label, snippet, url, kind } = answer.sources[0]!;
    assert.deepEqual(
      { docId, chunkId, page, section, label, url, kind },
      {
        docId: 'handbook',
        chunkId: 'handbook.1.0',
        page: 4,
        section: 'Leave',
        label: 'Handbook, p. 4',
        url: null,
        kind: 'document',
      },
    );
    assert.match(snippet, /30 days/);
    const { retrieval, timingsMs, statements, ...meta } = answer.meta;
    assert.deepEqual(meta, {
      correlationId: 'corr-1',
      conversationId: 'c9',
      mode: 'learning',
      language: 'en',
      model: 'extractive',
      grounded: 'supported',
      groundedScore: 1,
      refused: false,
      synthesized: false,
      reviewEntryId: null,
      standalone: 'How many days of paid leave does an employee get?',
      usage: null,
    });
    assert.equal(retrieval.query, 'How many days of paid leave does an employee get?');
    assert.deepEqual(statements, [{ start: 0, end: 49, verdict: 'supported', citations: [1], alarms: [] }]);
    assert.ok(retrieval.candidates > 0 && retrieval.bestScore > 0.3);
    assert.equal(timingsMs.total, timingsMs.retrieve + timingsMs.generate);
  });

  it('sends sources, then the text in parts, then the whole, which the parts add up to', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const events: AnswerEvent[] = [];
    for await (const event of asking(corpus).events('When did the shop in Oslo open and who founded it?'))
      events.push(event);
    const done = events.at(-1)!;
    assert.ok(done.type === 'done');
    assert.deepEqual(events[0], { type: 'sources', sources: done.answer.sources });
    const deltas = events
      .slice(1, -1)
      .map((event) => (event.type === 'token' ? event.delta : assert.fail(event.type)));
    assert.equal(deltas.join(''), done.answer.text);
    assert.match(done.answer.text, /1987/);
  });

  it('shows no citation from the document’s own text in the answer', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const answer = await asking(corpus).ask('What happens with damaged items?');
    assertWellFormed(answer);
    assert.match(answer.text, / Damaged items are replaced at no charge, see \(3\)\. \[1\]$/);
    assert.deepEqual(marked(answer), ['Damaged items are replaced at no charge, see (3).']);
    assert.equal(answer.meta.grounded, 'supported');
  });

  it('refuses in the language of the question when nothing supports an answer', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    for (const [question, opening] of [
      ['Which planets have rings made of ice?', /^Nothing in the knowledge base/],
      ['Welche Planeten haben Ringe aus Eis und Staub?', /^Nichts in der Wissensbasis/],
      ['¿Qué planetas tienen anillos de hielo y de polvo?', /^Nada en la base/],
      ['哪些行星有冰环？', /^知识库中没有/],
    ] as const) {
      const answer = await ask(question);
      assertWellFormed(answer);
      assert.match(answer.text, opening);
      const { refused, synthesized, grounded } = answer.meta;
      assert.deepEqual(
        { refused, synthesized, grounded },
        { refused: true, synthesized: false, grounded: null },
      );
    }
    assert.match((await ask('Which planets have rings?', { language: 'fr-CA' })).text, /^Rien dans la base/);
  });

  it('names the words of a refused question that no document has, in the language of the documents', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const foreign = await ask('How do I cook pasta for a refund?');
    assert.match(foreign.text, /\n\nNot in the knowledge base: cook, pasta$/);
    const spanish = await ask('¿Cómo se cuece la pasta para los niños?');
    assert.match(spanish.text, /^Nada en la base/);
    assert.doesNotMatch(spanish.text, /pasta/);
  });

  it('says who wrote a document, when, and what it is about from how it begins, and nothing else', async () => {
    const about = 'Author: Ann Baker, Bob Cole\nFile created: 2024-05-01';
    const lead = 'This plan lists the steps by which the new depot in Bergen opens in the spring of 2025.';
    await using corpus = await openCorpusForTests([
      {
        docId: 'plan',
        title: 'Depot plan',
        chunks: [
          { text: about },
          { text: lead, section: 'Introduction' },
          { text: 'Carl Dahl wrote the budget.' },
        ],
      },
      {
        docId: 'rules',
        title: 'Depot rules',
        chunks: [{ text: 'Eva Falk wrote a book on the rules of depots.' }],
      },
    ]);
    const { ask } = asking(corpus);
    for (const [question, text] of [
      ['Who wrote the Depot plan?', 'Author: Ann Baker, Bob Cole [1]'],
      ['Who is the author of the document “Depot plan”?', 'Author: Ann Baker, Bob Cole [1]'],
      ['When was the depot plan written?', 'File created: 2024-05-01 [1]'],
      ['What is the depot plan about?', `${lead} [1]`],
    ] as const) {
      const answer = await ask(question);
      assertWellFormed(answer);
      assert.equal(answer.text, text, question);
    }
    const only = { filter: { docIds: ['plan'] } };
    assert.equal((await ask('Who wrote this document?', only)).text, 'Author: Ann Baker, Bob Cole [1]');

    const unsaid = await ask('Who wrote the depot rules?');
    assert.deepEqual([unsaid.meta.refused, unsaid.related.length], [true, 1], 'how it begins may help');
    assert.match(unsaid.text, /may help/);
  });

  it('says so when there is no document, or none that the filter leaves', async () => {
    await using empty = await openCorpusForTests([]);
    await using corpus = await openCorpusForTests(HANDBOOK);
    const question = 'How many days of leave do I get?';
    const filter = { tags: ['none has it'] };
    for (const answer of [
      await asking(empty).ask(question),
      await asking(corpus).ask(question, { filter }),
    ]) {
      assert.match(answer.text, /^There is no document to answer from/);
      assert.equal(answer.meta.refused, true);
    }
  });

  it('greets back without citing or refusing', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    for (const question of ['Hello!', 'Danke', '你好']) {
      const { text, sources, meta } = await asking(corpus).ask(question);
      assert.notEqual(text, '');
      assert.deepEqual([sources, meta.refused, meta.synthesized, meta.grounded], [[], false, false, null]);
    }
  });

  it('keeps to the documents that the filter names', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const question = 'How many days of paid leave does an employee get?';
    assert.equal((await ask(question, { filter: { tags: ['hr'] } })).meta.refused, false);
    assert.equal((await ask(question, { filter: { tags: ['it'] } })).meta.refused, true);
    assert.equal(
      (await ask(question, { filter: { docIds: ['handbook'], tags: ['shop'] } })).meta.refused,
      true,
    );
    assert.equal((await ask(question, { filter: { docIds: ['unknown'] } })).meta.refused, true);
  });

  it('refuses below the threshold of the question, never above a threshold of 0, and tells of an unsure answer', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    assert.equal(
      (await ask('Which port does the VPN gateway listen on?', { scoreThreshold: 1 })).meta.refused,
      true,
    );
    const vague = await ask('Which port of Norway has a gateway?', { scoreThreshold: 0 });
    assertWellFormed(vague);
    assert.equal(vague.meta.refused, false);
    assert.equal(vague.meta.unsure, true);
    const sure = await ask('Which port does the VPN gateway listen on?');
    assert.deepEqual([sure.meta.refused, sure.meta.unsure], [false, undefined]);
  });

  it('is synthesized only when it quotes several documents, and never in strict and open mode', async () => {
    const teams = ['managers', 'interns'].map((who, i) => ({
      docId: who,
      title: `Notice of ${who}`,
      chunks: [{ text: `The notice period of ${who} is ${i + 2} months. It is set by law.` }],
    }));
    await using corpus = await openCorpusForTests([...teams, ...HANDBOOK]);
    const { ask } = asking(corpus);
    const question = 'Is the notice period of managers longer than the notice period of interns?';
    const learning = await ask(question);
    assertWellFormed(learning);
    assert.deepEqual([learning.sources.length, learning.meta.synthesized], [2, true]);
    const strict = await ask(question, { mode: 'strict' });
    assert.deepEqual([strict.sources.length, strict.meta.synthesized], [1, false]);
    assertWellFormed(strict);
    // Without a language model nothing goes beyond the documents.
    const open = await ask(question, { mode: 'open' });
    assert.deepEqual([open.text, open.meta.synthesized], [learning.text, false]);
    const one = await ask('How long is the notice period of managers?');
    assert.deepEqual([one.sources.length, one.meta.synthesized], [1, false]);
  });

  it('offers the passages that may help where none surely answers', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const unsure = await ask('How many days of paid leave does an employee get?', { scoreThreshold: 1 });
    assertWellFormed(unsure);
    assert.equal(unsure.text, 'I found no sure answer to this question. These passages may help.');
    assert.deepEqual([unsure.meta.refused, unsure.meta.statements], [true, []]);
    assert.equal(unsure.related[0]!.chunkId, 'handbook.1.0');
    assert.ok(unsure.related.length <= 3 && unsure.related.every((each) => !('n' in each)));
    const german = await ask('Wann werden Reisekosten erstattet?', { scoreThreshold: 1 });
    assert.match(german.text, /^Auf diese Frage habe ich keine sichere Antwort gefunden/);

    const foreign = await ask('Which planets have rings made of ice?');
    assert.match(foreign.text, /^Nothing in the knowledge base/);
    assert.deepEqual(foreign.related, []);
  });

  it('names the documents that tell of something by a sentence of each', async () => {
    const documents = ['Travel rules', 'Room booking', 'Holiday calendar'].map((title, i) => ({
      ...{ docId: `doc-${i}`, title },
      chunks: [
        { text: `The opening hours of the office are in part ${i + 1}. Nothing else is.` },
        {
          text:
            i < 2 ? `Receipts for hotel stays are part of ${title}. Keep them for a year.` : 'No receipt.',
        },
      ],
    }));
    await using corpus = await openCorpusForTests([...documents, ...HANDBOOK]);
    const { ask } = asking(corpus);
    const listed = await ask('Which documents mention receipts for hotel stays?');
    assertWellFormed(listed);
    assert.deepEqual([listed.meta.refused, listed.meta.synthesized], [false, false]);
    assert.deepEqual(listed.sources.map(({ docId }) => docId).sort(), ['doc-0', 'doc-1']);
    assert.match(listed.text, /^Receipts for hotel stays are part of [\w ]+\. \[1\]\n\nReceipts .*\. \[2\]$/);
    const none = await ask('Which documents mention volcanoes?');
    assert.equal(none.meta.refused, true);
  });

  it('says what quoting cannot do, and offers the passages', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const summary = await ask('Please summarise the days of paid leave of an employee');
    assertWellFormed(summary);
    assert.match(summary.text, /^I quote documents; I can’t summarise/);
    assert.deepEqual([summary.meta.refused, summary.related[0]?.docId], [true, 'handbook']);
    const nothing = await ask('Übersetze die Ringe der Planeten');
    assert.match(nothing.text, /^Ich zitiere Dokumente/);
  });

  it('does not answer about a name or a number that the documents lack', async () => {
    const shops = [
      { docId: 'oslo', title: 'Oslo', chunks: [{ text: 'The shop in Oslo opened in 1987 at the harbour.' }] },
      { docId: 'codes', title: 'Codes', chunks: [{ text: 'Exit code 4 means that the disk is full.' }] },
    ];
    await using corpus = await openCorpusForTests([...shops, ...HANDBOOK]);
    const { ask } = asking(corpus);
    for (const [known, unknown] of [
      ['Did Oslo open a shop at the harbour in 1987?', 'Did Bergen open a shop at the harbour in 1987?'],
      ['What does exit code 4 mean?', 'What does exit code 19 mean?'],
    ] as const) {
      const answered = await ask(known);
      assert.equal(answered.meta.refused, false, answered.text);
      const { meta } = await ask(unknown);
      assert.equal(meta.refused, true, unknown);
      assert.ok(meta.retrieval.bestScore < answered.meta.retrieval.bestScore / 2);
    }
  });

  it('understands a follow-up within its conversation, and only there', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    await ask('How long do refunds take?', { conversationId: 'one' });
    const followUp = await ask('And for damaged items?', { conversationId: 'one' });
    assert.deepEqual(marked(followUp), ['Damaged items are replaced at no charge, see (3).']);
    assert.match(followUp.meta.retrieval.query, /^And for damaged items\? \(.*refunds.*\)$/);
    assert.equal(followUp.meta.standalone, followUp.meta.retrieval.query);
    const whole = await ask('Who founded the shop in Oslo?', { conversationId: 'one' });
    assert.equal(whole.meta.standalone, 'Who founded the shop in Oslo?', 'it has a meaning of its own');
    const refused = await ask('What is the capital of Peru?', { conversationId: 'one' });
    assert.deepEqual(
      [refused.meta.refused, refused.meta.retrieval.query],
      [true, 'What is the capital of Peru?'],
    );
    for (const elsewhere of [{ conversationId: 'two' }, { conversationId: 'one', userId: 'bob' }]) {
      assert.equal(
        (await ask('And for damaged items?', elsewhere)).meta.retrieval.query,
        'And for damaged items?',
      );
    }
  });

  it('answers a question on another subject as well within a conversation as without', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const question = 'Which port does the VPN gateway listen on?';
    const fresh = await ask(question);
    for (const earlier of [
      'How many days of paid leave does an employee get?',
      'When do unused leave days expire?',
    ]) {
      await ask(earlier, { conversationId: 'one' });
    }
    const after = await ask(question, { conversationId: 'one' });
    assert.equal(after.text, fresh.text);
    assert.ok(after.meta.retrieval.bestScore > 0.9 * fresh.meta.retrieval.bestScore);
  });

  it('refuses a foreign question within a conversation as without, and the conversation continues', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const conversation = { conversationId: 'one' };
    await ask('How many days of paid leave does an employee get?', conversation);
    for (const foreign of [
      'Who invented the zeppelin with the flux capacitor?',
      'Did Napoleon eat his croissants in Versailles?',
      'Which zeppelin gets a capacitor?',
      'Wer erfand den Zeppelin mit dem Fluxkondensator?',
    ]) {
      const { meta, text } = await ask(foreign, conversation);
      assert.equal(meta.refused, true, `${foreign} ${text}`);
    }
    const continues = await ask('And when do unused ones expire?', { ...conversation, scoreThreshold: 0.3 });
    assert.match(continues.text, /expire in March/);
  });

  it('answers remarks without the documents, and the conversation continues', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const conversation = { conversationId: 'one' };
    await ask('How long do refunds take?', conversation);
    for (const remark of ['ok', '👍', 'Where does it say that?', 'no']) {
      const { text, sources, meta } = await ask(remark, conversation);
      assert.notEqual(text, '');
      assert.deepEqual([sources, meta.refused, meta.language], [[], false, 'en'], remark);
    }
    assert.equal((await ask('???', conversation)).meta.refused, true);
    const [damaged] = marked(await ask('And for damaged items?', conversation));
    assert.match(damaged!, /^Damaged items are replaced/);
  });

  it('says something else about the subject when it is asked to go on', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const conversation = { conversationId: 'one' };
    const first = await ask('How many days of paid leave does an employee get?', conversation);
    const more = await ask('tell me more', { ...conversation, scoreThreshold: 0 });
    assertWellFormed(more);
    for (const { start, end } of more.meta.statements)
      assert.ok(!first.text.includes(more.text.slice(start, end)), more.text);
    assert.equal(more.meta.retrieval.query, 'How many days of paid leave does an employee get?');
  });

  it('says that there is nothing more when it is asked to go on to the end', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const conversation = { conversationId: 'one' };
    await ask('How long do refunds take?', conversation);
    const { text, meta } = await ask('tell me more', { ...conversation, scoreThreshold: 0.99 });
    assert.deepEqual([meta.refused, /nothing more about this/.test(text)], [true, true]);
    await ask('Which planets have rings of ice?', { conversationId: 'two' });
    assert.match(
      (await ask('tell me more', { conversationId: 'two' })).text,
      /^Nothing in the knowledge base/,
    );
  });

  it('asks for the whole question, in the language of the conversation, when a follow-up has no answer', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const conversation = { conversationId: 'one' };
    assert.match((await ask('And their zeppelins?', conversation)).text, /complete question that names/);
    await ask('Welche Planeten haben Ringe aus Eis und Staub?', conversation);
    assert.match((await ask('Und Zeppeline?', conversation)).text, /als ganze Frage/);
    assert.match((await ask('Zeppeline?', conversation)).text, /^Nichts in der Wissensbasis/);
  });

  it('answers a question with a typing error in the word that matters', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    for (const [question, answer] of [
      ['Are damagd items replaced?', /^Damaged items are replaced/],
      ['When to report sickness to the mangaer?', /^Report sickness/],
    ] as const)
      assert.match(marked(await ask(question))[0]!, answer);
  });

  it('answers without its memory when that fails', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const store = createMemoryKeyValueStore({ now: () => 0 });
    await store[Symbol.asyncDispose]();
    const { ask, warnings } = asking(corpus, { store });
    assert.equal((await ask('When do unused leave days expire?')).meta.refused, false);
    assert.equal(warnings.length, 2);
  });

  it('stops when its signal aborts, whatever it is waiting for', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const left = AbortSignal.abort(new Error('left'));
    await assert.rejects(foldAnswer(asking(corpus).events('When do leave days expire?', {}, left)), /left/);
    const stuck = {
      ...corpus,
      documentStore: { ...corpus.documentStore, languages: () => new Promise<never>(() => {}) },
    };
    const controller = new AbortController();
    const waiting = foldAnswer(asking(stuck).events('When do leave days expire?', {}, controller.signal));
    setImmediate(() => controller.abort(new Error('late')));
    await assert.rejects(waiting, /late/);
  });
});
