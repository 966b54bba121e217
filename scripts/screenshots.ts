/**
 * `node scripts/screenshots.ts`: pictures of the console's views in `docs/images`, as the README shows them. Serves a
 * fresh folder with the sample documents, and drives the browser that the tests use.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openBrowser, openConsole, serverWith } from '../test/console/browser.ts';
import { sampleFiles } from './make-samples.ts';

const IMAGES = new URL('../docs/images/', import.meta.url);
const README = readFileSync(new URL('../README.md', import.meta.url));

/** What is to be seen in each view, from a page that has just been opened. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async ask(page) {
    await page.getByRole('textbox', { name: 'Your question' }).fill('What does a family ticket cost?');
    await page.keyboard.press('Enter');
    await page.locator('.citation').first().click();
    await page.locator('.passage-text mark').first().waitFor();
    await page.locator('.grounding summary').click();
  },
};

mkdirSync(IMAGES, { recursive: true });
const samples = Object.fromEntries(sampleFiles().map(({ name, bytes }) => [name, bytes]));
await using server = await serverWith({ ...samples, 'README.md': README });
const browser = await openBrowser();
for (const [name, show] of Object.entries(VIEWS)) {
  await using open = await openConsole(browser, server.url, { hash: `#/${name}`, height: 720 });
  await show(open.page);
  await open.page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, IMAGES)) });
  process.stdout.write(`docs/images/${name}.png\n`);
}
await browser.close();
