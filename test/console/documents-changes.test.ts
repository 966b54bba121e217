import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../../scripts/api-client.ts';
import type { OpenServer } from '../open-server.ts';
import { until } from '../until.ts';
import { assertFits, openConsole, SHAPES, serverWith, untilFocused } from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const HANDBOOK = ['Hours', 'Tickets', 'Tours']
  .map((heading) => `## ${heading}\n\n${`What to know about ${heading.toLowerCase()}. `.repeat(90)}`)
  .join('\n\n');

describe('changes of documents', NEEDS_BROWSER, () => {
  let server: OpenServer;
  before(async () => {
    server = await serverWith({
      'handbook.md': `# Visitor handbook\n\n${HANDBOOK}`,
      'rules.txt': 'Bags are left at the entrance.',
      'old.txt': 'The cloakroom closes at six.',
    });
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
  });

  it('rename and tag a document in its place, and are searched', async () => {
    await using open = await openConsole(server.url, { hash: '#/documents/handbook' });
    const { page, complaints } = open;
    await page.getByRole('heading', { name: 'In brief' }).waitFor();
    await page.getByRole('list', { name: 'Headings' }).getByText('Tickets').waitFor();

    let changes = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') changes += 1;
    });
    const heading = page.getByRole('heading', { level: 2 });
    const rename = page.getByRole('button', { name: 'Rename' });
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await rename.focus();
    await page.keyboard.press('Enter');
    await untilFocused(title);
    await page.keyboard.type('Not this');
    await page.keyboard.press('Escape');
    await untilFocused(heading);
    await rename.click();
    await untilFocused(title);
    await page.keyboard.type('House rules');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'House rules' }).waitFor();
    await page.getByRole('link', { name: 'House rules' }).waitFor();
    await untilFocused(heading);

    const field = page.getByLabel('Tags of the document');
    await field.fill('not this');
    await page.keyboard.press('Escape');
    await field.fill('public, 2026');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag 2026' }).click();
    await page.getByRole('button', { name: 'Remove the tag 2026' }).waitFor({ state: 'detached' });
    const changed = await createApiClient(server.url).status('handbook');
    assert.deepEqual([changed.title, changed.tags], ['House rules', ['public']]);
    assert.equal(changes, 3);
    assert.deepEqual(complaints, []);
  });

  it('tag and delete several at once, by keyboard as well', async () => {
    await using open = await openConsole(server.url, { hash: '#/documents' });
    const { page, complaints } = open;
    await page.getByRole('checkbox', { name: 'Select rules' }).check();
    await page.getByRole('link', { name: 'old' }).focus();
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selected documents' });
    await bar.getByText('2 selected').waitFor();
    await bar.getByRole('button', { name: 'Clear' }).press('Enter');
    await untilFocused(page.getByRole('checkbox', { name: 'Select old' }));
    await page.getByRole('checkbox', { name: 'Select rules' }).check();
    await page.getByRole('checkbox', { name: 'Select old' }).check();
    await bar.getByLabel('Tag to add to all selected').fill('house');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged 2 documents').waitFor();
    await page.locator('.document-row .tag', { hasText: 'house' }).nth(1).waitFor();

    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 documents will be deleted in').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilFocused(page.locator('#main'));
    await page.getByRole('link', { name: 'Rules', exact: true }).waitFor();
    assert.equal(await bar.count(), 0);
    await until(async () => (await page.locator('.document-row').count()) === 3);
    assert.deepEqual(complaints, []);
  });

  for (const shape of SHAPES)
    it(`have no barriers at ${shape.width} px`, async () => {
      await using open = await openConsole(server.url, {
        ...shape,
        hash: '#/documents',
      });
      const { page } = open;
      await page.getByRole('checkbox', { name: 'Select rules' }).check();
      await assertFits(page);
      await page.getByRole('link', { name: 'Rules', exact: true }).click();
      await page.getByLabel('Tags of the document').waitFor();
      await assertFits(page);
    });
});
