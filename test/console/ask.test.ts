import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { failsWith, writes } from '../model-servers/behaviour.ts';
import { startOpenAiServer } from '../model-servers/openai.ts';
import type { OpenServer } from '../open-server.ts';
import { until } from '../until.ts';
import {
  assertAccessible,
  assertFits,
  assertNoSidewaysScroll,
  listenTo,
  openConsole,
  serverWith,
  untilFocused,
} from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';
import { openSlowProxy, type SlowProxy } from './slow-proxy.ts';

const HANDBOOK = readFileSync(new URL('../../samples/visitor-handbook.pdf', import.meta.url));
const QUESTION = 'What does a family ticket cost?';
const ANSWER = 'A family ticket for two adults and up to three children costs 32 euros.';
const STREAM = '/api/v1/chat/stream';
const REFUSED = 'Who invented the zeppelin with the flux capacitor?';

describe('the Ask view', NEEDS_BROWSER, () => {
  let server: OpenServer;

  before(async () => {
    server = await serverWith({ 'visitor-handbook.pdf': HANDBOOK });
  });
  after(() => server?.[Symbol.asyncDispose]());

  /** The console of a server whose replies the test slows down, cuts off and replaces. */
  async function openBehindProxy() {
    const proxy = await openSlowProxy(server.url);
    const { page, complaints, ...open } = await openConsole(proxy.url);
    return {
      ...{ page, complaints, proxy },
      async [Symbol.asyncDispose]() {
        await open[Symbol.asyncDispose]();
        await proxy[Symbol.asyncDispose]();
      },
    };
  }

  it('shows the answer while it comes, then its sources and what checking came to, and violates no policy', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    proxy.holdAfter = 'event: done';
    await ask(page, QUESTION);
    await page.locator('.answer.asking', { hasText: 'A family' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    proxy.holdAfter = null;
    await page.locator('.answer.answered', { hasText: ANSWER }).waitFor();
    await page.getByRole('list', { name: 'Sources' }).getByText('Visitor Handbook, p. 2').waitFor();
    await page.locator('.grounding summary').click();
    await page.getByText('Quoted from Harbour Lane Museum: Visitor Handbook, p. 2 [1]').first().waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('says where it quotes from, without a check mark, and offers no mode that needs a language model', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    assert.deepEqual(await modesOf(page), ['Standard answer', 'One passage', 'Several passages']);
    await ask(page, QUESTION);
    const line = page.locator('.grounding.quoted summary');
    await line.getByText('Quoted from Harbour Lane Museum: Visitor Handbook, p. 2').waitFor();
    await page.getByText(/^Answer: .*Quoted from Harbour Lane Museum/).waitFor({ state: 'attached' });
    assert.equal(await page.getByText('found in the sources').count(), 0);
    assert.equal(await page.locator('.grounding.supported').count(), 0);
  });

  it('says of an unsure answer that it may be another, and shows the other passages', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, 'price for students');
    await page.getByText(/^Quoted from .* – it may not be what you asked for\.$/).waitFor();
    await page.getByRole('list', { name: 'More passages' }).getByRole('button').first().waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('lists related passages openly below a refusal, behind a heading below an answer, and opens them', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await addRelated(page);
    await ask(page, REFUSED);
    const related = page.getByRole('list', { name: 'Possibly related' });
    const passage = related.getByRole('button', { name: /Visitor Handbook/ }).first();
    await passage.getByText('A family ticket for two adults').waitFor();
    await passage.click();
    const panel = page.getByRole('complementary', { name: 'Passage' });
    await until(() =>
      isInSight(panel.locator('mark', { hasText: 'A family ticket for two adults' }).first()),
    );
    await page.keyboard.press('Escape');
    await untilFocused(passage);
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    const more = page.getByRole('list', { name: 'More passages' });
    assert.equal(await more.isVisible(), false);
    await page.getByText('More passages').click();
    await more.getByRole('button').first().waitFor();
    // They are kept with the conversation.
    await page.reload();
    await related.getByRole('button').first().waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('opens a citation at the sentence that it quotes, and gives the focus back', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    const citation = firstSource(page);
    await citation.click();
    const passage = page.getByRole('complementary', { name: 'Source 1' });
    const quote = passage.locator('mark', { hasText: 'A family ticket for two adults' });
    await until(() => isInSight(quote.first()));
    await passage.getByRole('heading', { name: /, p\. 2$/ }).waitFor();
    await passage.getByText('Tram line 4 stops').waitFor();
    await page.keyboard.press('Escape');
    await passage.waitFor({ state: 'detached' });
    await untilFocused(citation);
    assert.deepEqual(open.complaints, []);
  });

  it('leaves the answer where it is when a source opens beside it', async () => {
    await using open = await openConsole(server.url, { height: 520 });
    const { page } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    await ask(page, 'And for an adult?');
    await page.locator('.answer.answered').nth(1).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    // A click of the mouse would scroll there first.
    await firstSource(page).dispatchEvent('click');
    await until(() => isInSight(page.locator('.passage-text mark').first()));
    assert.equal(await page.evaluate('scrollY'), 0);
  });

  it('downloads the original of a source', async () => {
    await using open = await openConsole(server.url);
    await ask(open.page, QUESTION);
    await firstSource(open.page).click();
    const downloading = open.page.waitForEvent('download');
    await open.page.getByRole('button', { name: 'Download the file' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'visitor-handbook.pdf');
    assert.ok(readFileSync(await download.path()).equals(HANDBOOK));
  });

  it('keeps what is being written while another page is looked at, or documents are chosen', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.fill('A half-written question');
    await page.getByRole('button', { name: 'All documents' }).click();
    await untilFocused(page.getByRole('searchbox', { name: 'Search documents' }));
    await page.keyboard.type('Handbook');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    assert.equal(await field.inputValue(), 'A half-written question');
    assert.equal(await page.locator('.turn').count(), 0);
  });

  it('says of a refusal where it searched, and asks all documents when only some were asked', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await page.getByRole('button', { name: 'All documents' }).click();
    await page.getByRole('checkbox', { name: /Visitor Handbook/ }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await ask(page, REFUSED);
    const refusal = page.locator('.refusal');
    await refusal.getByText(/only in “.*Visitor Handbook”/).waitFor();
    assert.equal(await refusal.getByText(REFUSED).count(), 0, 'it stands above');
    assert.equal(await page.getByRole('list', { name: 'Sources' }).count(), 0);
    await refusal.getByRole('button', { name: 'Search all of them' }).click();
    await page.getByRole('button', { name: 'All documents' }).waitFor();
    await page.locator('.refusal').nth(1).waitFor();
  });

  it('stops an answer, keeps what there is of it, and lets the server stop too', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    proxy.holdAfter = 'event: done';
    await ask(page, QUESTION);
    await page.locator('.answer.asking', { hasText: 'A family' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('This answer was stopped').waitFor();
    await page.locator('.answer.stopped', { hasText: 'A family' }).waitFor();
    await until(() => proxy.left === 1);
    proxy.holdAfter = null;
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.answer.answered').waitFor();
    assert.equal(await page.locator('.turn').count(), 1);
  });

  it('shows what went wrong with its correlation id, and tries again', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    const late = problemReply(504, { title: 'It took too long', correlation_id: 'corr-7' });
    proxy.instead(STREAM, [{ ...late, headers: {} }]);
    await ask(page, QUESTION);
    await page.getByRole('alert').getByText('It took too long').waitFor();
    await page.getByRole('button', { name: /correlation id/ }).click();
    await page.getByText('Correlation id copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'corr-7');
    proxy.pace.cutAfter = 150;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('The reply is incomplete').waitFor();
    proxy.pace.cutAfter = Number.POSITIVE_INFINITY;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.answer.answered', { hasText: ANSWER }).waitFor();
    assert.equal(await page.locator('.turn').count(), 1);
  });

  it('waits out the rate limit, and counts down the while', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    proxy.instead(STREAM, [problemReply(429, { code: 'rate_limited' })]);
    await page.clock.install();
    await ask(page, QUESTION);
    await page.locator('.turn').getByText('Too many requests within a minute. Retrying in').waitFor();
    await page.clock.fastForward(600_000);
    await page.locator('.answer.answered').waitFor();
    assert.equal(await page.getByText('Too many requests within a minute').count(), 0);
    assert.equal(timesAsked(proxy), 2);
  });

  it('tries again by itself when the server said when', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    proxy.instead(STREAM, [problemReply(503, { title: 'A store does not answer' })]);
    await page.clock.install();
    await ask(page, QUESTION);
    await page.getByText('A store does not answer').waitFor();
    await page.clock.fastForward(600_000);
    await page.locator('.answer.answered').waitFor();
  });

  it('gives up asking by itself after ten times, and tells a screen reader of the problem and of the end alone', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    const down = Array.from({ length: 12 }, (_, i) =>
      problemReply(503, { title: 'The model is down', detail: `For the time number ${i + 1}.` }),
    );
    proxy.instead(STREAM, down);
    await page.clock.install();
    const heard = await listenTo(page);
    await ask(page, QUESTION);
    await page.getByText('number 1.').waitFor();
    for (let tries = 1; tries <= 10; tries++) {
      await page.getByText('Retrying in').waitFor();
      await page.clock.fastForward(600_000);
      await page.getByText(`number ${tries + 1}.`).waitFor();
    }
    await page.clock.fastForward(6_000_000);
    assert.equal(await page.getByText('Retrying in').count(), 0);
    assert.equal(timesAsked(proxy), 11);
    const problem = 'The model is downFor the time number ';
    const end = `${problem}11.Retried 10 times automatically.`;
    assert.deepEqual(await heard(), ['Searching the documents', `${problem}1.`, end]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('number 12.').waitFor();
    await page.getByText('Retrying in').waitFor();
    assert.deepEqual((await heard()).slice(3), ['Searching the documents', `${problem}12.`]);
    await page.clock.fastForward(600_000);
    await page.locator('.answer.answered').waitFor();
    assert.match((await heard()).at(-1)!, /^Answer: /);
    assert.equal((await heard()).filter((words) => words.includes('model is down')).length, 3);
  });

  it('says where quotations stand in for the language model, once', async () => {
    await using provider = await startOpenAiServer();
    provider.answer(failsWith(400));
    await using modelled = await serverWith(
      { 'visitor-handbook.pdf': HANDBOOK },
      { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'house-model', LLM_BASE_URL: provider.baseUrl },
    );
    await using open = await openConsole(modelled.url, { bypassCsp: true });
    const { page } = open;
    assert.ok((await modesOf(page)).includes('General knowledge too'));
    const note = 'The language model was not available. These are quotations from the documents.';
    const heard = await listenTo(page);
    await ask(page, QUESTION);
    await page.locator('.turn').getByText(note, { exact: true }).waitFor();
    await page.getByText(ANSWER).first().waitFor();
    await until(async () => (await heard()).length > 1);
    assert.equal((await heard()).filter((words) => words.includes(note)).length, 1);
    assert.ok((await heard()).at(-1)!.startsWith(`${note} Answer: ${ANSWER}`));
    await assertAccessible(page);
    await page.reload();
    await page.locator('.turn').getByText(note, { exact: true }).waitFor();
    await page.getByRole('button', { name: /^See why/ }).click();
    const why = page.getByRole('complementary', { name: 'Why this answer' });
    await why.getByText('The language model was not available.').waitFor();
    await page.keyboard.press('Escape');
    provider.answer(writes('A family ticket costs 32 euros [1].'));
    await page.getByRole('button', { name: 'New conversation' }).click();
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    assert.equal(await page.getByText(note, { exact: true }).count(), 0);
  });

  it('disturbs nobody by asking again by itself, and does so only where it was asked, and not after a reload', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    const down = problemReply(503, { title: 'The model is down' });
    proxy.instead(STREAM, [down, down]);
    await page.clock.install();
    await ask(page, 'When are the guided tours?');
    await page.getByText('The model is down').waitFor();
    await page.getByText('Retrying in').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('The model is down').waitFor();
    assert.equal(await other.getByText('Retrying in').count(), 0);
    // Somebody reads a source, and writes.
    await page.getByRole('textbox', { name: 'Your question' }).fill('Next I ask');
    await firstSource(page).click();
    await untilFocused(page.getByRole('complementary', { name: 'Source 1' }).getByRole('heading'));
    await page.clock.fastForward(600_000);
    await until(() => timesAsked(proxy) === 3);
    await page.getByText('The model is down').waitFor();
    await untilFocused(page.getByRole('complementary', { name: 'Source 1' }).getByRole('heading'));
    await other.locator('.turn').nth(1).getByText('The model is down').waitFor();
    await page.clock.fastForward(600_000);
    await page.locator('.answer.answered').nth(1).waitFor();
    await other.locator('.answer.answered').nth(1).waitFor();
    assert.equal(await page.locator('.turn').count(), 2);
    assert.equal(timesAsked(proxy), 4);
    proxy.instead(STREAM, [down]);
    await page.getByRole('button', { name: 'Ask again' }).last().click();
    await page.getByText('Retrying in').waitFor();
    await page.reload();
    await page.getByText('The model is down').waitFor();
    assert.equal(await page.getByText('Retrying in').count(), 0);
  });

  it('answers in one conversation while another is waiting, and stops the one that is open', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    proxy.holdAfter = 'event: sources';
    await ask(page, QUESTION);
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByText('Answering').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await ask(page, 'When are the guided tours?');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('This was stopped').waitFor();
    await until(() => proxy.left === 1);
    proxy.holdAfter = null;
    await page.getByRole('link', { name: QUESTION }).click();
    await page.locator('.answer.answered', { hasText: ANSWER }).waitFor();
    assert.equal(await page.locator('.turn').count(), 1);
  });

  it('keeps what there is of an answer when the page is reloaded', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    proxy.holdAfter = 'event: done';
    await ask(page, QUESTION);
    await page.locator('.answer.asking', { hasText: 'A family' }).waitFor();
    await page.reload();
    await page.locator('.answer.stopped', { hasText: 'A family' }).waitFor();
    proxy.holdAfter = null;
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.answer.answered', { hasText: ANSWER }).waitFor();
  });

  it('says of a long conversation that its beginning is gone, and keeps its name', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    await page.evaluate(`{
      const [first] = JSON.parse(localStorage.getItem('docent.conversations'));
      const turns = Array.from({ length: 100 }, (_, i) => ({ ...first.turns[0], id: 't' + i, question: 'Number ' + i }));
      localStorage.setItem('docent.conversations', JSON.stringify([{ ...first, turns }]));
      // At once, before the page stores its own again.
      location.reload();
    }`);
    await page.getByRole('heading', { name: 'Number 99' }).waitFor();
    assert.equal(await page.getByText('made room').count(), 0);
    await ask(page, 'When are the guided tours?');
    await page.getByText('1 earlier question of this conversation made room').waitFor();
    assert.equal(await page.locator('.turn').count(), 100);
    await page.getByRole('link', { name: QUESTION }).waitFor();
    assert.equal(await page.title(), `${QUESTION} · Docent`);
  });

  it('says when a link leads to a conversation that is not here', async () => {
    await using open = await openConsole(server.url, { hash: '#/ask/1-2-3' });
    const { page } = open;
    const notice = page.getByText('This conversation is not in this browser');
    await notice.waitFor();
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    assert.equal(await notice.count(), 0);
  });

  it('leads from a source to its document, also in a tab of its own', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await firstSource(page).click();
    const link = page.getByRole('link', { name: 'Whole document' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.getByRole('complementary', { name: 'Document' }).locator('.chunk-text').first().waitFor();
    await link.click();
    await page.getByRole('complementary', { name: 'Document' }).waitFor();
    await page.goBack();
    await page.locator('.answer.answered', { hasText: ANSWER }).waitFor();
  });

  it('is printed without what is to be clicked', async () => {
    await using open = await openConsole(server.url, { theme: 'dark' });
    const { page } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('textbox', { name: 'Your question' }).isVisible(), false);
    assert.equal(await page.getByRole('navigation').first().isVisible(), false);
    assert.equal(await page.locator('.answer').isVisible(), true);
    assert.equal(await page.getByRole('list', { name: 'Sources' }).isVisible(), true);
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
  });

  it('records feedback at the click, once for an answer, and asks for a reason when it is bad', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.getByRole('button', { name: 'Good answer' }).click();
    await page.getByText('your feedback is recorded').waitFor();
    await page.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();
    const recorded = async () => {
      const { feedback } = (await (await fetch(`${server.url}/api/v1/feedback`)).json()) as {
        feedback: { rating: string; reason: string | null; question: string }[];
      };
      return feedback.map(({ rating, reason, question }) => [rating, reason, question]);
    };
    const before = await recorded();
    assert.deepEqual(before[0], ['up', null, QUESTION]);
    await page.getByRole('button', { name: 'Bad answer' }).click();
    const reason = page.getByRole('textbox', { name: 'Reason' });
    await reason.waitFor();
    // At the click, whether or not there is a reason, and instead of the other rating.
    assert.deepEqual(await recorded(), [['down', null, QUESTION], ...before.slice(1)]);
    await reason.fill('Prices of last year.');
    await page.getByRole('button', { name: 'Out of date' }).click();
    // Beside the dialog.
    await page.mouse.click(5, 400);
    assert.equal(await reason.inputValue(), 'Prices of last year.');
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await page.getByRole('button', { name: 'Bad answer', pressed: true }).waitFor();
    const explained = ['down', 'Out of date: Prices of last year.', QUESTION];
    await until(async () => (await recorded())[0]?.[1] === explained[1]);
    assert.deepEqual(await recorded(), [explained, ...before.slice(1)]);
  });

  it('keeps conversations in this browser, follows up in them, and deletes them everywhere', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    await ask(page, 'And for an adult?');
    await page.locator('.answer.answered').nth(1).waitFor();
    await page.reload();
    await page.locator('.answer.answered').nth(1).waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    await page.getByRole('link', { name: QUESTION }).click();
    await page.locator('.answer.answered', { hasText: ANSWER }).first().waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Conversations of this browser will be listed here.').waitFor();
    await until(() => proxy.requests.includes('DELETE /api/v1/chat/memory'));
    assert.equal(await page.evaluate("localStorage.getItem('docent.conversations')"), '[]');
  });

  it('takes back the deletion of a conversation, and has the server forget it when that is over', async () => {
    await using open = await openBehindProxy();
    const { page, proxy } = open;
    await ask(page, QUESTION);
    await page.locator('.answer.answered').waitFor();
    const remove = async () => {
      await page.getByRole('button', { name: `Options for ${QUESTION}` }).focus();
      await page.keyboard.press('Enter');
      await untilFocused(page.getByRole('menuitem', { name: 'Rename' }));
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
    };
    await remove();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.answer.answered').waitFor();
    assert.ok(!proxy.requests.includes('DELETE /api/v1/chat/memory'));
    await remove();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    // Whatever is said next ends it.
    await ask(page, QUESTION);
    await page.getByRole('button', { name: 'Good answer' }).click();
    await until(() => proxy.requests.includes('DELETE /api/v1/chat/memory'));
  });

  it('keeps what was asked in two tabs at once', async () => {
    await using open = await openConsole(server.url);
    const other = await open.page.context().newPage();
    await other.goto(server.url);
    await ask(open.page, QUESTION);
    await open.page.locator('.answer.answered').waitFor();
    await other.getByRole('link', { name: QUESTION }).waitFor();
    await ask(other, 'When are the guided tours?');
    await other.locator('.turn-actions').waitFor();
    await open.page.getByRole('link', { name: 'When are the guided tours?' }).waitFor();
    await other.reload();
    for (const question of [QUESTION, 'When are the guided tours?'])
      await other.getByRole('link', { name: question }).waitFor();
  });

  it('opens a conversation where it ended, and leads back there', async () => {
    await using open = await openConsole(server.url, { height: 420 });
    const { page } = open;
    for (const question of [QUESTION, 'When are the guided tours?', 'And for an adult?']) {
      await ask(page, question);
      await page.locator('.turn', { hasText: question }).locator('.turn-actions').waitFor();
    }
    await page.reload();
    const last = page.getByRole('heading', { name: 'And for an adult?' });
    await until(() => isOnScreen(last));
    const toEnd = page.getByRole('button', { name: 'To the end of the conversation' });
    await page.evaluate('scrollTo(0, 0)');
    await toEnd.click();
    await toEnd.waitFor({ state: 'detached' });
    await until(() => isOnScreen(page.locator('.turn-actions').last()));
  });

  it('is used by keyboard alone', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    const field = page.getByRole('textbox', { name: 'Your question' });
    await untilFocused(field);
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await page.locator('.turn-actions').waitFor();
    await tabTo(page, /^Source 1: /, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.ask-passage mark').first().waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, /^Bad answer$/, 'Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowUp');
    assert.equal(await field.inputValue(), QUESTION);
    await field.fill('');
    await page.keyboard.type('line one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('line two');
    assert.equal(await field.inputValue(), 'line one\nline two');
    await field.blur();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('has no barriers in either theme, before and after an answer, a source, a refusal and a dialog', async () => {
    await using open = await openConsole(server.url, { bypassCsp: true });
    const { page } = open;
    await page.getByText('Answers come from one document').waitFor();
    await assertFits(page);
    await ask(page, QUESTION);
    await firstSource(page).click();
    await page.locator('mark').first().waitFor();
    await page.locator('.grounding summary').click();
    await assertFits(page);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await ask(page, REFUSED);
    await page.locator('.refusal').waitFor();
    await page.getByRole('button', { name: 'Bad answer' }).click();
    await page.getByRole('dialog').waitFor();
    await assertFits(page);
  });

  it('says which words of the conversation it searched for as well, where a question points back', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.locator('.turn-actions').waitFor();
    await ask(page, REFUSED);
    await page.locator('.refusal').waitFor();
    const words = page.locator('.refusal').getByText(/^with words from before: /);
    assert.equal(await words.count(), 0);
    await ask(page, 'And who painted its roof?');
    await words.waitFor();
  });

  it('fits a phone, where a source is a sheet', async () => {
    await using open = await openConsole(server.url, { width: 375, height: 740 });
    const { page } = open;
    await assertNoSidewaysScroll(page);
    await ask(page, QUESTION);
    await firstSource(page).click();
    const sheet = page.getByRole('dialog', { name: /Visitor Handbook/ });
    await until(() => isInSight(sheet.locator('mark').first()));
    await assertNoSidewaysScroll(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Conversations' }).click();
    await page.getByRole('dialog').getByRole('link', { name: QUESTION }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('fits a phone in writing without spaces, and begins no line with a citation', async () => {
    await using open = await openConsole(server.url, { width: 375, height: 740 });
    const { page } = open;
    const text = '家庭票两名成人和最多三名儿童的价格为三十二欧元 [1]。'.repeat(4);
    const turn = {
      id: '1',
      question: '家庭票多少钱？',
      state: 'answered',
      text,
      sources: [{ n: 1, label: '指南', doc_id: 'guide', chunk_id: 'guide:0', quotes: [] }],
      meta: null,
      failure: null,
    };
    const kept = [
      { id: 'zh', title: turn.question, turns: [turn], mode: null, filter: { docs: [], tags: [] } },
    ];
    await page.evaluate((value) => localStorage.setItem('docent.conversations', value), JSON.stringify(kept));
    await page.goto(`${server.url}/#/ask/zh`);
    await page.reload();
    const citations = page.locator('.answer .citation');
    await citations.first().waitFor();
    await assertNoSidewaysScroll(page);
    const margin = (await page.locator('.answer').boundingBox())!.x;
    for (const citation of await citations.all()) assert.ok((await citation.boundingBox())!.x > margin + 10);
  });

  it('lists ten thousand documents to choose from, draws those in sight, and finds some by their name', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    // Whatever the page asks for by itself is answered before the pages are counted.
    await page.getByText('Answers come from one document').waitFor();
    const titles = Array.from({ length: 10_000 }, (_, i) => `Document ${i}`);
    let pages = 0;
    await page.route('**/api/v1/ingest/docs?*', (route) => {
      const { searchParams: query } = new URL(route.request().url());
      const [from, search] = [Number(query.get('cursor') ?? 0), query.get('q') ?? ''];
      const found = titles.filter((title) => title.includes(search));
      const docs = found
        .slice(from, from + 200)
        .map((title) => ({ doc_id: title, title, tags: [], chunks: 1 }));
      pages += 1;
      const next_cursor = from + 200 < found.length ? `${from + 200}` : null;
      return route.fulfill({ json: { docs, total: found.length, next_cursor } });
    });
    await page.getByRole('button', { name: 'All documents' }).click();
    const list = page.getByRole('list', { name: 'Documents' });
    await list.getByText('Document 0', { exact: true }).waitFor();
    const rows = list.getByRole('listitem');
    for (const length of [400, 600, 800]) {
      await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await until(async () => (await rows.first().getAttribute('aria-setsize')) === `${length}`);
      assert.ok((await rows.count()) < 50);
    }
    assert.equal(pages, 4);
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('Document 599');
    await until(async () => (await rows.first().getAttribute('aria-setsize')) === '11');
    await rows.getByRole('checkbox', { name: 'Document 599', exact: true }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Leave out Document 599' }).click();
    await page.getByRole('button', { name: 'All documents' }).waitFor();
  });

  it('lists what can answer behind whole pages of documents that are still being read', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await page.getByText('Answers come from one document').waitFor();
    await page.route('**/api/v1/ingest/docs?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const title = `Document ${from}`;
      const docs = [{ doc_id: title, title, tags: [], chunks: from < 400 ? 0 : 1 }];
      return route.fulfill({ json: { docs, total: 3, next_cursor: from < 400 ? `${from + 200}` : null } });
    });
    await page.getByRole('button', { name: 'All documents' }).click();
    await page.getByRole('list', { name: 'Documents' }).getByText('Document 400').waitFor();
  });

  it('is interactive after one reply and less than a second of work', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    const loaded = await page.evaluate(
      "performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType !== 'fetch').map(({ name }) => name)",
    );
    assert.deepEqual(loaded, []);
    // Of the processor and not of the clock, which runs on while others work.
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.reload({ waitUntil: 'domcontentloaded' });
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')!.value;
    assert.ok(seconds > 0 && seconds < 1, `${seconds} s`);
  });
});

async function ask(page: Page, question: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.fill(question);
  await field.press('Enter');
}

function firstSource(page: Page): Locator {
  return page.getByRole('button', { name: /^Source 1: / }).first();
}

function modesOf(page: Page): Promise<string[]> {
  return page.getByRole('combobox', { name: 'How to answer' }).locator('option').allTextContents();
}

/** Has every answer come with the passage about family tickets as a related one, its sentence given as text. */
async function addRelated(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const reply = await fetch(`${origin}/api/v1/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: QUESTION }),
  });
  const { n: _, ...passage } = ((await reply.json()) as { sources: { n: number }[] }).sources[0]!;
  const related = [{ ...passage, quotes: [ANSWER] }];
  await page.route(`**${STREAM}`, async (route) => {
    const streamed = await route.fetch();
    const body = (await streamed.text()).replace(
      /(event: done\ndata: )(.*)/,
      (_, head: string, data: string) => head + JSON.stringify({ ...JSON.parse(data), related }),
    );
    await route.fulfill({ response: streamed, body });
  });
}

/** What the server replies with its problem, to be tried again ten minutes later. */
function problemReply(status: number, problem: Record<string, string>) {
  const given = { code: 'out_of_service', title: 'Busy', detail: 'Wait.', status, ...problem };
  return { status, headers: { 'retry-after': '600' }, problem: given };
}

function timesAsked(proxy: SlowProxy): number {
  return proxy.requests.filter((request) => request === `POST ${STREAM}`).length;
}

async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press(key);
    const label = await page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''");
    if (name.test(String(label))) return;
  }
  assert.fail(`${key} does not reach ${name}`);
}

async function isOnScreen(element: Locator): Promise<boolean> {
  const { y = -1, height = 0 } = (await element.boundingBox()) ?? {};
  return y >= 0 && y + height <= element.page().viewportSize()!.height;
}

async function isInSight(element: ReturnType<Page['locator']>): Promise<boolean> {
  return element.evaluate((mark) => {
    const { top, bottom } = mark.getBoundingClientRect();
    const { top: from, bottom: to } = mark.parentElement!.getBoundingClientRect();
    return top >= from && bottom <= to;
  });
}
