import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../../scripts/api-client.ts';
import { type OpenServer, openServer } from '../open-server.ts';
import { until } from '../until.ts';
import {
  assertAccessible,
  assertFits,
  assertNoSidewaysScroll,
  openConsole,
  PHONE,
  SHAPES,
  serverWith,
  untilFocused,
} from './browser.ts';
import { choose, focused, openDocuments, row, tabTo } from './documents-page.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';
import { openSlowProxy } from './slow-proxy.ts';

const INGEST_TIMEOUT_MS = 120_000;
const HANDBOOK = readFileSync(new URL('../../samples/visitor-handbook.pdf', import.meta.url));
const BROKEN = '%PDF-1.7\nbroken';
const KEY = 'correct-horse-battery-staple';
/** Documents in a reply of a long list. */
const PAGE = 2_000;

describe('the Documents view', NEEDS_BROWSER, () => {
  let server: OpenServer;

  before(async () => {
    server = await serverWith({ 'visitor-handbook.pdf': HANDBOOK, 'broken.pdf': BROKEN });
  });
  after(() => server?.[Symbol.asyncDispose]());

  it('shows of a document its passages, its text and where it is from', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    await page.getByRole('link', { name: /Visitor Handbook/ }).click();
    const detail = page.getByRole('complementary', { name: 'Document' });
    const passage = detail.getByRole('listitem').filter({ hasText: 'A family ticket for two adults' });
    await passage.getByText('Page 2').waitFor();
    await detail.getByText('visitor-handbook.pdf').waitFor();
    await detail.getByText('3 pages').waitFor();
    await detail.getByRole('button', { name: 'Whole text' }).click();
    await detail.getByRole('region', { name: 'Text of the document' }).getByText('A family ticket').waitFor();
    const downloading = page.waitForEvent('download');
    await detail.getByRole('button', { name: 'Download' }).click();
    assert.ok(readFileSync(await (await downloading).path()).equals(HANDBOOK));
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.waitForURL(/#\/documents$/);
  });

  it('deletes when the time to undo is over or the page is left, and not before', async () => {
    await using own = await serverWith({ 'one.txt': 'First.', 'two.txt': 'Second.', 'three.txt': 'Third.' });
    await using proxy = await openSlowProxy(own.url);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    const ids = async () =>
      (await createApiClient(own.url).allDocuments()).map(({ doc_id }) => doc_id).sort();
    await page.getByRole('button', { name: /^Delete one/i }).click();
    await page.getByText('“one” will be deleted in').waitFor();
    await row(page, 'one').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row(page, 'one').waitFor();
    assert.deepEqual(await ids(), ['one', 'three', 'two']);
    // Two together, by leaving for another page of the console.
    await page.getByRole('button', { name: /^Delete one/i }).click();
    await page.getByRole('button', { name: /^Delete two/i }).click();
    await page.getByText('2 documents will be deleted in').waitFor();
    assert.equal(proxy.requests.filter((request) => request.startsWith('DELETE')).length, 0);
    await page.getByRole('link', { name: 'Health' }).click();
    await until(async () => (await ids()).join() === 'three');
    // The last one, by leaving altogether.
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByRole('button', { name: /^Delete three/i }).click();
    await page.getByText('“three” will be deleted in').waitFor();
    await page.goto('about:blank');
    await until(async () => (await ids()).length === 0);
  });

  it('deletes by itself when nobody takes it back', async () => {
    await using own = await serverWith({ 'one.txt': 'First.' });
    await using open = await openDocuments(own.url);
    const { page } = open;
    await row(page, 'one').waitFor();
    // From now on the page's time passes only as it is told to.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: /^Delete one/i }).click();
    await page.getByText('“one” will be deleted in').waitFor();
    await page.clock.runFor(9_000);
    assert.equal((await createApiClient(own.url).allDocuments()).length, 1);
    await page.clock.runFor(2_000);
    await until(async () => (await createApiClient(own.url).allDocuments()).length === 0);
  });

  it('asks for the key before the document goes, and says at once that a key is wrong', async () => {
    await using own = await openServer({ settings: { API_KEY: KEY } });
    await createApiClient(own.url).upload('one.txt', Buffer.from('First.'));
    await using open = await openDocuments(own.url);
    const { page } = open;
    const remove = page.getByRole('button', { name: /^Delete one/i });
    const field = page.getByRole('textbox', { name: 'API key' });
    await page.getByRole('link', { name: /^one/i }).click();
    await page.getByRole('complementary', { name: 'Document' }).getByText('Passages').first().waitFor();
    await remove.click();
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('did not accept that key').waitFor();
    assert.equal(await page.evaluate("sessionStorage.getItem('docent.key')"), null);
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByText('Not deleted. This needs the API key').waitFor();
    await page.getByRole('complementary', { name: 'Document' }).waitFor();
    await remove.click();
    await field.fill(KEY);
    await page.keyboard.press('Enter');
    await page.getByText(/“one(.txt)?” will be deleted in/i).waitFor();
    await remove.waitFor({ state: 'detached' });
  });

  it('takes a dialog away with the view that it belongs to, and opens none over another', async () => {
    await using own = await openServer({ settings: { API_KEY: KEY } });
    await createApiClient(own.url).upload('one.txt', Buffer.from('First.'));
    await using open = await openDocuments(own.url);
    const { page } = open;
    const dialog = page.getByRole('dialog');
    const remove = page.getByRole('button', { name: /^Delete one/i });
    await remove.click();
    await dialog.getByText('This needs the API key').waitFor();
    await page.evaluate("location.hash = '#/health'");
    await page.getByRole('heading', { name: 'Health and settings' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    // The reply comes when another view is open.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/me', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.evaluate("location.hash = '#/documents'");
    await remove.click();
    await page.evaluate("location.hash = '#/ask'");
    await page.getByRole('textbox', { name: 'Your question' }).waitFor();
    const replied = page.waitForResponse('**/api/v1/me');
    held.resolve();
    await (await replied).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.equal(await dialog.count(), 0);
    assert.equal(await page.getByText('Not deleted').count(), 0);
    // Nor does the list of keys stay.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.waitFor();
    await page.evaluate("location.hash = '#/health'");
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(open.complaints, []);
  });

  it('finds by title, state and tag, on the server', async () => {
    await using own = await serverWith({ 'alpha.txt': 'First.', 'broken.pdf': BROKEN });
    await using open = await openDocuments(own.url);
    const { page } = open;
    await page.getByRole('textbox', { name: 'Tags' }).fill('policy, 2026');
    await choose(page, [{ name: 'tagged.txt', text: 'This one has tags.' }]);
    await page.getByText('1 document ready').waitFor();
    const rows = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    const untilListed = (...titles: string[]) =>
      until(async () => {
        const texts = await rows.allInnerTexts();
        return texts.length === titles.length && titles.every((title, i) => texts[i]!.includes(title));
      });
    await untilListed('tagged', 'broken', 'alpha');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('policy');
    await untilListed('tagged');
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('');
    await untilListed('tagged', 'broken', 'alpha');
    await page.getByRole('button', { name: /^Failed/ }).click();
    await untilListed('broken');
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await untilListed('tagged', 'broken', 'alpha');
    await page.keyboard.press('/');
    await page.keyboard.type('ALPH');
    await untilListed('alpha');
    await page.getByRole('status').getByText('1 document found').waitFor();
    await page.keyboard.type('zzz');
    await page.getByRole('heading', { name: 'No matching documents' }).waitFor();
    await page.getByRole('button', { name: 'Show all documents' }).click();
    await untilListed('tagged', 'broken', 'alpha');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('title');
    await untilListed('alpha', 'broken', 'tagged');
  });

  it('tries all that failed again, once each', async () => {
    await using own = await serverWith({
      'one.pdf': BROKEN,
      'two.pdf': `${BROKEN} too`,
      'three.txt': 'Fine.',
    });
    await using proxy = await openSlowProxy(own.url);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    await page.getByRole('button', { name: /^Failed/ }).click();
    await page.getByRole('button', { name: 'Retry all 2' }).click();
    await page.getByText('Retrying 2 documents').waitFor();
    const retried = proxy.requests.filter((request) => request.endsWith('/retry'));
    assert.deepEqual(retried.toSorted(), ['POST /api/v1/ingest/one/retry', 'POST /api/v1/ingest/two/retry']);
  });

  it('follows again by itself when the stream ends, and reads the list anew', async () => {
    await using own = await serverWith({ 'one.txt': 'First.' });
    await using proxy = await openSlowProxy(own.url);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    await page.getByText('Live', { exact: true }).waitFor();
    await row(page, 'one').waitFor();
    proxy.pace.cutAfter = 0;
    await createApiClient(own.url).upload('two.txt', Buffer.from('Second.'));
    await page.getByText('Connection lost').waitFor();
    proxy.pace.cutAfter = Number.POSITIVE_INFINITY;
    await row(page, 'two').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('follows no stream while nobody looks at its tab, and then reads what was missed', async () => {
    await using proxy = await openSlowProxy(server.url);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    await page.getByText('Live', { exact: true }).waitFor();
    await createApiClient(server.url).upload('open.txt', Buffer.from('As it was.'), { doc_id: 'open' });
    await row(page, 'open').getByText('Ready').waitFor();
    await row(page, 'open').getByRole('link').click();
    const detail = page.getByRole('complementary', { name: 'Document' });
    await detail.getByText('1, changed').waitFor();
    const look = (isHidden: boolean) =>
      page.evaluate(`{
        Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }`);
    await look(true);
    await until(() => proxy.left === 1);
    await createApiClient(server.url).upload('unseen.txt', Buffer.from('Nobody looked.'), {
      doc_id: 'unseen',
    });
    await createApiClient(server.url).upload('open.txt', Buffer.from('As it is now.'), { doc_id: 'open' });
    await createApiClient(server.url).settled(INGEST_TIMEOUT_MS);
    await look(false);
    await row(page, 'unseen').getByText('Ready').waitFor();
    await detail.getByText('2, changed').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('tries again by itself when the server said when', async () => {
    await using proxy = await openSlowProxy(server.url);
    const problem = {
      code: 'store_unavailable',
      title: 'A store does not answer',
      detail: 'Wait.',
      status: 503,
    };
    const away = { status: 503, headers: { 'retry-after': '600' }, problem };
    await using open = await openConsole(proxy.url, { hash: '#/health' });
    const { page } = open;
    await page.getByText('Ready to answer').waitFor();
    await page.clock.install();
    proxy.instead('/api/v1/ingest/docs', [away, away]);
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.getByText('A store does not answer').waitFor();
    await until(() => proxy.requests.filter((request) => request === 'GET /api/v1/ingest/docs').length === 2);
    await page.clock.fastForward(1_000_000);
    await row(page, 'Visitor Handbook').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    assert.equal(await page.getByText('A store does not answer').count(), 0);
  });

  it('opens a PDF at the page of a heading', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    await row(page, 'Visitor Handbook').getByRole('link').click();
    const heading = page.getByRole('list', { name: 'Headings' }).getByRole('listitem');
    // The headless browser has no viewer to open it in.
    await page.evaluate(
      'HTMLAnchorElement.prototype.click = function () { opened = this.href; }; opened = null',
    );
    await heading.filter({ hasText: 'House rules' }).getByRole('button', { name: 'Page 3' }).click();
    await until(async () => (await page.evaluate('opened')) !== null);
    assert.match(String(await page.evaluate('opened')), /^blob:.*#page=3$/);
  });

  it('says nothing of passages before the first ones are counted', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    let chunks = 0;
    await page.route('**/api/v1/ingest/summary', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...((await reply.json()) as object), chunks } });
    });
    const counted = page.waitForResponse('**/api/v1/ingest/summary');
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await counted;
    const storage = page.locator('.storage');
    await storage.getByText(/^\d+ documents?$/).waitFor();
    assert.equal(await storage.getByText('0 passages').count(), 0);
    chunks = 9;
    await createApiClient(server.url).upload('more.txt', Buffer.from('One more.'));
    await storage.getByText('9 passages').waitFor();
  });

  it('leads from a duplicate to what it is the same as', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    await choose(page, [{ name: 'same.pdf', text: '' }]);
    await page.getByText('The file is empty').waitFor();
    await page
      .getByLabel('Files to upload')
      .setInputFiles([{ name: 'same.pdf', mimeType: 'application/pdf', buffer: HANDBOOK }]);
    await page.getByText('1 already added').waitFor();
    await row(page, 'same.pdf').getByRole('link').click();
    const detail = page.getByRole('complementary', { name: 'Document' });
    await detail.getByRole('link', { name: 'visitor-handbook' }).click();
    await detail.getByRole('heading', { name: /Visitor Handbook/ }).waitFor();
  });

  it('shows lists as lists, and a line of a date as it is', async () => {
    const text = 'Bring:\n\n- a pen\n\n- a pad\n\n3. Sign it\n\n4. Send it\n\nOpen from\n\n12. May on.';
    await using own = await serverWith({ 'list.md': text });
    await using open = await openDocuments(own.url);
    const { page } = open;
    await row(page, 'list').getByRole('link').click();
    const passage = page.locator('.chunk-text').first();
    await passage.waitFor();
    assert.deepEqual(await passage.locator('ul > li').allTextContents(), ['a pen', 'a pad']);
    assert.deepEqual(await passage.locator('ol > li').allTextContents(), ['Sign it', 'Send it']);
    assert.equal(await passage.locator('ol > li').first().getAttribute('value'), '3');
    await passage.getByText('12. May on.').waitFor();
  });

  it('is used by keyboard alone', async () => {
    await using own = await serverWith({ 'one.txt': 'First.', 'two.txt': 'Second.', 'three.txt': 'Third.' });
    await using open = await openDocuments(own.url);
    const { page } = open;
    await row(page, 'one').waitFor();
    await tabTo(page, 'Documents');
    await page.keyboard.press('ArrowDown');
    await until(async () => (await focused(page)) === 'Three');
    await page.keyboard.press('End');
    await until(async () => (await focused(page)) === 'One');
    await page.keyboard.press('ArrowUp');
    await until(async () => (await focused(page)) === 'Two');
    await page.keyboard.press('Enter');
    await page.locator('.chunk-text', { hasText: 'Second.' }).waitFor();
    await untilFocused(page.locator('.documents-detail h2'));
    await page.keyboard.press('Escape');
    await page.locator('.documents-detail').waitFor({ state: 'detached' });
    await untilFocused(row(page, 'two').getByRole('link'));
    await page.keyboard.press('Delete');
    await page.getByText('“two” will be deleted').waitFor();
    await until(async () => (await focused(page)) === 'One');
    await page.keyboard.press('Control+z');
    await row(page, 'two').waitFor();
    // Before the keys: the browser has to be told that somebody waits.
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, 'Upload files', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await (await choosing).setFiles({
      name: 'four.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Fourth.'),
    });
    await page.getByText('1 document ready').waitFor();
  });

  it('has no barriers in either theme, with failures, a document, the way back and the address form', async () => {
    await using own = await serverWith({ 'handbook.pdf': HANDBOOK, 'broken.pdf': BROKEN });
    for (const shape of SHAPES) {
      await using open = await openDocuments(own.url, shape);
      const { page } = open;
      // On a phone a document lies above the list.
      const close = async () => shape.width === PHONE && (await page.keyboard.press('Escape'));
      await choose(page, [{ name: 'program.exe', text: 'MZ' }]);
      await page.getByText('1 not added').waitFor();
      await page.getByRole('link', { name: 'broken.pdf' }).click();
      await page.locator('.document-detail .notice').waitFor();
      await assertFits(page);
      await close();
      await page.getByRole('link', { name: /Visitor Handbook/ }).click();
      await page.locator('.chunk-text').first().waitFor();
      await assertFits(page);
      await close();
      await page.getByRole('button', { name: 'Delete broken.pdf' }).click();
      await page.getByText('“broken.pdf” will be deleted').waitFor();
      await assertFits(page);
      await page.keyboard.press('Control+z');
      await page.getByRole('button', { name: 'From a URL' }).click();
      await page.getByRole('dialog').waitFor();
      await assertFits(page);
    }
    await using none = await openServer();
    await using open = await openDocuments(none.url, { bypassCsp: true });
    await open.page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    await assertAccessible(open.page);
  });

  it('shows hostile names as the text that they are, undisguised and clipped', async () => {
    const hostile = {
      title: `invoice\u202Efdp.exe <img src=x onerror=alert(1)> ${'long '.repeat(80)}`,
      tags: ['<script>alert(2)</script>', '\u202Egat'],
    };
    await using own = await openServer();
    const form = new FormData();
    form.set('title', hostile.title);
    form.set('tags', JSON.stringify(hostile.tags));
    form.set('doc_id', 'hostile');
    form.set('file', new File(['The text is <b>harmless</b>.'], 'a"><svg onload=alert(3)>.txt'));
    const { status } = await fetch(`${own.url}/api/v1/ingest/upload`, { method: 'POST', body: form });
    assert.equal(status, 202);
    await using open = await openDocuments(own.url, { width: 375, height: 740 });
    const { page } = open;
    await row(page, 'invoice').getByText('Ready').waitFor();
    await assertNoSidewaysScroll(page);
    const link = row(page, 'invoice').getByRole('link');
    assert.ok((await link.innerText()).startsWith('invoice\uFFFDfdp.exe <img src=x'));
    assert.ok((await link.locator('bdi').getAttribute('title'))!.endsWith('long'));
    await link.click();
    await page.locator('.chunk-text', { hasText: '<b>harmless</b>' }).waitFor();
    await assertNoSidewaysScroll(page);
    assert.equal(await page.locator('main :is(img, script, b)').count(), 0);
    assert.deepEqual(open.complaints, []);
  });

  it('fits a phone, where a document is a sheet', async () => {
    await using open = await openDocuments(server.url, { width: 375, height: 740 });
    const { page } = open;
    await page.getByRole('textbox', { name: 'Tags', exact: true }).waitFor();
    await row(page, 'Visitor Handbook').getByRole('link').click();
    const sheet = page.getByRole('dialog', { name: 'Document' });
    await sheet.locator('.chunk-text').first().waitFor();
    await assertNoSidewaysScroll(page);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await assertNoSidewaysScroll(page);
  });

  it('holds ten thousand documents, and draws those in sight', async () => {
    await using open = await openConsole(server.url);
    const { page } = open;
    const at = Date.UTC(2026, 0, 1);
    await page.route('**/api/v1/ingest/docs?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const docs = Array.from({ length: PAGE }, (_, i) => documentLike(from + i, at - (from + i) * 1_000));
      const next_cursor = from + PAGE < 10_000 ? `${from + PAGE}` : null;
      return route.fulfill({ json: { docs, total: 10_000, next_cursor } });
    });
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    const list = page.getByRole('list', { name: 'Documents' });
    await row(page, 'Document 0').waitFor();
    const rows = list.getByRole('listitem');
    assert.equal(await rows.first().getAttribute('aria-setsize'), '10000');
    for (let loaded = PAGE; loaded < 10_000; loaded += PAGE) {
      await until(async () => {
        await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
        return Number(await rows.last().getAttribute('aria-posinset')) > loaded;
      });
      assert.ok((await rows.count()) < 40);
    }
    await tabTo(page, 'Documents');
    await page.keyboard.press('End');
    await until(async () => (await focused(page)) === 'Document 9999');
    await page.keyboard.press('Home');
    await until(async () => (await focused(page)) === 'Document 0');
    assert.ok((await rows.count()) < 40);
  });
});

function documentLike(i: number, atMs: number) {
  const at = new Date(atMs).toISOString();
  return {
    doc_id: `document-${i}`,
    title: `Document ${i}`,
    status: 'done',
    stage: null,
    progress: 1,
    version: 1,
    media_type: 'text/plain',
    bytes: 1,
    pages: null,
    chunks: 1,
    added: 1,
    removed: 0,
    embedded: 0,
    source: { kind: 'upload', filename: `${i}.txt` },
    tags: [],
    content_hash: null,
    attempts: 1,
    error: null,
    duplicate_of: null,
    created_at: at,
    updated_at: at,
  };
}
