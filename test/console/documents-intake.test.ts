import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createApiClient } from '../../scripts/api-client.ts';
import { type OpenServer, openServer } from '../open-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { choose, drop, openDocuments, row } from './documents-page.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';
import { openSlowProxy } from './slow-proxy.ts';

const BROKEN = '%PDF-1.7\nbroken';
const INGEST_TIMEOUT_MS = 120_000;
const KEY = 'correct-horse-battery-staple';

describe('documents that come in', NEEDS_BROWSER, () => {
  let server: OpenServer;
  before(async () => {
    server = await openServer();
  });
  after(() => server?.[Symbol.asyncDispose]());
  // Then it is as if it had just been started.
  beforeEach(async () => {
    const client = createApiClient(server.url);
    for (const { doc_id } of await client.allDocuments()) await client.remove(doc_id);
  });

  it('takes files in, shows how they fare by one stream and no polling, and they answer', async () => {
    await using proxy = await openSlowProxy(server.url);
    const openedAt = performance.now();
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
    const names = Array.from({ length: 12 }, (_, i) => `notes-${i}.txt`);
    await choose(page, [
      ...names.map((name, i) => ({ name, text: `Room ${i} is called the hall of ${name}.` })),
      { name: 'garden.md', text: '# Garden\n\nThe garden opens at nine in the morning.' },
    ]);
    await page.getByText('13 documents ready').waitFor();
    await row(page, 'Garden').getByText('Ready').waitFor();
    await page.locator('.storage', { hasText: '13 documents' }).waitFor();
    assert.equal(proxy.requests.filter((request) => request.startsWith('POST /api')).length, 1);
    const asked = proxy.requests.filter((request) => request.startsWith('GET /api'));
    const sums = asked.filter((request) => request.endsWith('/summary'));
    const others = asked.filter((request) => !request.endsWith('/summary'));
    // What the visitor may do, the list and the stream; sums once at the beginning, and every five seconds at most.
    const once = ['GET /api/v1/me', 'GET /api/v1/sources'];
    const list = 'GET /api/v1/ingest/docs';
    assert.deepEqual(others.sort(), [list, list, ...once]);
    assert.ok(sums.length <= 1 + (performance.now() - openedAt) / 5_000, `${sums.length} sums`);
    await page.getByRole('link', { name: 'Ask about these documents' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('When does the garden open?');
    await page.keyboard.press('Enter');
    await page.locator('.answer.answered', { hasText: 'opens at nine in the morning' }).waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('offers samples where there is nothing', async () => {
    await using open = await openDocuments(server.url);
    await open.page.getByRole('button', { name: 'Add the sample documents' }).click();
    await open.page.getByText('3 documents ready').waitFor();
  });

  it('asks whether a file of the same name replaces the earlier one', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    const client = createApiClient(server.url);
    const fees = (price: number) => [{ name: 'fees.txt', text: `The yearly fee is ${price} euros.` }];
    await choose(page, fees(10));
    await page.getByText('1 document ready').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await choose(page, fees(20));
    const doubled = page.getByRole('list', { name: 'With the same name' });
    await doubled.getByRole('link', { name: 'fees.txt' }).waitFor();
    await client.settled(INGEST_TIMEOUT_MS);
    assert.deepEqual((await client.allDocuments()).map(({ doc_id }) => doc_id).sort(), ['fees', 'fees-2']);
    await doubled.getByRole('button', { name: 'Replace the earlier one' }).click();
    await doubled.waitFor({ state: 'detached' });
    await until(async () => (await client.status('fees')).version === 2);
    await client.settled(INGEST_TIMEOUT_MS);
    assert.deepEqual(
      (await client.allDocuments()).map(({ doc_id }) => doc_id),
      ['fees'],
    );
    assert.match((await client.ask('What is the yearly fee?')).answer, /20 euros/);
    await choose(page, fees(30));
    await doubled.getByRole('button', { name: 'Keep both' }).click();
    await doubled.waitFor({ state: 'detached' });
    assert.deepEqual(open.complaints, []);
  });

  it('takes in folders, picked or dropped, with what is in them, and leaves out what is not read', async () => {
    const folder = temporaryFolder();
    for (const part of ['deep/er', '.hidden', 'other']) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'deep/er/rules.txt'), 'Running in the halls is not allowed.');
    writeFileSync(join(folder, 'other/rules.txt'), 'Bags are left at the entrance.');
    writeFileSync(join(folder, 'other/picture.png'), 'no text');
    writeFileSync(join(folder, '.hidden/secret.txt'), 'Not for anyone.');
    await using open = await openDocuments(server.url);
    const { page } = open;
    await page.getByLabel('Folder to upload').setInputFiles(folder);
    await page.getByText('2 files of other types skipped').waitFor();
    await page.getByText('2 documents ready').waitFor();
    writeFileSync(join(folder, 'deep/new.txt'), 'The cloakroom closes at six.');
    await drop(page, [join(folder, 'deep')]);
    await page.getByText('1 document ready, 1 already added').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('says of what it could not read why, and what to do, and tries again', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    await choose(page, [
      { name: 'program.exe', text: 'MZ' },
      { name: 'other.pdf', text: `${BROKEN} too` },
    ]);
    const failures = page.getByRole('list', { name: 'Not added' });
    await failures.getByText('This file type isn’t supported').waitFor();
    await failures.getByText('The file is damaged').waitFor();
    await page.getByText('2 not added').waitFor();
    await failures.getByRole('link', { name: 'other.pdf' }).click();
    const detail = page.getByRole('complementary', { name: 'Document' });
    await detail.getByText('Open it and save it again').waitFor();
    const retried = page.waitForResponse((reply) => reply.url().endsWith('/retry'));
    await detail.getByRole('button', { name: 'Try again' }).click();
    assert.equal((await retried).status(), 202);
    const client = createApiClient(server.url);
    await client.settled(INGEST_TIMEOUT_MS);
    assert.equal((await client.status('other')).status, 'failed');
    await row(page, 'other.pdf').getByText('The file is damaged').waitFor();
    // The right file in its place.
    await detail.getByLabel('File to replace it with').setInputFiles({
      name: 'other.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The other one is whole.'),
    });
    await detail.locator('.chunk-text', { hasText: 'The other one is whole.' }).waitFor();
    await detail.getByText('2, changed').waitFor();
    assert.equal((await client.status('other')).version, 2);
  });

  it('says of an address that is not allowed what to do instead', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    await page.getByRole('button', { name: 'From a URL' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('ftp://example.org/a.pdf');
    await dialog.getByText('This is not a URL').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Add' }).isDisabled(), true);
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1/secret.pdf');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('http://127.0.0.1/other.pdf');
    await page.keyboard.press('Enter');
    const failures = page.getByRole('list', { name: 'Not added' }).getByRole('listitem');
    const [, other] = [await failures.nth(1).waitFor(), failures.filter({ hasText: 'other.pdf' })];
    await other.getByText('Docent may not use this URL').waitFor();
    await other.getByText('upload the file, or ask the operator').waitFor();
    await other.getByText('Message of the server').click();
    await other.locator('code', { hasText: 'url_not_allowed' }).waitFor();
    await other.getByRole('button', { name: 'Use another URL' }).click();
    const field = page.getByRole('textbox', { name: 'URL' });
    assert.equal(await field.inputValue(), 'http://127.0.0.1/other.pdf');
    await field.fill('http://127.0.0.1/third.pdf');
    await page.keyboard.press('Enter');
    await failures.filter({ hasText: 'third.pdf' }).waitFor();
    assert.equal(await other.count(), 0);
  });

  it('waits out the rate limit with a countdown, and loses no file', async () => {
    await using proxy = await openSlowProxy(server.url);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    const problem = { code: 'rate_limited', title: 'Too many requests', detail: 'Wait.', status: 429 };
    const refusal = { status: 429, headers: { 'retry-after': '600' }, problem };
    proxy.instead('/api/v1/ingest/batch', [refusal, refusal]);
    const files = Array.from({ length: 5 }, (_, i) => ({ name: `f${i}.txt`, text: `File ${i}.` }));
    const sent = () => proxy.requests.filter((request) => request === 'POST /api/v1/ingest/batch').length;
    await page.clock.install();
    await choose(page, files);
    for (const times of [1, 2]) {
      await until(() => sent() === times);
      await page.getByText('5 not sent yet').waitFor();
      await page.getByText(/Nothing is lost. Retrying in \d+ s/).waitFor();
      await page.clock.fastForward(600_000);
    }
    await page.getByText('5 documents ready').waitFor();
    assert.equal(sent(), 3);
    assert.equal((await createApiClient(server.url).allDocuments()).length, 5);
  });

  it('sends many files in a request, fewer where a proxy takes no more, and none twice when a reply is lost', async () => {
    await using proxy = await openSlowProxy(server.url);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    const sent = () => proxy.requests.filter((request) => request === 'POST /api/v1/ingest/batch').length;
    // As nginx says it; then a line that breaks when the server has read everything; then no room for a while.
    const problem = { code: 'queue_full', title: 'Busy', detail: 'Wait.', status: 503 };
    const busy = { status: 503, headers: { 'retry-after': '600' }, problem };
    proxy.instead('/api/v1/ingest/batch', [{ status: 413 }, 'lost', 'lost', busy, busy]);
    await page.clock.install();
    const text = (i: number) => `Room ${i} is open. ${'x'.repeat(1_000)}`;
    await choose(
      page,
      Array.from({ length: 8 }, (_, i) => ({ name: `room-${i}.txt`, text: text(i) })),
    );
    await page.getByText('Busy. Nothing is lost').waitFor();
    // News of documents that the page does not know as its own.
    await createApiClient(server.url).settled(INGEST_TIMEOUT_MS);
    await row(page, 'room-7').getByText('Ready').waitFor();
    // On a busy machine, one half is told to wait when the other goes on.
    const areReady = page.getByText('8 documents ready');
    await until(async () => {
      await page.clock.fastForward(600_000);
      return await areReady.isVisible();
    });
    // In two halves, each three times.
    assert.equal(sent(), 7);
    assert.equal((await createApiClient(server.url).allDocuments()).length, 8);
  });

  it('leaves some of a small budget to the person, and says when the rest is sent', async () => {
    await using own = await openServer({ settings: { RATE_LIMIT_PER_MINUTE: '12' } });
    await using open = await openDocuments(own.url);
    const { page } = open;
    const isWaiting = page.getByText('Too many requests within a minute');
    for (let i = 0; !(await isWaiting.isVisible()); i++) {
      const reply = page.waitForResponse(/batch/);
      await choose(page, [{ name: `f${i}.txt`, text: `File ${i}.` }]);
      await Promise.race([reply, isWaiting.waitFor()]);
    }
    await page.getByText(/Retrying in \d+ s/).waitFor();
    await page.getByText(/\d+ not sent yet/).waitFor();
    // The person still has requests.
    const cancel = page.getByRole('button', { name: 'Cancel the rest' });
    await cancel.click();
    // On a slow machine those before are ready, and no longer in the list.
    await cancel.waitFor({ state: 'hidden' });
    assert.equal(await isWaiting.count(), 0);
  });

  it('sends what the network held back when it is there again, once', async () => {
    await using open = await openDocuments(server.url);
    const { page } = open;
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    // The list is shorter by the notice.
    assert.equal(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), 0);
    await choose(page, [
      { name: 'a.txt', text: 'First.' },
      { name: 'b.txt', text: 'Second.' },
    ]);
    await page.getByText('Docent can’t be reached. Nothing is lost').waitFor();
    await page.context().setOffline(false);
    await page.getByText('2 documents ready').waitFor();
    assert.equal((await createApiClient(server.url).allDocuments()).length, 2);
  });

  it('learns what became of all its files when the stream was long in coming', async () => {
    await using proxy = await openSlowProxy(server.url);
    const problem = { code: 'too_many_streams', title: 'Too many', detail: 'Wait.', status: 503 };
    const headers = { 'retry-after': '600' };
    // The list, and the stream.
    const busy = { status: 503, headers, problem };
    proxy.instead('/api/v1/ingest/docs', [busy, busy]);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    await page.getByText('Connection lost').waitFor();
    const files = Array.from({ length: 30 }, (_, i) => ({ name: `${i}.txt`, text: `Room ${i} is open.` }));
    await choose(page, files);
    await page.getByText('30 received').waitFor();
    await createApiClient(server.url).settled(INGEST_TIMEOUT_MS);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('30 documents ready').waitFor();
  });

  it('asks again for the state of its files when that failed, and forgets those that were deleted', async () => {
    await using proxy = await openSlowProxy(server.url);
    const headers = { 'retry-after': '600' };
    const problem = { code: 'too_many_streams', title: 'Too many', detail: 'Wait.', status: 503 };
    const busy = { status: 503, headers, problem };
    proxy.instead('/api/v1/ingest/docs', [busy, busy]);
    await using open = await openDocuments(proxy.url);
    const { page } = open;
    await page.getByText('Connection lost').waitFor();
    await choose(
      page,
      Array.from({ length: 5 }, (_, i) => ({ name: `hall-${i}.txt`, text: `Hall ${i} is open.` })),
    );
    await page.getByText('5 received').waitFor();
    const client = createApiClient(server.url);
    await client.settled(INGEST_TIMEOUT_MS);
    await client.remove('hall-0');
    let failed = 0;
    await page.route(/ingest\/(docs|status)/, (route) => {
      if (route.request().headers().accept?.includes('text/event-stream') || failed === 6)
        return route.fallback();
      failed += 1;
      return route.fulfill({ status: 502, body: 'Bad gateway' });
    });
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('4 documents ready').waitFor();
    assert.equal(failed, 6);
    // With the stream.
    await client.remove('hall-1');
    await page.getByText('3 documents ready').waitFor();
  });

  it('asks for the key where reading needs it, and then shows and follows', async () => {
    const settings = { API_KEY: KEY, REQUIRE_AUTH_FOR_INGEST: 'true' };
    await using own = await openServer({ settings });
    await using open = await openDocuments(own.url);
    const { page } = open;
    await page.getByRole('textbox', { name: 'API key' }).waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await page.keyboard.press('Enter');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add the sample documents' }).click();
    await page.getByText('3 documents ready').waitFor();
  });
});
