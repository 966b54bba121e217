import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { sampleFiles } from '../../scripts/make-samples.ts';
import type { OpenServer } from '../open-server.ts';
import { until } from '../until.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  type ConsoleOptions,
  openConsole,
  PHONE,
  serverWith,
} from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const VIEWS = ['ask', 'documents', 'review', 'quality', 'health'];

/** What is left of a text without the brackets of messages has letters. */
const WITHOUT_BRACKETS = "/[a-z]{2}/i.test(text.replaceAll(/⟦[^⟧]*⟧/g, ''))";
/** Words of English that are none of German, but in names such as `how-to`. */
const ENGLISH = String.raw`/(?<!-)\b(the|and|of|to|is|are|with|this|not|by|your|you|has|have|from|no)\b/i.test(text)`;

describe('the language of the console', NEEDS_BROWSER, () => {
  let server: OpenServer;
  before(async () => {
    const handbook = sampleFiles().find(({ name }) => name === 'visitor-handbook.pdf')!;
    server = await serverWith({
      [handbook.name]: handbook.bytes,
      'hours.md': '# Opening hours\n\nThe museum opens at ten.\n',
    });
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
  });

  it('is the one of the browser, and another one when it is chosen', async () => {
    await using open = await openConsole(server.url, { locale: 'de-AT', hash: '#/health' });
    const { page, complaints } = open;
    await page.getByRole('heading', { name: 'Zustand und Einstellungen' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    await page.getByRole('button', { name: 'Menü' }).click();
    await page.getByLabel('Sprache').selectOption('English');
    await page.getByRole('heading', { name: 'Health and settings' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Health and settings' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('is English in a browser whose language is not among them, and asks for nothing then', async () => {
    await using open = await openConsole(server.url, { locale: 'is-IS', hash: '#/health' });
    const requests: string[] = [];
    open.page.on('request', (request) => requests.push(request.url()));
    await open.page.reload();
    await open.page.getByRole('heading', { name: 'Health and settings' }).waitFor();
    assert.ok(!requests.some((url) => url.includes('/console/')), requests.join('\n'));
  });

  for (const view of VIEWS)
    for (const width of [1280, 375])
      it(`is written from right to left where it is such a one: ${view} at ${width} px`, async () => {
        await using open = await openIn('ar-XB', { width, hash: `#/${view}` });
        const { page, complaints } = open;
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
        assert.deepEqual(await wordsOf(page, WITHOUT_BRACKETS), []);
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        assert.deepEqual(complaints, []);
      });

  for (const [language, untranslated] of [
    ['ar-XB', WITHOUT_BRACKETS],
    ['de', ENGLISH],
  ] as const)
    it(`is that of every part of a walk: ${language}`, async () => {
      await using open = await openIn(language, {});
      const { page, complaints } = open;
      const steps: readonly [name: string, step: () => Promise<unknown>][] = [
        ['an answer', () => ask(page, 'When does the museum open?', '.answer.answered')],
        ['its source', () => page.locator('.source').first().click()],
        ['why', () => page.locator('.turn-why button').first().click()],
        ['a refusal', () => ask(page, 'Who paid for the bridge of Avignon?', '.refusal')],
        [
          'a thumb down',
          async () => {
            await page.locator('.turn-actions > button').last().click();
            await page.locator('dialog textarea').waitFor();
          },
        ],
        ['the scope', () => page.locator('.composer .option').click()],
        ['the palette', () => page.keyboard.press('Control+k')],
        ['keys', () => page.keyboard.press('?')],
        ['the menu', () => page.locator('.masthead-actions > button').click()],
        ['a document', () => page.goto(`${server.url}/#/documents/hours`)],
        ['a URL', () => page.locator('.add-panel .actions > button').last().click()],
        ['a selection', () => page.locator('.document-select').first().click()],
        ['unanswered questions', () => unanswered(page)],
        ['an answer to write', () => page.locator('.quality-row-actions button').nth(1).click()],
        ['feedback', () => page.goto(`${server.url}/#/quality/feedback`)],
        ['answers', () => page.goto(`${server.url}/#/quality/answers`)],
        ['the settings', () => settings(page)],
        ['decided ones', () => page.goto(`${server.url}/#/review/history`)],
        ['what is not there', () => page.goto(`${server.url}/#/ask/shared/none`)],
        ['a document that is not there', () => page.goto(`${server.url}/#/documents/none`)],
      ];
      for (const [name, step] of steps) {
        await step();
        await page.waitForLoadState('networkidle');
        assert.deepEqual(await wordsOf(page, untranslated), [], name);
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
      }
      assert.deepEqual(complaints, []);
    });

  it('is that of the place of a source, which the server names in English', async () => {
    await using open = await openIn('de', {});
    await ask(open.page, 'What does a family ticket cost?', '.answer.answered');
    await open.page
      .locator('.source-label', { hasText: /Visitor Handbook, S\. \d$/ })
      .first()
      .waitFor();
    await open.page
      .getByRole('button', { name: /^Quelle 1: .*, S\. \d$/ })
      .first()
      .waitFor();
  });

  it('leaves the tabs on a phone, and its menu uncovered, where words are long', async () => {
    await using open = await openIn('de', { width: PHONE, height: 740, hash: '#/quality' });
    const { page } = open;
    await page.locator('.tabs a').last().waitFor();
    for (const tab of await page.locator('.tabs a').all()) {
      const { x, width } = (await tab.boundingBox())!;
      assert.ok(x >= 0 && x + width <= PHONE, `${x} ${width}`);
    }
    await page.goto(`${server.url}/#/ask`);
    await ask(page, 'When does the museum open?', '.answer.answered');
    await page.locator('.turn-actions > button').first().click();
    const toast = (await page.locator('.toast').boundingBox())!;
    const menu = (await page.locator('.masthead-actions').boundingBox())!;
    assert.ok(toast.y >= menu.y + menu.height, `${toast.y} ${menu.y}`);
  });

  async function openIn(language: string, options: ConsoleOptions) {
    const { hash = '#/ask', ...rest } = options;
    const open = await openConsole(server.url, { bypassCsp: true, ...rest });
    await open.page.evaluate(`localStorage.setItem('docent.language', '${language}')`);
    await open.page.goto(`${server.url}/${hash}`);
    await open.page.reload();
    return open;
  }

  /** A refusal is recorded a moment after it was shown. */
  async function unanswered(page: Page): Promise<void> {
    await page.goto(`${server.url}/#/quality/gaps`);
    await until(async () => {
      await page.reload();
      await page.waitForLoadState('networkidle');
      return (await page.locator('.quality-row-actions').count()) > 0;
    });
  }

  async function settings(page: Page): Promise<void> {
    await page.goto(`${server.url}/#/health`);
    await page.locator('.setting-group').last().waitFor();
    await page.evaluate("for (const group of document.querySelectorAll('.setting-group')) group.open = true");
  }

  async function ask(page: Page, question: string, outcome: string): Promise<void> {
    await page.locator('#question').fill(question);
    await page.keyboard.press('Enter');
    await page.locator('.turn', { hasText: question }).locator(outcome).waitFor();
  }
});

/** Visible words of the page for which this expression holds, but for those of documents, of code and of the server. */
function wordsOf(page: Page, isMeant: string): Promise<string[]> {
  return page.evaluate<string[]>(`
    words = [];
    walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent: text, parentElement: within } = walker.currentNode;
      const isOfOthers = within.closest('script, style, code, kbd, time, bdi, option, h1.visually-hidden, p.visually-hidden, .wordmark, .question, [translate=no], [lang]:not(html), [dir=auto]');
      if (!isOfOthers && within.checkVisibility() && ${isMeant}) words.push(text);
    }
    words;
  `);
}
