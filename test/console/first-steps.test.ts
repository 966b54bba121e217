import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createApiClient } from '../../scripts/api-client.ts';
import { openServer } from '../open-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { assertAccessible, openConsole, untilFocused } from './browser.ts';
import { drop } from './documents-page.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const INGEST_TIMEOUT_MS = 120_000;
const KEY = 'correct-horse-battery-staple';
const SAMPLE_QUESTION = 'Can I bring my dog?';

describe('the first steps in the console', NEEDS_BROWSER, () => {
  it('lead from no documents to an answer, by the samples that the page brings along', async () => {
    await using server = await openServer();
    await using open = await openConsole(server.url);
    const { page } = open;
    await page.getByRole('button', { name: 'Add the sample documents' }).click();
    await page.getByText('Answers come from 3 documents').waitFor();
    await page.getByRole('button', { name: SAMPLE_QUESTION }).click();
    await page
      .locator('.answer.answered', { hasText: 'Assistance dogs are welcome in all rooms.' })
      .waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('take files of one’s own, and say why one cannot be read', async () => {
    await using server = await openServer();
    await using open = await openConsole(server.url);
    const { page } = open;
    await page.getByLabel('Documents to upload').setInputFiles([
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nbroken') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('The garden opens at nine.') },
    ]);
    await untilFocused(page.getByRole('main'));
    await page.getByText('1 document ready, 1 not added').waitFor();
    await page.getByRole('list', { name: 'Not added' }).getByText('The file is damaged').waitFor();
    await page.getByRole('link', { name: 'Ask about these documents' }).click();
    await page.getByText('Answers come from one document').waitFor();
  });

  it('take all files that are dropped on whatever page is open, but the one that is not read', async () => {
    await using server = await openServer();
    const folder = temporaryFolder();
    const files = ['photo.heic', ...Array.from({ length: 11 }, (_, i) => `room-${i}.txt`)].map((name) =>
      join(folder, name),
    );
    for (const file of files) writeFileSync(file, `This is ${file}.`);
    await using open = await openConsole(server.url, { hash: '#/ask' });
    const { page } = open;
    await page.getByText('There are no documents yet').waitFor();
    await drop(page, files);
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await page.getByText('11 documents ready, 1 not added').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('say when the first document can answer, wherever it came from', async () => {
    await using server = await openServer();
    await using open = await openConsole(server.url);
    await open.page.getByText('There are no documents yet').waitFor();
    await createApiClient(server.url).upload('notes.txt', Buffer.from('The garden opens at nine.'));
    await open.page.getByText('Answers come from one document').waitFor();
  });

  it('ask for the key where one is needed, say when it is wrong, and keep it in this tab alone', async () => {
    const settings = { API_KEY: KEY, REQUIRE_AUTH_FOR_INGEST: 'true' };
    await using server = await openServer({ settings });
    await using open = await openConsole(server.url, { bypassCsp: true, hash: '#/ask' });
    const { page } = open;
    // Nobody asked for the documents yet, so nobody is asked for a key.
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'All documents' }).click();
    const key = page.getByRole('textbox', { name: 'API key' });
    await key.waitFor();
    await assertAccessible(page);
    await key.fill('wrong');
    await key.press('Enter');
    await page.getByRole('alert').getByText('did not accept that key').waitFor();
    // A wrong key is not kept.
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('alert').getByText('This needs the API key').waitFor();
    assert.equal(await page.evaluate("sessionStorage.getItem('docent.key')"), null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Done' }).click();
    const kept = await page.evaluate('JSON.stringify(localStorage) + document.cookie + location.href');
    assert.ok(!String(kept).includes(KEY));
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Forget the API key' }).click();
    assert.equal(await page.evaluate("sessionStorage.getItem('docent.key')"), '""');
  });

  it('shows the cited sentences also to those who have no key for the documents', async () => {
    await using guarded = await openServer({ settings: { API_KEY: KEY, REQUIRE_AUTH_FOR_INGEST: 'true' } });
    const client = createApiClient(guarded.url, { apiKey: KEY });
    await client.upload('garden.txt', Buffer.from('The garden opens at nine in the morning.'));
    await client.settled(INGEST_TIMEOUT_MS);
    await using open = await openConsole(guarded.url);
    const { page } = open;
    const field = page.getByRole('textbox', { name: 'Your question' });
    await field.fill('When does the garden open?');
    await field.press('Enter');
    await page
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .click();
    await page.locator('blockquote.passage-text', { hasText: 'opens at nine' }).waitFor();
    await page.getByRole('button', { name: 'Enter key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await page.keyboard.press('Enter');
    await page.locator('mark', { hasText: 'The garden opens at nine in the morning.' }).waitFor();
  });

  it('keep the colours that were chosen, over those of the system', async () => {
    await using server = await openServer();
    await using open = await openConsole(server.url, { theme: 'light' });
    const { page } = open;
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Dark colours' }).click();
    const dark = await paper();
    assert.notEqual(dark, light);
    await page.reload();
    assert.equal(await paper(), dark);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Light colours' }).click();
    assert.equal(await paper(), light);
  });
});
