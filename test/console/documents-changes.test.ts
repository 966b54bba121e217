import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../../scripts/api-client.ts';
import type { OpenServer } from '../open-server.ts';
import { until } from '../until.ts';
import { assertFits, openConsole, SHAPES, serverWith } from './browser.ts';
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

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Not this');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Visitor handbook' }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('House rules');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'House rules' }).waitFor();
    await page.getByRole('link', { name: 'House rules' }).waitFor();

    await page.getByLabel('Tags of the document').fill('public, 2026');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag 2026' }).click();
    await page.getByRole('button', { name: 'Remove the tag 2026' }).waitFor({ state: 'detached' });
    const { title, tags } = await createApiClient(server.url).status('handbook');
    assert.deepEqual([title, tags], ['House rules', ['public']]);
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
    await bar.getByLabel('Tag to add to all selected').fill('house');
    await page.keyboard.press('Enter');
    await page.getByText('Tagged 2 documents').waitFor();
    await page.locator('.document-row .tag', { hasText: 'house' }).nth(1).waitFor();

    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 documents will be deleted in').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
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
