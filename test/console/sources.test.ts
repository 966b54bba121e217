import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type OpenServer, openServer } from '../open-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { assertAccessible, assertNoSidewaysScroll, openConsole } from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

describe('the sources of documents', NEEDS_BROWSER, () => {
  const folder = join(temporaryFolder(), 'handbook');
  let server: OpenServer;
  before(async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'garden.txt'), 'The garden opens at nine in the morning.');
    server = await openServer({ settings: { SOURCE_ROOTS: JSON.stringify([folder]) } });
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
  });

  it('are added, run, and listed with their last run, at both widths', async () => {
    for (const width of [1280, 375]) {
      await using open = await openConsole(server.url, { width, bypassCsp: true, hash: '#/documents' });
      const { page } = open;
      await page.getByText('Sources that stay in sync').click();
      if (width > 375) {
        await page.getByRole('button', { name: 'Add a source' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add a source' });
        await dialog.getByLabel('Kind').selectOption('folder');
        await dialog.getByLabel('Name').fill('Handbook');
        await dialog.getByLabel('Path').fill('handbook');
        await page.keyboard.press('Enter');
        await dialog.getByText('Location: must be the absolute path of a folder').waitFor();
        await dialog.getByLabel('Path').fill(folder);
        await page.keyboard.press('Enter');
        await page.getByText('1 new, 0 changed, 0 deleted, 0 failed').waitFor();
        await page.getByRole('link', { name: 'Garden' }).waitFor();
      }
      await page.locator('.source-rows').getByText('In sync', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.getByText('Reading Handbook').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.locator('.source-rows').getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await assertNoSidewaysScroll(page);
      await assertAccessible(page);
    }
  });
});
