import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { OpenServer } from '../open-server.ts';
import { assertFits, openConsole, SHAPES, serverWith, untilFocused } from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

describe('the widget', NEEDS_BROWSER, () => {
  let docent: OpenServer;
  const sites: Server[] = [];
  before(async () => {
    const site = await siteAt(() => docent.url);
    docent = await serverWith(
      {
        'garden.txt': 'The garden opens at nine in the morning.',
        'pump.md':
          'The pump of the garden is started like this:\n\n```\nexport PUMP=1\npump --start\n```\n\nThen it runs.',
        'trees.md': '# Trees\n\n| Tree | Height |\n|---|---|\n| Oak | 30 metres |\n| Elm | 25 metres |\n',
      },
      { CORS_ORIGINS: JSON.stringify([site]) },
    );
    // Another origin, which is not listed.
    await siteAt(() => docent.url);
  });
  after(async () => {
    for (const site of sites) site.close();
    await docent[Symbol.asyncDispose]();
  });

  /** A page under a strict policy that has nothing but the widget. */
  async function siteAt(docentUrl: () => string): Promise<string> {
    const server = createServer((_request, response) => {
      const policy = `default-src 'none'; script-src ${docentUrl()}; connect-src ${docentUrl()}`;
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      response.end(`<!doctype html><html lang="en"><head><title>A site</title></head><body><main><h1>A site</h1></main>
        <script src="${docentUrl()}/widget.js" data-title="Ask the garden" async></script></body></html>`);
    });
    sites.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return urlOf(server);
  }

  it('answers on a page of another origin, under its strict policy, by keyboard alone', async () => {
    await using open = await openConsole(urlOf(sites[0]!));
    const { page, complaints } = open;
    await page.getByRole('button', { name: 'Ask the garden' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Your question' });
    await untilFocused(field);
    await page.keyboard.type('When does the garden open?');
    await page.keyboard.press('Enter');
    await page
      .getByRole('log')
      .getByText(/opens at nine in the morning/)
      .waitFor();
    await page.getByRole('log').getByRole('listitem').filter({ hasText: 'Garden' }).waitFor();
    await page.keyboard.type('Height of the tree Oak');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByRole('cell', { name: '30 metres' }).waitFor();
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), ['Tree', 'Height']);
    await page.keyboard.press('Escape');
    await untilFocused(page.getByRole('button', { name: 'Ask the garden' }));
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('shows the passages that may help where there is no answer, and code without its fence', async () => {
    await using open = await openConsole(urlOf(sites[0]!));
    const { page } = open;
    await page.getByRole('button', { name: 'Ask the garden' }).click();
    const ask = async (question: string) => {
      await page.getByRole('textbox', { name: 'Your question' }).fill(question);
      await page.keyboard.press('Enter');
    };
    await ask('What does it cost to visit the garden with a dog?');
    const passage = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Garden' });
    await passage.getByText('opens at nine').waitFor();
    await ask('How is the pump of the garden started?');
    const code = page.getByRole('log').getByText('pump --start').last();
    await code.waitFor();
    assert.doesNotMatch((await code.textContent())!, /`/);
  });

  it('says that there is no answer on a page whose origin is not listed', async () => {
    await using open = await openConsole(urlOf(sites[1]!));
    const { page } = open;
    await page.getByRole('button', { name: 'Ask the garden' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('When does the garden open?');
    await page.keyboard.press('Enter');
    await page.getByText('There is no answer at the moment').waitFor();
    const field = page.getByRole('textbox', { name: 'Your question' });
    assert.equal(await field.inputValue(), 'When does the garden open?');
  });

  for (const shape of SHAPES)
    it(`has no barriers at ${shape.width} px`, async () => {
      await using open = await openConsole(urlOf(sites[0]!), shape);
      const { page } = open;
      await page.getByRole('button', { name: 'Ask the garden' }).click();
      await page.getByRole('textbox', { name: 'Your question' }).fill('When does the garden open?');
      await page.keyboard.press('Enter');
      await page
        .getByRole('log')
        .getByText(/opens at nine/)
        .waitFor();
      await assertFits(page);
    });
});

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
