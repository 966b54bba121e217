import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createApiClient } from '../../scripts/api-client.ts';
import { loggedAnswer } from '../curation-stand.ts';
import { openHttpStand } from '../http-stand.ts';
import { openServer } from '../open-server.ts';
import { until } from '../until.ts';
import { assertFits, openConsole, SHAPES, serverWith } from './browser.ts';
import { type Museum, openMuseum } from './museum.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const KEY = 'correct-horse-battery-staple';
const PAPER = 'For how long are works on paper lent?';
const TRIPOD = 'May I photograph with a tripod?';
const GUIDE = 'What does an audio guide cost?';
const PERCENT = /\d+%/;
const DAY_MS = 86_400_000;
/** More than all tests of this file take. */
const SUITE_MS = 120_000;

/** Buttons of rows that are not wholly on the screen. */
const CUT_OFF = `[...document.querySelectorAll('.quality-row-actions > *')]
  .filter((button) => button.getBoundingClientRect().right > document.documentElement.clientWidth).length`;

describe('the Quality view', NEEDS_BROWSER, () => {
  let museum: Museum;

  before(async () => {
    await untilDayIsLong();
    museum = await openMuseum();
    const { client } = museum;
    const partial = await client.ask(PAPER);
    assert.equal(partial.meta.grounded, 'partial');
    await client.rate(partial.meta.correlation_id, 'down', 'No extension is promised.');
    const good = await client.ask(TRIPOD);
    await client.rate(good.meta.correlation_id, 'up');
    for (let i = 0; i < 2; i++) assert.equal((await client.ask(GUIDE)).meta.refused, true);
    // Answers are noted together, a little later.
    await until(async () => {
      const { answers } = await client.json<{ answers: unknown[] }>('/api/v1/quality/answers');
      return answers.length === 4;
    });
  });
  after(() => museum?.[Symbol.asyncDispose]());

  const openQuality = (rest = '', options = {}) =>
    openConsole(museum.server.url, { ...options, hash: `#/quality${rest && `/${rest}`}` });

  it('counts what was asked, and leads from each number to its cases', async () => {
    await using open = await openQuality();
    const { page } = open;
    assert.equal(await headline(page, 'Questions'), '4');
    assert.equal(await headline(page, 'Found in the sources'), '50%');
    assert.equal(await page.locator('.headline').getByText('Quoted').count(), 0);
    assert.equal(await headline(page, 'Without an answer'), '50%');
    assert.equal(await headline(page, 'Documents read'), '3');
    await page.getByRole('link', { name: '1 partly' }).click();
    const cases = page.getByRole('list', { name: 'Answers' });
    await cases.getByText(PAPER).waitFor();
    await until(async () => (await cases.getByRole('listitem').count()) === 1);
    await page.goBack();
    await page.getByText('The figures as a table').click();
    const today = page.getByRole('table').last().getByRole('row').nth(1);
    await today.getByRole('link', { name: /^2 without an answer/ }).click();
    await cases.getByText(GUIDE).first().waitFor();
    await until(async () => (await cases.getByRole('listitem').count()) === 2);
    await page.getByRole('button', { name: 'Without the filter: No answer' }).click();
    await until(async () => (await cases.getByRole('listitem').count()) === 4);
    await page.goto(`${museum.server.url}/#/quality`);
    await page
      .getByRole('region', { name: 'Models' })
      .getByRole('link', { name: '2', exact: true })
      .first()
      .click();
    await page.getByRole('button', { name: /Without the filter: (extractive|openai)/ }).waitFor();
    await until(async () => (await cases.getByRole('listitem').count()) === 2);
    assert.deepEqual(open.complaints, []);
  });

  it('shows a case with its answer, how it came about and why', async () => {
    await using open = await openQuality('answers');
    const { page } = open;
    await page.getByRole('link', { name: new RegExp(PAPER.replace('?', '')) }).click();
    const shown = page.getByRole('dialog', { name: PAPER });
    await shown.getByText('Answered: the language model found the answer').waitFor();
    await shown.locator('.doubt.unsupported', { hasText: 'extension of a month' }).waitFor();
    await shown.getByText('house-model').waitFor();
    await shown.getByText(/\d+ read, \d+ written/).waitFor();
    await shown
      .getByRole('region', { name: 'Passages' })
      .getByRole('link', { name: /Loan Policy/ })
      .first()
      .waitFor();
  });

  it('is used by keyboard alone', async () => {
    await using open = await openQuality('answers');
    const { page } = open;
    const press = async (key: string, name: string) => {
      const focused =
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent";
      for (let presses = 0; !String(await page.evaluate(focused)).startsWith(name); presses++) {
        assert.ok(presses < 60, `${key} does not get to ${name}`);
        await page.keyboard.press(key);
      }
    };
    await page.getByRole('list', { name: 'Answers' }).getByText(PAPER).waitFor();
    await press('Tab', 'Refresh');
    await page.keyboard.press('Tab');
    await press('ArrowDown', PAPER);
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: PAPER });
    await shown.getByText('house-model').waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await press('Shift+Tab', 'Unanswered');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/quality\/(?!answers)/);
  });

  it('gives each case an address, which opens it in its list', async () => {
    const { answers } = await museum.client.json<{ answers: { correlation_id: string; question: string }[] }>(
      '/api/v1/quality/answers',
    );
    const { correlation_id: id } = answers.find(({ question }) => question === PAPER)!;
    await using open = await openQuality('answers?grounded=partial');
    const { page } = open;
    await page.getByRole('link', { name: new RegExp(PAPER.replace('?', '')) }).click();
    const shown = page.getByRole('dialog', { name: PAPER });
    await shown.getByText('house-model').waitFor();
    await page.waitForURL((url) => url.hash === `#/quality/answers/${id}?grounded=partial`);
    await page.reload();
    await shown.getByText('house-model').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/#\/quality\/answers\?grounded=partial$/);
    await page.getByRole('button', { name: 'Without the filter: Partly in the sources' }).waitFor();
    await page.goBack();
    await shown.waitFor();
    await page.goto(`${museum.server.url}/#/quality/answers/nobody`);
    await page.getByRole('dialog').getByRole('alert').getByText('No such answer').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(/#\/quality\/answers$/);
  });

  it('has the server narrow answers and feedback to the time of a number', async () => {
    await using open = await openQuality('?days=1');
    const { page } = open;
    const asked: URL[] = [];
    page.on('request', (request) => asked.push(new URL(request.url())));
    const timeOf = (path: string) => {
      const { searchParams } = asked.findLast(({ pathname }) => pathname === path)!;
      return Date.parse(searchParams.get('to')!) - Date.parse(searchParams.get('from')!);
    };
    await page.getByText('The figures as a table').click();
    const rows = page.getByRole('region', { name: 'Figures' }).getByRole('row');
    await rows
      .getByRole('link', { name: /without an answer/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Answers' }).getByText(GUIDE).first().waitFor();
    assert.equal(timeOf('/api/v1/quality/answers'), 3_600_000);
    await page.goBack();
    await page.getByText('The figures as a table').click();
    await rows
      .getByRole('link', { name: /thumbs down/ })
      .first()
      .click();
    const feedback = page.getByRole('list', { name: 'Feedback' });
    await feedback.getByText(PAPER).waitFor();
    await page.getByText('1 in total').waitFor();
    assert.equal(timeOf('/api/v1/feedback'), 3_600_000);
    await page.goto(`${museum.server.url}/#/quality/feedback?to=2020-01-01T00:00:00Z`);
    await page.getByRole('heading', { name: 'No feedback in this time' }).waitFor();
    await page.getByRole('button', { name: /^Without the filter: Before/ }).click();
    await feedback.getByText(TRIPOD).waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('groups questions without an answer, says why there is none, and leads to adding a document', async () => {
    await using open = await openQuality('gaps');
    const { page } = open;
    const gap = page.getByRole('listitem').filter({ hasText: GUIDE });
    await gap.getByText('2 times').waitFor();
    await gap.getByRole('button', { name: 'See why' }).click();
    const why = page.getByRole('dialog', { name: GUIDE });
    await why.getByText(/Not answered: the passages support no answer/).waitFor();
    await why.getByText(/likely to answer; the language model decided/).waitFor();
    await why.getByRole('list', { name: 'Words' }).getByText('guid', { exact: false }).first().waitFor();
    await page.keyboard.press('Escape');
    await gap.getByRole('link', { name: 'Add a document' }).click();
    await page.waitForURL(/#\/documents$/);
    assert.deepEqual(open.complaints, []);
  });

  it('lists feedback by rating, with what was said of what', async () => {
    await using open = await openQuality('feedback');
    const { page } = open;
    const list = page.getByRole('list', { name: 'Feedback' });
    await list.getByText(TRIPOD).waitFor();
    await page.getByRole('link', { name: 'Thumbs down' }).click();
    await list.getByText(TRIPOD).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: /Thumb down: .*No extension is promised/s }).click();
    const said = page.getByRole('dialog', { name: PAPER });
    await said.getByText('No extension is promised.').waitFor();
    await said.locator('.answer', { hasText: 'three months' }).waitFor();
    await page.reload();
    await list.getByText(PAPER).waitFor();
    await until(async () => (await list.getByRole('listitem').count()) === 1);
  });

  it('takes an answer to a question that had none, as a document', async () => {
    await using open = await openQuality('gaps');
    const { page } = open;
    const row = page.locator('.quality-row').first();
    await row.getByRole('button', { name: 'Write the answer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write the answer' });
    const asked = dialog.getByRole('textbox', { name: 'Question' });
    const question = await asked.inputValue();
    await dialog.getByLabel('Answer, in Markdown').fill('The audio guide costs **four euros**.');
    await dialog.locator('.preview strong', { hasText: 'four euros' }).waitFor();
    await dialog.getByRole('button', { name: 'Add as a document' }).click();
    await page.getByText('Added as a document').waitFor();
    await page.goto(`${page.url().split('#')[0]}#/documents`);
    await page.getByRole('link', { name: question }).waitFor();
  });

  it('keeps the period in the address, and draws every one of them', async () => {
    await using open = await openQuality();
    const { page } = open;
    for (const period of ['24 hours', '30 days', '90 days']) {
      await page.getByRole('link', { name: period }).click();
      await page
        .getByRole('link', { name: period, exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor();
      await page.getByRole('heading', { name: 'Answers and their check' }).waitFor();
    }
    await page.reload();
    await page.getByRole('link', { name: '90 days' }).and(page.locator('[aria-current]')).waitFor();
    // All is of today: it is shown without an axis of time.
    const plot = page.locator('figure', { hasText: 'Answers and their check' });
    assert.equal(await plot.locator('svg').count(), 0);
    await plot.getByRole('link', { name: 'See the answers behind them' }).click();
    await page.getByRole('list', { name: 'Answers' }).getByText(PAPER).waitFor();
  });

  it('draws no empty axes where nothing happened', async () => {
    await using server = await serverWith({ 'tower.txt': 'The tower has three bells.' });
    await using open = await openConsole(server.url, { hash: '#/quality' });
    const figure = (title: string) => open.page.locator('figure', { hasText: title });
    await figure('Documents read').locator('.amount').first().waitFor();
    for (const title of ['Answers and their check', 'Time to answer', 'Feedback'])
      await figure(title).getByText('Nothing happened in this time').waitFor();
    assert.equal(await open.page.locator('figure svg').count(), 0);
  });

  it('has no barriers, in either theme and on a phone, which it fits: figures, gaps, feedback, answers, a case', async () => {
    for (const shape of SHAPES) {
      await using open = await openQuality('', shape);
      const { page } = open;
      await page.getByText('The figures as a table').click();
      await assertFits(page);
      for (const [link, shown] of [
        ['Unanswered', GUIDE],
        ['Feedback', TRIPOD],
        ['Answers', PAPER],
      ] as const) {
        await page.getByRole('link', { name: link, exact: true }).click();
        await page.getByText(shown).first().waitFor();
        await assertFits(page);
        assert.equal(await page.evaluate(CUT_OFF), 0);
      }
      await page.getByRole('link', { name: new RegExp(PAPER.replace('?', '')) }).click();
      await page.getByRole('region', { name: 'Passages' }).waitFor();
      await assertFits(page);
    }
  });

  it('says what will be here, asks for the key, and asks for nothing by itself', async () => {
    await using server = await openServer({ settings: { API_KEY: KEY } });
    await using open = await openConsole(server.url, { hash: '#/quality' });
    const { page } = open;
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('heading', { name: 'Nothing happened in this time' }).waitFor();
    for (const [link, title] of [
      ['Unanswered', 'Nothing is missing'],
      ['Feedback', 'No feedback yet'],
      ['Answers', 'No such answers'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('heading', { name: title }).waitFor();
    }
    let requests = 0;
    page.on('request', () => {
      requests += 1;
    });
    await page.waitForTimeout(1_500);
    assert.equal(requests, 0);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No such answers' }).waitFor();
  });

  it('shows reviewers the feedback alone', async () => {
    await using server = await openServer({ settings: { API_KEY: KEY } });
    const operator = createApiClient(server.url, { apiKey: KEY });
    const { key } = await operator.post('/api/v1/keys', { body: { name: 'ada', scopes: ['review'] } });
    await using open = await openConsole(server.url, { hash: '#/health' });
    const { page } = open;
    await page.getByRole('textbox', { name: 'API key' }).fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Quality' }).click();
    await page.getByRole('heading', { name: 'No feedback yet' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Quality' }).getByRole('link');
    assert.deepEqual(await pages.allTextContents(), ['Feedback']);
  });
});

describe('the quality of quotations', NEEDS_BROWSER, () => {
  it('tells what a question without an answer had from its conversation', async () => {
    await using server = await serverWith({ 'tours.md': '# Tours\n\nAn audio guide can be borrowed.' });
    const { ask } = createApiClient(server.url);
    for (const question of [GUIDE, 'And on Venus?']) await ask(question, { conversation_id: 'guides' });
    await using open = await openConsole(server.url, { hash: '#/quality/gaps' });
    const { page } = open;
    // Answers are noted a little later.
    const row = page.locator('.quality-row', { hasText: /And on Venus\? with words from before: .*guide/ });
    await until(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return (await row.count()) > 0;
    });
    await row.getByRole('button', { name: 'Write the answer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write the answer' });
    await dialog.getByText('It continued a conversation').waitFor();
    const asked = dialog.getByRole('textbox', { name: 'Question' });
    assert.equal(await asked.inputValue(), 'And on Venus?');
    await asked.fill('What does an audio guide cost on Venus?');
    await dialog.getByLabel('Answer, in Markdown').fill('Nothing.');
    await dialog.getByRole('button', { name: 'Add as a document' }).click();
    await page.getByText('Added as a document').waitFor();
    await page.goto(`${server.url}/#/documents`);
    await page.getByRole('link', { name: 'What does an audio guide cost on Venus?' }).waitFor();
  });

  it('is no share found in the sources: they are counted, and listed as quoted', async () => {
    await using stand = await openHttpStand({ now: Date.now });
    stand.answerLog.record(loggedAnswer(PAPER, { model: 'extractive' }));
    stand.answerLog.record(loggedAnswer(TRIPOD, { model: 'extractive', correlationId: 'chat-2' }));
    await stand.answerLog[Symbol.asyncDispose]();
    await using open = await openConsole(stand.url, { hash: '#/quality' });
    const { page } = open;
    const figures = page.locator('.headline');
    await figures.getByRole('link', { name: '2', exact: true }).nth(1).waitFor();
    assert.equal(await figures.getByText('Found in the sources').count(), 0);
    await figures.getByRole('link', { name: '2', exact: true }).nth(1).click();
    await page.getByRole('button', { name: 'Without the filter: Quoted' }).waitFor();
    const cases = page.getByRole('list', { name: 'Answers' });
    await cases.getByRole('link', { name: /works on paper.*Quoted/ }).waitFor();
    assert.equal(await cases.getByText('In the sources').count(), 0);
    await cases.getByRole('link', { name: /works on paper/ }).click();
    await page.getByRole('dialog').getByText('Quoted from the documents').waitFor();
    assert.deepEqual(open.complaints, []);
  });
});

describe('what strangers wrote, in quality', NEEDS_BROWSER, () => {
  const ATTACK =
    '<img src=x onerror=alert(1)><script>alert(2)</script>[three](javascript:alert(3)) <svg onload=alert(4)>';

  it('runs nothing: questions, answers, models, reasons and traces', async () => {
    const refused = { refused: true, grounded: null, groundedScore: null } as const;
    const trace = {
      ...{ question: ATTACK, query: ATTACK, languages: [ATTACK], language: ATTACK, at: 0, compared: 1 },
      ...{ parsed: ATTACK, isDegraded: false, isFallback: false },
      terms: [{ term: ATTACK, weight: 1, idf: 1 }],
      candidates: [
        {
          ...{ chunkId: 'a.1.0', docId: 'a', title: ATTACK, page: 1, section: ATTACK },
          ...{ lexical: 1, dense: 1, fused: 1, reranked: 1 },
        },
      ],
      gate: { probability: 0.1, threshold: 0.3 },
      sentences: [{ chunkId: 'a.1.0', text: ATTACK, score: 1, isChosen: true }],
      statements: [],
      outcome: 'below_threshold',
      audience: null,
    } as const;
    await using stand = await openHttpStand({ traces: { find: () => trace } });
    stand.answerLog.record(loggedAnswer(ATTACK, { answer: ATTACK, model: ATTACK }));
    stand.answerLog.record(loggedAnswer(`${ATTACK}?`, { ...refused, correlationId: 'chat-2' }));
    await stand.answerLog[Symbol.asyncDispose]();
    await stand.postJson('/api/v1/feedback', {
      rating: 'down',
      reason: ATTACK,
      question: ATTACK,
      answer: ATTACK,
    });
    await using open = await openConsole(stand.url, { hash: '#/quality' });
    const { page } = open;
    await page.getByRole('region', { name: 'Models' }).getByText('<script>').waitFor();
    for (const [link, role, name] of [
      ['Unanswered', 'button', 'See why'],
      ['Feedback', 'button', 'Thumb down'],
      ['Answers', 'link', 'In the sources'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('listitem').getByRole(role, { name }).first().click();
      await page.getByRole('dialog').getByText('<script>').first().waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    assert.deepEqual(open.complaints, []);
    assert.equal(await page.locator('main :is(img, script, iframe, a[href^="javascript"])').count(), 0);
  });

  it('may be thousands, of which those in sight are drawn', async () => {
    await using stand = await openHttpStand();
    await using open = await openConsole(stand.url, { hash: '#/quality' });
    const { page } = open;
    await page.route('**/api/v1/quality/gaps*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const gaps = Array.from({ length: 100 }, (_, i) => ({
        question: `سؤال ${from + i}`,
        asked: 2,
        last_asked_at: new Date().toISOString(),
        best_score: 0.1,
        correlation_id: `c${from + i}`,
      }));
      return route.fulfill({ json: { gaps, total: 3_000, next_cursor: String(from + 100) } });
    });
    await page.getByRole('link', { name: 'Unanswered' }).click();
    const list = page.getByRole('list', { name: 'Unanswered questions' });
    await list.getByText('سؤال 0', { exact: true }).waitFor();
    await page.getByText('3,000 questions').waitFor();
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await list.getByText('سؤال 99', { exact: true }).waitFor();
    assert.ok((await list.getByRole('listitem').count()) < 40);
  });
});

/** The number under this name, which is a share or a count. */
async function headline(page: Page, name: string): Promise<string> {
  const figure = page.locator('.headline > div').filter({ has: page.getByText(name, { exact: true }) });
  const text = await figure.locator('.headline-value').innerText();
  return PERCENT.exec(text)?.[0] ?? text;
}

/** Figures are by the day of UTC: one that ends while they are looked at would split them. */
async function untilDayIsLong(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < SUITE_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
}
