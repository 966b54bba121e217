import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { ServerProcess } from '../server-process.ts';
import {
  assertAccessible,
  assertNoSidewaysScroll,
  closeBrowser,
  NEEDS_BROWSER,
  openConsole,
  serverWith,
} from './browser.ts';

const VIEWS = ['ask', 'documents', 'review', 'quality', 'health'];

describe('the language of the console', NEEDS_BROWSER, () => {
  let server: ServerProcess;
  before(async () => {
    server = await serverWith({ 'hours.md': '# Opening hours\n\nThe museum opens at ten.\n' });
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    await closeBrowser();
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
        await using open = await openConsole(server.url, { width, bypassCsp: true });
        const { page, complaints } = open;
        await page.evaluate("localStorage.setItem('docent.language', 'ar-XB')");
        await page.goto(`${server.url}/#/${view}`);
        await page.reload();
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
        assert.deepEqual(await untranslated(page), []);
        await assertNoSidewaysScroll(page);
        await assertAccessible(page);
        assert.deepEqual(complaints, []);
      });
});

/** Visible words of the page that are not from the catalogue, whose messages are in brackets. */
function untranslated(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    words = [];
    walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent: text, parentElement: within } = walker.currentNode;
      const isOfOthers = within.closest('code, kbd, time, bdi, option, [translate=no], [lang]:not(html), [dir=auto]');
      if (/[a-z]{2}/i.test(text.replaceAll(/⟦[^⟧]*⟧/g, '')) && !isOfOthers) words.push(text);
    }
    words;
  `);
}
