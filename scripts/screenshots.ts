/**
 * `node scripts/screenshots.ts`: screenshots of the console's views in `docs/images` for the README. Serves a fresh
 * folder with the sample documents, and drives the tests' browser. Prints the weight of the page and its time to
 * interactive as well.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { closeBrowser, openConsole, serverWith } from '../test/console/browser.ts';
import { sampleFiles } from './make-samples.ts';
import { museumOfWeeks } from './museum-weeks.ts';

const IMAGES = new URL('../docs/images/', import.meta.url);
const README = readFileSync(new URL('../README.md', import.meta.url));

/** Prepares each view, from a freshly opened page. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async ask(page) {
    await page.getByRole('textbox', { name: 'Your question' }).fill('What does a family ticket cost?');
    await page.keyboard.press('Enter');
    await page.locator('.citation').first().click();
    await page.locator('.passage-text mark').first().waitFor();
    await page.locator('.grounding summary').click();
  },
  async documents(page) {
    await page.getByLabel('Files to upload').setInputFiles([
      { name: 'archive-scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      { name: 'staff-rota.csv', mimeType: 'text/csv', buffer: Buffer.from('day,desk\nTuesday,Ada\n') },
    ]);
    await page.getByText('1 document ready, 1 not added').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: /Visitor Handbook/ }).click();
    await page.locator('.chunk-text').first().waitFor();
    await page.getByText('on disk').waitFor();
  },
  async health(page) {
    await page.getByText('Ready to answer').waitFor();
    await page.locator('.setting-list').first().waitFor();
  },
};

/** The same for views that need some weeks of use. */
const VIEWS_AFTER_WEEKS: typeof VIEWS = {
  async review(page) {
    await page.evaluate("localStorage.setItem('docent.reviewer', '\"ada@museum.example\"')");
    await page.reload();
    await page.locator('.evidence mark').first().waitFor();
    await page.locator('.doubt').first().waitFor();
    await page.locator('.grounding summary').click();
  },
  async quality(page) {
    const counted = page.waitForResponse(/\/quality\/summary/);
    await page.getByRole('link', { name: '30 days' }).click();
    await counted;
    await page.getByText('Counting…').waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Time to answer' }).waitFor();
  },
};

mkdirSync(IMAGES, { recursive: true });
const samples = Object.fromEntries(sampleFiles().map(({ name, bytes }) => [name, bytes]));
await using server = await serverWith({ ...samples, 'README.md': README });
await picture(VIEWS, server.url);
await printCost(server.url);
await using museum = await museumOfWeeks();
await picture(VIEWS_AFTER_WEEKS, museum.server.url);
await closeBrowser();

async function picture(views: typeof VIEWS, url: string): Promise<void> {
  for (const [name, show] of Object.entries(views)) {
    await using open = await openConsole(url, { hash: `#/${name}`, height: 720 });
    await show(open.page);
    await open.page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, IMAGES)) });
    process.stdout.write(`docs/images/${name}.png\n`);
  }
}

/** The weight of the page, and the time from the start of the navigation until a question can be typed. */
async function printCost(url: string): Promise<void> {
  await using open = await openConsole(url);
  await open.page.locator('textarea:focus').waitFor();
  const ms = await open.page.evaluate<number>('performance.now()');
  const bytes = gzipSync(readFileSync(new URL('../console/dist/index.html', import.meta.url))).length;
  process.stdout.write(
    `${(bytes / 1000).toFixed(1)} kB compressed, interactive after ${Math.round(ms)} ms\n`,
  );
}
