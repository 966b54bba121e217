import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { OpenServer } from '../open-server.ts';
import { assertFits, openConsole, SHAPES, serverWith, untilFocused } from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const KEY = 'the-operators-key';
const ALL = ['Ask', 'Documents', 'Review', 'Quality', 'Health'];

describe('the frame of the console', NEEDS_BROWSER, () => {
  let open: OpenServer;
  let guarded: OpenServer;
  let [askingKey, operatingKey] = ['', ''];
  before(async () => {
    const documents = { 'garden.txt': 'The garden opens at nine in the morning.' };
    open = await serverWith(documents);
    guarded = await serverWith({}, { API_KEY: KEY });
    askingKey = await keyFor('reader', ['ask']);
    operatingKey = await keyFor('monitor', ['operate']);
    await fetch(`${guarded.url}/api/v1/ingest/upload`, { method: 'POST', body: formOf(documents) });
  });
  after(async () => {
    await open[Symbol.asyncDispose]();
    await guarded[Symbol.asyncDispose]();
  });

  async function keyFor(name: string, scopes: readonly string[]): Promise<string> {
    const reply = await fetch(`${guarded.url}/api/v1/keys`, {
      method: 'POST',
      headers: { 'X-API-Key': KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ name, scopes }),
    });
    return ((await reply.json()) as { key: string }).key;
  }

  it('offers the views that the key allows, and no others', async () => {
    await using tab = await openConsole(guarded.url, { hash: '#/documents' });
    const { page, complaints } = tab;
    await page.getByRole('link', { name: 'Garden' }).waitFor();
    assert.deepEqual(await viewsOf(page), ['Ask', 'Documents']);

    await enterKey(page, askingKey);
    await page.getByText('Signed in as reader').waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await viewsOf(page), ['Ask', 'Documents']);
    await page.getByRole('link', { name: 'Garden' }).click();
    await page.getByRole('heading', { name: 'In brief' }).waitFor();
    assert.deepEqual(
      await page
        .getByRole('button', { name: /Delete|Rename|Replace/ })
        .evaluateAll((all) => all.map((b) => b.outerHTML)),
      [],
    );
    assert.equal(await page.getByText('Id', { exact: true }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Upload files' }).count(), 0);

    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Forget the API key' }).click();
    await enterKey(page, KEY);
    await page.getByText('Signed in as API_KEY').waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await viewsOf(page), ALL);
    await page.getByRole('button', { name: 'Rename' }).waitFor();
    await page.getByText('Id', { exact: true }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('begins with the first view that the key allows', async () => {
    await using tab = await openConsole(guarded.url, { hash: '' });
    const { page, complaints } = tab;
    await page.getByRole('textbox', { name: 'Your question' }).waitFor();
    await enterKey(page, operatingKey);
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    assert.deepEqual(await viewsOf(page), ['Documents', 'Quality', 'Health']);
    assert.deepEqual(complaints, []);
  });

  it('leads to views, documents and a new conversation by keyboard alone', async () => {
    await using tab = await openConsole(open.url, { hash: '#/documents' });
    const { page, complaints } = tab;
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await page.getByRole('link', { name: 'Health' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByRole('heading', { name: 'Quality' }).waitFor();
    await untilFocused(page.locator('main'));
    await page.keyboard.press('c');
    const question = page.getByRole('textbox', { name: 'Your question' });
    await untilFocused(question);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'A view, an action or a document' }).fill('gard');
    await page.getByRole('option', { name: 'Garden' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Garden' }).waitFor();
    assert.match(page.url(), /#\/documents\/garden$/);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.press('Enter');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await untilFocused(menu);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hea');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Health and settings' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('keeps a message on the view that it is about', async () => {
    await using tab = await openConsole(open.url, { hash: '#/documents/garden' });
    const { page } = tab;
    await page.getByRole('checkbox', { name: 'Select Garden' }).check();
    await page.getByLabel('Tag to add to all selected').fill('outside');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged 1 document').waitFor();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('textbox', { name: 'Your question' }).waitFor();
    assert.equal(await page.getByText('Tagged 1 document').count(), 0);
  });

  for (const shape of SHAPES)
    it(`has no barriers at ${shape.width} px, with its menu and its palette`, async () => {
      await using tab = await openConsole(open.url, { ...shape, hash: '#/documents' });
      const { page } = tab;
      await page.getByRole('link', { name: 'Garden' }).waitFor();
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
      await assertFits(page);
      await page.getByRole('button', { name: 'Go to…' }).click();
      await page.getByRole('option', { name: 'New conversation' }).waitFor();
      await assertFits(page);
    });
});

function viewsOf(page: Page): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
}

/** Leaves the menu open. */
async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Enter an API key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await page.getByRole('textbox', { name: 'API key' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Menu' }).click();
}

function formOf(documents: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(documents)) form.set('file', new Blob([text]), name);
  return form;
}
