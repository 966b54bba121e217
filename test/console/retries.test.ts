import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type OpenServer, openServer } from '../open-server.ts';
import { listenTo, openConsole } from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const TITLE = 'A store does not answer';

describe('a page that cannot be loaded', NEEDS_BROWSER, () => {
  let server: OpenServer;

  before(async () => {
    server = await openServer();
  });
  after(() => server?.[Symbol.asyncDispose]());

  for (const [view, path] of [
    ['documents', '**/api/v1/ingest/docs*'],
    ['review', '**/api/v1/review/pending*'],
    ['quality', '**/api/v1/quality/summary*'],
  ] as const) {
    it(`is tried again ten times by itself, which a screen reader hears of at the beginning and the end: ${view}`, async () => {
      await using open = await openConsole(server.url);
      const { page } = open;
      let asked = 0;
      await page.route(path, (route) => {
        const request = route.request();
        if (request.headers().accept?.includes('text/event-stream')) return route.fallback();
        // The page before it counts documents.
        if (/[?&]limit=1(?:&|$)/.test(request.url())) return route.fallback();
        asked += 1;
        return route.fulfill({
          status: 503,
          headers: { 'retry-after': '600' },
          json: { code: 'try_later', title: TITLE, detail: `Number ${asked}.`, status: 503 },
        });
      });
      await page.clock.install();
      const heard = await listenTo(page);
      await page.evaluate(`location.hash = '#/${view}'`);
      for (let tries = 1; tries <= 10; tries++) {
        await page.getByText(`Number ${tries}.`).waitFor();
        await page.getByText('Retrying in').waitFor();
        await page.clock.fastForward(600_000);
      }
      await page.getByText('Number 11.').waitFor();
      await page.clock.fastForward(6_000_000);
      assert.equal(await page.getByText('Retrying in').count(), 0);
      assert.equal(asked, 11);
      const first = `${TITLE}Number 1.`;
      // Whether changes are followed live is said beside it.
      const told = (await heard()).filter((words) => words !== 'Live');
      assert.deepEqual(told.slice(told.indexOf(first)), [
        first,
        `${TITLE}Number 11.Retried 10 times automatically.`,
      ]);
      await page.unroute(path);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText(TITLE).waitFor({ state: 'detached' });
    });
  }
});
