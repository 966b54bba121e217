import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createApiClient } from '../../scripts/api-client.ts';
import type { OpenServer } from '../open-server.ts';
import { until } from '../until.ts';
import {
  assertAccessible,
  assertFits,
  openConsole,
  PHONE,
  SHAPES,
  serverWith,
  untilFocused,
} from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const HANDBOOK = readFileSync(new URL('../../samples/visitor-handbook.pdf', import.meta.url));
const QUESTIONS = readFileSync(new URL('../../samples/visitor-questions.html', import.meta.url));
const LOANS = readFileSync(new URL('../../samples/loan-policy.docx', import.meta.url));
const QUESTION = 'What does a family ticket cost?';
const KEY = 'k3y';

describe('a walk through Ask', NEEDS_BROWSER, () => {
  let server: OpenServer;
  before(async () => {
    server = await serverWith(
      { 'visitor-handbook.pdf': HANDBOOK, 'visitor-questions.html': QUESTIONS, 'loan-policy.docx': LOANS },
      { API_KEY: KEY, RATE_LIMIT_PER_MINUTE: '0' },
    );
  });
  after(() => server?.[Symbol.asyncDispose]());

  const ask = async (page: Page, question: string) => {
    await page.getByRole('textbox', { name: 'Your question' }).fill(question);
    await page.keyboard.press('Enter');
    await page.locator('.turn', { hasText: question }).locator('.turn-actions').waitFor();
  };

  it('begins with a question of the documents, and goes on with another: both are answered', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    // What is written while they come stays in its place.
    const field = page.getByRole('textbox', { name: 'Your question' });
    const held = Promise.withResolvers<void>();
    await page.route('**/suggestions', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Answers come from 3 documents').waitFor();
    const before = (await field.boundingBox())!.y;
    held.resolve();
    const starter = page.locator('.starter').filter({ hasText: 'Can I bring my dog?' });
    await starter.waitFor();
    assert.ok(Math.abs((await field.boundingBox())!.y - before) < 20);
    await starter.getByText('Questions that visitors ask').waitFor();
    await starter.click();
    await page.locator('.answer.answered', { hasText: 'Assistance dogs are welcome' }).waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await ask(page, QUESTION);
    const next = page.locator('.follow-up').first();
    const words = (await next.textContent())!;
    await next.click();
    await page.locator('.turn').nth(1).locator('.answer.answered').waitFor();
    assert.equal(await page.locator('.question').nth(1).textContent(), words);
    assert.equal(await page.locator('.refusal').count(), 0);
    assert.deepEqual(open.complaints, []);
  });

  it('says beside the conversation why it was answered, and more of it with the key', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    const button = page.getByRole('button', { name: /^See why/ });
    await button.click();
    const panel = page.getByRole('complementary', { name: 'Why this answer' });
    await panel.getByText('likely to answer').waitFor();
    assert.equal(await panel.getByText('Best sentences').count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0, 'nobody was asked for a key');
    await page.keyboard.press('Escape');
    await untilFocused(button);
    await page.evaluate(`sessionStorage.setItem('docent.key', JSON.stringify('${KEY}'))`);
    await page.reload();
    await button.click();
    await panel.getByText('Best sentences').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('shows the page of a PDF with the quotation marked, in a frame that has no origin', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page
      .getByRole('button', { name: /^Source 1/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Page', exact: true }).click();
    await page.getByText('Page 2 of 3').waitFor();
    const frame = page.frameLocator('.pdf-page iframe');
    await frame.locator('canvas').waitFor();
    assert.ok((await frame.locator('.quote').count()) >= 2, 'it goes over two lines');
    assert.equal(await page.frames()[1]!.evaluate('origin'), 'null');
    assert.equal(
      await page.frames()[1]!.evaluate("fetch('/health').then(() => 'reached', () => 'refused')"),
      'refused',
    );
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 3 of 3').waitFor();
    assert.equal(await frame.locator('.quote').count(), 0);
    // It stays so for the next source.
    await page.reload();
    await page
      .getByRole('button', { name: /^Source 1/ })
      .first()
      .click();
    await page.getByText('Page 2 of 3').waitFor();
  });

  it('shows the rows of a table as a table where they are quoted from', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, 'Relative humidity for bronze');
    await page.locator('.answer th', { hasText: 'Relative humidity' }).waitFor();
    assert.match((await page.locator('.answer .heading').first().textContent())!, /^[A-Z]/);
    await page.locator('.grounding summary').click();
    const words = await page.locator('.statements q, .source-snippet').allTextContents();
    assert.deepEqual(
      words.filter((text) => text.includes('|')),
      [],
    );
    await page
      .getByRole('button', { name: /Loan Policy/ })
      .first()
      .click();
    const table = page.locator('.passage-text table');
    await table.getByRole('columnheader', { name: 'Relative humidity' }).waitFor();
    await table.locator('mark', { hasText: '40 percent' }).waitFor();
    await page.getByRole('link', { name: 'Whole document' }).click();
    await page.locator('.chunk-text th', { hasText: 'Relative humidity' }).waitFor();
    await page.getByRole('button', { name: 'Whole text' }).click();
    await page.locator('.passage-text.whole th', { hasText: 'Relative humidity' }).waitFor();
  });

  it('says on a source where it is from and when its document changed', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    const card = page.getByRole('list', { name: 'Sources' }).getByRole('button').first();
    await card.getByText('Tickets', { exact: true }).waitFor();
    await card.getByText(/^today, /).waitFor();
    // From the sentence on that was quoted.
    assert.match((await card.locator('.source-snippet').textContent())!, /^A family ticket/);
    await page.reload();
    await card.getByText(/^today, /).waitFor();
  });

  it('has a panel as wide as it was made, by arrow keys or by the pointer', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.locator('.source').first().click();
    const panel = page.getByRole('complementary', { name: 'Source 1' });
    const handle = page.getByRole('separator', { name: 'Width of the panel' });
    const width = async () => (await panel.boundingBox())!.width;
    await panel.waitFor();
    const first = await width();
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.ok((await width()) > first + 40, `${await width()} after ${first}`);
    await page.keyboard.press('Home');
    assert.ok((await width()) < first);
    const { x, y } = (await handle.boundingBox())!;
    await page.mouse.move(x + 4, y + 300);
    await page.mouse.down();
    await page.mouse.move(700, y + 300);
    await page.mouse.up();
    const dragged = await width();
    assert.ok(Math.abs(dragged - 580) < 4, `${dragged}`);
    await page.goto(`${server.url}/#/documents/visitor-handbook`);
    const document = page.getByRole('complementary', { name: 'Document' });
    await document.waitFor();
    assert.equal((await document.boundingBox())!.width, dragged);
    await handle.dblclick();
    assert.equal((await document.boundingBox())!.width, first);
    assert.deepEqual(open.complaints, []);
  });

  it('sets code as code where it is read', async () => {
    const setup =
      'Set up the lift like this:\n\n```\nexport LIFT=2\nnpm run lift --silent\n```\n\nThen the lift goes.';
    await createApiClient(server.url, { apiKey: KEY }).upload('lift.md', Buffer.from(setup), {
      doc_id: 'lift',
    });
    await createApiClient(server.url, { apiKey: KEY }).settled(60_000);
    await using open = await openConsole(server.url, { hash: '#/documents/lift' });
    const { page } = open;
    const code = page.locator('.passage-text code', { hasText: 'export LIFT=2\nnpm run lift' });
    for (const shape of ['Passages', 'Whole text']) {
      await page.getByRole('button', { name: shape }).click();
      assert.equal((await code.textContent())!.includes('Then'), false);
      const font = "getComputedStyle(document.querySelector('.passage-text code')).fontFamily";
      assert.match(await page.evaluate(font), /mono/);
    }
  });

  it('searches in a collection, which is stored under a name', async () => {
    await using open = await openConsole(server.url, { bypassCsp: true });
    const { page } = open;
    await page.getByRole('button', { name: 'All documents' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search in' });
    await dialog.getByRole('checkbox', { name: 'Loan Policy' }).check();
    await dialog.getByRole('textbox', { name: 'Name of a collection' }).fill('Loans');
    await page.keyboard.press('Enter');
    const collection = dialog.getByRole('button', { name: 'Loans', exact: true });
    await collection.and(page.locator('[aria-pressed=true]')).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Leave out Loans' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Leave out Loans' }).waitFor();
    await page.getByText('Answers come from the documents that you chose.').waitFor();
    await ask(page, QUESTION);
    await page.getByText('You searched only some of the documents').waitFor();
    // Another conversation begins with all documents, and finds the collection.
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByRole('button', { name: 'All documents' }).click();
    await collection.click();
    assert.ok(await dialog.getByRole('checkbox', { name: 'Loan Policy' }).isChecked());
    await dialog.getByRole('button', { name: 'Delete the collection' }).click();
    await collection.waitFor({ state: 'detached' });
  });

  it('makes, chooses and deletes a collection by keyboard alone', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('button', { name: 'All documents' }).focus();
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Search in' });
    await dialog.getByRole('checkbox').first().waitFor();
    // Through the list by arrows, and out of it by one more Tab.
    await press('Tab', 'ArrowDown', 'ArrowDown', 'Space');
    await untilFocused(dialog.getByRole('checkbox').nth(1));
    await dialog.getByRole('textbox', { name: 'Name of a collection' }).waitFor();
    await press('Tab');
    await untilFocused(dialog.getByRole('textbox', { name: 'Name of a collection' }));
    await page.keyboard.type('Mine');
    await press('Enter');
    await untilFocused(dialog.getByRole('button', { name: 'Mine', exact: true }));
    await press('Tab', 'Enter');
    await untilFocused(dialog.getByRole('searchbox'));
    await press('Escape');
    await page.getByRole('button', { name: /^Leave out/ }).focus();
    await press('Enter');
    await untilFocused(page.getByRole('button', { name: 'All documents' }));
  });

  it('finds, renames and exports conversations', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    for (const question of [QUESTION, 'Guided tours', 'House rules', 'Opening hours', 'Are there lockers?']) {
      await ask(page, question);
      await page.getByRole('button', { name: 'New conversation' }).click();
    }
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search conversations' });
    await search.fill('selfie tripods');
    await until(async () => (await page.locator('.history a').count()) === 1);
    const options = (title: string) => page.getByRole('button', { name: `Options for ${title}` });
    await options('House rules').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Photography');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Photography' }).click();
    await options('Photography').focus();
    await page.keyboard.press('Enter');
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'Photography.md');
    const text = readFileSync(await download.path(), 'utf8');
    assert.match(
      text,
      /^# Photography\n\n## House rules\n\n[\s\S]*selfie sticks[\s\S]*\n- \[1\] Harbour Lane Museum/,
    );
  });

  it('shares a copy by link, which others read until it is deleted', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.getByRole('button', { name: `Options for ${QUESTION}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Share a copy' }).click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    const link = await page.getByRole('textbox', { name: /^Whoever has this link/ }).inputValue();
    await using other = await openConsole(server.url, { hash: new URL(link).hash });
    const { page: reader } = other;
    await reader.getByRole('heading', { name: QUESTION, level: 2 }).waitFor();
    await reader.locator('.answer', { hasText: '32 euros' }).waitFor();
    await reader
      .locator('.source-foot', { hasText: /today, \d/ })
      .first()
      .waitFor();
    await reader
      .getByRole('button', { name: /^Source 1/ })
      .first()
      .click();
    await reader.locator('.passage-text mark').first().waitFor();
    await page.getByRole('button', { name: 'Delete the copy' }).click();
    await page.getByText('The link no longer works').waitFor();
    await reader.reload();
    await reader.getByText('No such shared conversation').waitFor();
    assert.deepEqual([...open.complaints, ...other.complaints], []);
  });

  it('leads to the end of the conversation by a button that covers nothing of the question', async () => {
    await using open = await openConsole(server.url, { width: PHONE, height: 740 });
    const { page } = open;
    for (const question of [QUESTION, 'House rules']) await ask(page, question);
    await page.evaluate('scrollTo(0, 0)');
    const button = page.getByRole('button', { name: 'To the end of the conversation' });
    const [newest, question] = await Promise.all([
      button.boundingBox(),
      page.locator('.composer-box').boundingBox(),
    ]);
    assert.ok(newest!.y >= question!.y + question!.height);
    await button.click();
    await button.waitFor({ state: 'detached' });
  });

  it('answers again in another way, in place of the answer before', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    await ask(page, QUESTION);
    await page.getByRole('button', { name: 'Answer in another way' }).click();
    await page.getByRole('menuitem', { name: /^One passage/ }).click();
    const modes = () =>
      page.evaluate<string[]>(
        "JSON.parse(localStorage.getItem('docent.conversations'))[0].turns.map(({ meta }) => meta?.mode)",
      );
    await until(async () => (await modes())[0] === 'strict');
    assert.equal(await page.locator('.turn').count(), 1);
  });

  for (const shape of SHAPES) {
    it(`has no barriers at ${shape.width} px`, async () => {
      await using open = await openConsole(server.url, shape);
      const { page } = open;
      await page.locator('.starter').first().waitFor();
      await assertFits(page);
      await ask(page, QUESTION);
      await page.locator('.follow-up').first().waitFor();
      await page.getByRole('button', { name: 'Answer in another way' }).click();
      await page.getByRole('menuitem').first().waitFor();
      await assertFits(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^See why/ }).click();
      await page.getByText('likely to answer').waitFor();
      await assertFits(page);
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^Source 1/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Page', exact: true }).click();
      await page.getByText('Page 2 of 3').waitFor();
      await assertFits(page);
    });
  }
});
