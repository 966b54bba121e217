import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openHttpStand } from '../http-stand.ts';
import { failsWith, writes } from '../model-servers/behaviour.ts';
import { startOpenAiServer } from '../model-servers/openai.ts';
import { type OpenServer, openServer } from '../open-server.ts';
import { until } from '../until.ts';
import {
  assertAccessible,
  assertFits,
  assertLongPageFits,
  type ConsoleOptions,
  openConsole,
  SHAPES,
} from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';
import { openSlowProxy } from './slow-proxy.ts';

const KEY = 'correct-horse-battery-staple';

describe('the Health view', NEEDS_BROWSER, () => {
  let server: OpenServer;

  before(async () => {
    server = await openServer({ settings: { API_KEY: KEY } });
  });
  after(() => server?.[Symbol.asyncDispose]());

  it('asks whether everything answers when it is opened and on demand, and never else', async () => {
    await using proxy = await openSlowProxy(server.url);
    await using open = await openHealth(proxy.url);
    const { page } = open;
    await page.getByText('Ready to answer').waitFor();
    await page.getByText('Key-value store answers').waitFor();
    await page.getByText('Document store and index answers').waitFor();
    await page.getByText(/^\d+\.\d+\.\d+$/).waitFor();
    const asked = () => proxy.requests.filter((request) => request === 'GET /ready').length;
    assert.equal(asked(), 1);
    await page.getByRole('button', { name: 'Check again' }).click();
    await until(() => asked() > 1);
    await page.getByText(/^checked at /).waitFor();
    assert.equal(asked(), 2);
    assert.deepEqual(open.complaints, []);
  });

  it('says which dependency is away, and when it is back', async () => {
    let isDown = true;
    await using stand = await openHttpStand({
      probes: {
        kv_store: async () => {},
        vector_store: async () => {
          if (isDown) throw new Error('Away');
        },
      },
    });
    await using open = await openHealth(stand.url);
    const { page } = open;
    await page.getByText('Not ready').waitFor();
    await page.getByText('Document store and index does not answer').waitFor();
    await page.getByText('Key-value store answers').waitFor();
    await page.getByText('Document store and index did not answer').waitFor();
    await page.getByRole('button', { name: /correlation id/ }).waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Ready to answer').waitFor();
  });

  it('shows a server that is gone, and what of it can be quoted', async () => {
    await using open = await openHealth(server.url);
    const { page } = open;
    await page.getByText('Ready to answer').waitFor();
    await page.getByText('None since this page was opened').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('alert').getByText('You are offline').waitFor();
    const last = page.getByRole('region', { name: 'Last failed request' });
    await last.getByText(/GET \/(ready|health)/).waitFor();
    await last.getByText('It did not reach the server').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ready to answer').waitFor();
  });

  it('keeps the correlation id of what failed on another page', async () => {
    await using open = await openConsole(server.url, { hash: '#/documents/unknown' });
    const { page } = open;
    await page.getByText('No such document').waitFor();
    await page.evaluate("location.hash = '#/health'");
    const last = page.getByRole('region', { name: 'Last failed request' });
    await last.getByText('GET /api/v1/ingest/status/unknown').waitFor();
    await last.getByRole('button', { name: /correlation id/ }).click();
    await page.getByText('Correlation id copied').waitFor();
    const id = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(id, /^[0-9a-f-]{36}$/);
  });

  it('takes the key, says when it is wrong, shows what is the operator’s for it, and forgets it', async () => {
    await using open = await openHealth(server.url);
    const { page } = open;
    const operators = page.locator('#settings, #models, a[href="/docs"]');
    await page.getByText('Ready to answer').waitFor();
    assert.equal(await operators.count(), 0);
    assert.equal(await page.getByRole('dialog').count(), 0);
    const field = page.getByRole('textbox', { name: 'API key' });
    await field.fill('wrong');
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('alert').getByText('did not accept that key').waitFor();
    assert.equal(await page.evaluate("sessionStorage.getItem('docent.key')"), null);
    await field.fill(KEY);
    await field.press('Enter');
    await page.getByText('This tab has a key').waitFor();
    const own = page.locator('.setting-group').filter({ hasText: 'Different from the defaults' });
    await own.getByText('RATE_LIMIT_PER_MINUTE').waitFor();
    await own.getByText('instead of 60').waitFor();
    const secret = own.getByRole('listitem').filter({ hasText: /^API_KEY/ });
    await secret.getByText('***').waitFor();
    assert.ok(!(await page.content()).includes(KEY));
    assert.equal(await operators.count(), 3);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('minute requests');
    await until(async () => (await page.locator('.setting-list li').count()) < 5);
    await own.getByText('RATE_LIMIT_PER_MINUTE').waitFor();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await until(async () => (await operators.count()) === 0);
    const kept = await page.evaluate('JSON.stringify([localStorage, document.cookie, location.href])');
    assert.ok(!String(kept).includes(KEY));
    assert.deepEqual(open.complaints, []);
  });

  it('calls the models once when asked to, and says what went wrong', async () => {
    await using provider = await startOpenAiServer();
    await using own = await openServer({
      settings: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'house-model',
        LLM_BASE_URL: provider.baseUrl,
      },
    });
    await using open = await openHealth(own.url, { bypassCsp: true });
    const { page } = open;
    await page.getByText('Docent was started without one').waitFor();
    const models = page.getByRole('region', { name: 'Models' });
    const test = models.getByRole('button', { name: 'Test the language model' });
    provider.next(writes('Hello.'));
    await test.click();
    await models.getByText('openai-compatible/house-model answered in').waitFor();
    assert.equal(provider.requests.length, 1);
    provider.answer(() => failsWith(401, { message: 'Wrong key.' }));
    await test.click();
    await models.getByText('rejected: status 401').waitFor();
    await models.getByText('Check LLM_PROVIDER').waitFor();
    await assertAccessible(page);
    await models.getByRole('button', { name: 'Test the embedding model' }).click();
    await models.getByText('The built-in model is trained once there are enough passages').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('changes the colours, also back to those of the system', async () => {
    await using open = await openHealth(server.url, { theme: 'light' });
    const { page } = open;
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await paper();
    await page.getByRole('radio', { name: 'Dark' }).check();
    assert.notEqual(await paper(), light);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Light colours' }).waitFor();
    await page.getByRole('radio', { name: 'System' }).check();
    assert.equal(await paper(), light);
  });

  it('forgets conversations here and on the server', async () => {
    await using proxy = await openSlowProxy(server.url);
    await using open = await openConsole(proxy.url);
    const { page } = open;
    await page.getByRole('textbox', { name: 'Your question' }).fill('Is anybody there?');
    await page.keyboard.press('Enter');
    await page.locator('.refusal').waitFor();
    await page.evaluate("location.hash = '#/health'");
    await page.getByText('One conversation is stored here').waitFor();
    await page.getByRole('button', { name: 'Delete all conversations' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('Conversations deleted').waitFor();
    assert.ok(proxy.requests.includes('DELETE /api/v1/chat/memory'));
    assert.equal(await page.evaluate("localStorage.getItem('docent.conversations')"), '[]');
  });

  it('has no barriers in either theme, and fits a phone', async () => {
    await using open = await debugServer();
    for (const shape of SHAPES) {
      await using shown = await openHealth(open.url, shape);
      const { page } = shown;
      await page.getByText('Ready to answer').waitFor();
      await page.getByRole('heading', { name: 'Language model' }).click();
      await page.locator('.setting-list').nth(1).waitFor();
      await assertFits(page);
    }
  });

  it('has no barriers on the pages of the server itself, in either theme and on a phone, which they fit', async () => {
    const pages = {
      'nothing-here': assertFits,
      'docs/errors#rate_limited': assertFits,
      docs: assertLongPageFits,
    };
    for (const [path, fits] of Object.entries(pages)) {
      await using open = await openConsole(server.url, { width: 375, bypassCsp: true, hash: path });
      await open.page.getByRole('heading', { level: 1 }).waitFor();
      await fits(open.page);
    }
    await using open = await openConsole(server.url, { hash: 'nothing-here' });
    await open.page.getByRole('link', { name: 'Open the console' }).click();
    await open.page.getByRole('textbox', { name: 'Your question' }).waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('is used by keyboard alone', async () => {
    await using open = await openHealth(server.url);
    const { page } = open;
    await page.getByText('Ready to answer').waitFor();
    const tabTo = async (...names: string[]) => {
      await page.getByRole('button', { name: 'Skip to the content' }).focus();
      await page.keyboard.press('Enter');
      for (const name of names) {
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), name);
      }
      await page.keyboard.press('Tab');
    };
    await tabTo('Check again');
    await page.keyboard.type(KEY);
    await page.keyboard.press('Enter');
    await page.getByText('This tab has a key').waitFor();
    await tabTo('Check again', 'API documentation', 'OpenAPI document', 'Error codes');
    const label = await page.evaluate("document.activeElement.getAttribute('aria-label')");
    assert.equal(label, 'Test the embedding model');
  });

  function openHealth(url: string, options: ConsoleOptions = {}) {
    return openConsole(url, { ...options, hash: '#/health' });
  }

  function debugServer(): Promise<OpenServer> {
    return openServer({ settings: { LOG_LEVEL: 'debug' } });
  }
});
