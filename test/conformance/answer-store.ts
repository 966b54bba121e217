import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { AnsweredQuestion, AnswerStore } from '../../src/ports/answer-store.ts';
import { assertUnavailable, type SuiteOptions, storeChecks } from './store-checks.ts';

const HOUR_MS = 3_600_000;

/** The contract of every answer store. `open` opens the store of a folder, possibly twice in a row. */
export function answerStoreConformance(
  name: string,
  open: (
    folder: string,
    bounds?: { answersMax: number; textsMax: number },
  ) => AnswerStore | Promise<AnswerStore>,
  options: SuiteOptions = {},
): void {
  const check = storeChecks<AnswerStore>(open);

  describe(`${name} is an AnswerStore`, options, () => {
    check('returns the latest answer of an id, also after the store is reopened', async (store, reopen) => {
      await store.add([answered('a', { correlationId: 'c' }), answered('b', { correlationId: 'c', at: 5 })]);
      assert.deepEqual(
        { ...(await (await reopen()).find('c')) },
        { question: 'b', questionKey: 'b', answer: 'At nine.', at: 5 },
      );
      assert.equal(await store.find('d').catch(() => undefined), undefined);
    });

    check('counts by bucket and model, with the classes of latency', async (store) => {
      const usage = { promptTokens: 100, completionTokens: 7 };
      await store.add([
        answered('too early', { at: HOUR_MS - 1 }),
        answered('a', { at: HOUR_MS }),
        refused('b', { at: 2 * HOUR_MS, latencyClass: 9 }),
        answered('c', { at: 3 * HOUR_MS, grounded: 'partial', model: 'm', usage }),
        answered('d', { at: 3 * HOUR_MS, grounded: 'unsupported', model: 'm', usage }),
        answered('e', { at: 3 * HOUR_MS, model: 'm' }),
      ]);
      const figures = await store.figures({ fromHour: 1, hoursEach: 2 });
      const none = { refused: 0, quoted: 0, supported: 0, partial: 0, unsupported: 0 };
      assert.deepEqual(plain(figures.buckets), [
        { bucket: 0, ...none, answers: 2, refused: 1, quoted: 1 },
        { bucket: 1, ...none, answers: 3, supported: 1, partial: 1, unsupported: 1 },
      ]);
      assert.deepEqual(plain(figures.latencies), [
        { bucket: 0, latencyClass: 3, answers: 1 },
        { bucket: 0, latencyClass: 9, answers: 1 },
        { bucket: 1, latencyClass: 3, answers: 3 },
      ]);
      assert.deepEqual(plain(figures.usage), [
        { bucket: 1, model: 'm', promptTokens: 200, completionTokens: 14 },
      ]);
      assert.deepEqual(
        figures.models.map(({ model, answers, quoted, supported, promptTokens, completionTokens }) => [
          ...[model, answers, quoted, supported, promptTokens, completionTokens],
        ]),
        [
          ['m', 3, 0, 1, 200, 14],
          ['extractive', 2, 1, 0, 0, 0],
        ],
      );
    });

    check('a gap is a refused question with its count, until it is answered', async (store) => {
      await store.add([
        refused('a', { bestScore: 0.2 }),
        refused('a', { at: 9, bestScore: 0.1, correlationId: 'last', standalone: 'a, by itself' }),
        refused('answered since'),
        answered('answered since', { at: 1 }),
        answered('not any more'),
        refused('not any more', { at: 2 }),
        refused('b', { at: 3 }),
      ]);
      const { gaps, total, next } = await store.gaps(0, { limit: 2 });
      assert.deepEqual(gaps[0] && { ...gaps[0] }, {
        ...{
          asked: 2,
          bestScore: 0.2,
          correlationId: 'last',
          lastAskedAt: 9,
          question: 'a, by itself',
          asAsked: 'a',
        },
      });
      assert.deepEqual([gaps[1]?.question, total], ['b', 3]);
      await store.add([refused('new', { at: 10 })]);
      const rest = await store.gaps(0, { limit: 2, before: next! });
      assert.deepEqual([rest.gaps.map(({ question }) => question), rest.next], [['not any more'], undefined]);
      assert.deepEqual(
        (await store.gaps(4, { limit: 9 })).gaps.map(({ asked }) => asked),
        [1, 1],
      );
    });

    check('answers are listed newest first, filtered and in pages', async (store) => {
      await store.add([
        answered('a', { at: 1 }),
        refused('b', { at: 2 }),
        answered('c', { at: 3, grounded: 'partial', model: 'm' }),
      ]);
      const list = async (filter: Parameters<AnswerStore['answers']>[0]) =>
        (await store.answers(filter, { limit: 9 })).answers.map(({ question }) => question);
      assert.deepEqual(await list({}), ['c', 'b', 'a']);
      assert.deepEqual(await list({ refused: false, grounded: 'partial', model: 'm' }), ['c']);
      assert.deepEqual(await list({ refused: true }), ['b']);
      assert.deepEqual(await list({ quoted: true }), ['a']);
      assert.deepEqual(await list({ quoted: false }), ['c', 'b']);
      assert.deepEqual(await list({ from: 1, to: 3 }), ['b', 'a']);
      const first = await store.answers({}, { limit: 2 });
      const second = await store.answers({}, { limit: 2, before: first.nextBefore! });
      assert.deepEqual(
        [second.answers.map(({ question }) => question), second.nextBefore],
        [['a'], undefined],
      );
    });

    check('the last answer under an id is found, even when its text is forgotten', async (store) => {
      await store.add([
        refused('a', { correlationId: 'c', at: 1 }),
        answered('b', { correlationId: 'c', at: 2 }),
      ]);
      const found = async () => {
        const { question, at, refused, model } = (await store.answer('c'))!;
        return [question, at, refused, model];
      };
      assert.deepEqual(await found(), ['b', 2, false, 'extractive']);
      await store.forget({ texts: 3, answers: 0, figures: 0 });
      assert.deepEqual(await found(), [null, 2, false, 'extractive']);
      assert.equal(await store.answer('d'), undefined);
    });

    check(
      'texts expire before answers, and answers expire once newer ones exceed the bound',
      async (store, reopen) => {
        await store.add(Array.from({ length: 1_500 }, (_, i) => refused(`q${i}`, { at: i })));
        const forget = async (store: AnswerStore, texts: number, answers: number) => {
          for (let i = 0; i < 3; i++) await store.forget({ texts, answers, figures: 0 });
        };
        await forget(store, 1_200, 100);
        assert.equal(await store.find('c-q1199'), undefined);
        assert.equal((await store.find('c-q1200'))?.question, 'q1200');
        assert.equal((await store.gaps(0, { limit: 1 })).total, 300);
        const { answers, nextBefore } = await store.answers({ to: 101 }, { limit: 200 });
        assert.deepEqual(
          [answers.map(({ at, question }) => [at, question]), nextBefore],
          [[[100, null]], undefined],
        );
        const again = await reopen();
        await forget(again, 1_400, 100);
        assert.equal((await again.gaps(0, { limit: 1 })).total, 100);
        await again.forget({ texts: 0, answers: 0, figures: HOUR_MS });
        assert.deepEqual((await again.figures({ fromHour: 0, hoursEach: 1 })).buckets, []);
      },
    );

    const bounded = storeChecks<AnswerStore>((folder) => open(folder, { answersMax: 20, textsMax: 10 }));
    bounded('no more answers and texts are kept than there may be, however new', async (store) => {
      await store.add(Array.from({ length: 30 }, (_, i) => refused(`q${i}`)));
      await store.forget({ texts: 0, answers: 0, figures: 0 });
      const { answers } = await store.answers({}, { limit: 100 });
      assert.equal(answers.length, 20);
      assert.equal(answers.filter(({ question }) => question !== null).length, 10);
    });

    check('a store that is open can be reached; one that was closed refuses all', async (store) => {
      await store.ping(AbortSignal.timeout(60_000));
      await store[Symbol.asyncDispose]();
      await assertUnavailable(
        () => store.find('a'),
        () => store.add([answered('a')]),
      );
    });
  });
}

export function answered(question: string, changes: Partial<AnsweredQuestion> = {}): AnsweredQuestion {
  return {
    ...{ correlationId: `c-${question}`, at: 0, question, standalone: null, questionKey: question },
    ...{ answer: 'At nine.', refused: false, grounded: 'supported', groundedScore: 1, bestScore: 0.5 },
    ...{ mode: 'learning', model: 'extractive', usage: null, latencyClass: 3 },
    ...{ timingsMs: { retrieve: 1, generate: 2, total: 3 }, ...changes },
  };
}

const refused = (question: string, changes: Partial<AnsweredQuestion> = {}) =>
  answered(question, { refused: true, grounded: null, groundedScore: null, ...changes });

function plain<T extends object>(rows: readonly T[]): T[] {
  return rows.map((row) => ({ ...row }));
}
