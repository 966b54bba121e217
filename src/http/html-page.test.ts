import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import MESSAGES from '../../console/messages/server.de.json' with { type: 'json' };
import { openHttpStand } from '../../test/http-stand.ts';
import { htmlPage } from './html-page.ts';
import { ENGLISH } from './page-words.ts';
import { problemPage } from './problems/problem.ts';
import { PROBLEMS } from './problems/problem-table.ts';
import { type ApiDocument, apiPage } from './routes/api-page.ts';

/** Of an address that Chromium opens. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8' };
const HTML = 'text/html; charset=utf-8';
const PROBLEM = 'application/problem+json';

describe('a browser', () => {
  it('gets a page at an unknown URL, with all text escaped and nothing loaded from elsewhere', async () => {
    await using stand = await openHttpStand();
    const path = '/nope%3Cscript%3Ealert(1)%3C/script%3E%22%27&';
    const page = await stand.get(path, { headers: BROWSER });
    assert.deepEqual([page.status, page.headers.get('content-type')], [404, HTML]);
    const html = await page.text();
    assert.match(html, /<h1>No such endpoint<\/h1>\n<p>There is nothing at GET \/nope/);
    assert.ok(html.includes(page.headers.get('x-correlation-id')!));
    assert.match(html, /<a href="\/">Open the console<\/a>/);
    assert.doesNotMatch(html, /<script|&(?!(?:amp|lt|gt|quot|#39);)/);
    assert.doesNotMatch(html, /(?:src|href)="(?!\/|"|data:)/);
    const style = /<style>([\s\S]*)<\/style>/.exec(html)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    assert.equal(
      page.headers.get('content-security-policy'),
      `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'sha256-${hash}'; img-src data:`,
    );
  });

  it('gets a page when it is rate-limited, and can try again', async () => {
    await using stand = await openHttpStand({ settings: { rateLimitPerMinute: 1 } });
    await (await stand.get('/', { headers: BROWSER })).text();
    const page = await stand.get('/', { headers: BROWSER });
    assert.deepEqual([page.status, page.headers.get('content-type')], [429, HTML]);
    assert.match(page.headers.get('retry-after')!, /^\d+$/);
    assert.match(await page.text(), /<h1>Too many requests<\/h1>[\s\S]*<a href="">Try again<\/a>/);
  });

  it('gets the errors as a page with an anchor for each', async () => {
    await using stand = await openHttpStand();
    const page = await stand.get('/docs/errors', { headers: BROWSER });
    assert.equal(page.headers.get('content-type'), HTML);
    const html = await page.text();
    for (const code of Object.keys(PROBLEMS)) assert.ok(html.includes(`<a id="${code}"></a>`), code);
    assert.match(html, /<table>[\s\S]*<th>status<\/th>/);
    assert.doesNotMatch(html, /\|---|href="[^"]*\.md/);
  });
});

describe('a browser set to German', () => {
  const GERMAN = { ...BROWSER, 'accept-language': 'fr;q=0.9, de-AT, en;q=0.8' };

  it('gets problems in German, with their values', async () => {
    await using stand = await openHttpStand({ settings: { rateLimitPerMinute: 3 } });
    const pages = {
      '/api/v1/chats': 'Unter GET /api/v1/chats gibt es nichts. Meinten Sie /api/v1/chat?',
      '/api/v1/chat': 'GET ist für diesen Endpunkt nicht erlaubt; verwenden Sie POST.',
      '/api/v1/ingest/docs?limit=0': 'limit muss mindestens 1 sein, nicht 0<',
      '/api/v1/ingest/docs': 'Jede Client-Adresse darf 3 Anfragen in der Minute senden.',
    };
    for (const [path, detail] of Object.entries(pages)) {
      const page = await stand.get(path, { headers: GERMAN });
      assert.equal(page.headers.get('content-language'), 'de');
      assert.match(page.headers.get('vary')!, /Accept-Language/);
      const html = await page.text();
      assert.match(html, /<html lang="de">/);
      assert.ok(html.includes(`<p>${detail}`), html);
    }
  });

  it('gets them in German as JSON, too, as scripts of a page do', async () => {
    await using stand = await openHttpStand();
    const problem = await stand.postJson('/api/v1/chat', { question: '', n: 1 }, { 'accept-language': 'de' });
    assert.equal(problem.headers.get('content-language'), 'de');
    assert.match(problem.headers.get('vary')!, /Accept-Language/);
    const { title, errors } = (await problem.json()) as { title: string; errors: unknown };
    assert.equal(title, 'Einige Felder können nicht angenommen werden');
    assert.deepEqual(errors, [
      { field: 'question', message: 'darf nicht leer sein' },
      {
        field: 'n',
        message: 'ist kein Feld dieser Anfrage: Prüfen Sie die Schreibweise, oder lassen Sie es weg',
      },
    ]);
  });

  it('gets the reference in German whole, and the errors', async () => {
    await using stand = await openHttpStand();
    const missing = new Set<string>();
    apiPage((await (await stand.get('/openapi.json')).json()) as ApiDocument, {
      language: 'de',
      t(text) {
        if (!Object.hasOwn(MESSAGES, String(text))) missing.add(String(text));
        return String(text);
      },
    });
    assert.deepEqual([...missing], []);
    const reference = await (await stand.get('/docs', { headers: GERMAN })).text();
    assert.match(reference, /<html lang="de">[\s\S]*<p>Beantwortet Fragen aus[\s\S]*aria-label="Antworten"/);
    const errors = await (await stand.get('/docs/errors', { headers: GERMAN })).text();
    for (const code of Object.keys(PROBLEMS)) assert.ok(errors.includes(`<a id="${code}"></a>`), code);
    assert.match(errors, /<h1>Fehler<\/h1>/);
  });
});

it('shows text from elsewhere as it is written', () => {
  const html = problemPage(
    {
      type: '/docs/errors#x',
      title: '<b>',
      status: 404,
      detail: `"&' <script>`,
      code: 'x',
      correlation_id: '<i>',
    },
    ENGLISH,
  );
  assert.match(html, /<h1>&lt;b&gt;<\/h1>\n<p>&quot;&amp;&#39; &lt;script&gt;<\/p>/);
  assert.doesNotMatch(html, /<b>|<i>|<script>/);
});

describe('an API client', () => {
  it('gets problems as JSON, and the errors as Markdown', async () => {
    await using stand = await openHttpStand();
    for (const accept of [undefined, '*/*', 'application/json, text/html', 'text/html;q=0']) {
      const headers = accept === undefined ? {} : { accept };
      const unknown = await stand.get('/nope', { headers });
      assert.deepEqual([unknown.status, unknown.headers.get('content-type')], [404, PROBLEM], accept);
      const errors = await stand.get('/docs/errors', { headers });
      assert.equal(errors.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.match(await errors.text(), /^# Errors\n/);
    }
    const posted = await stand.postJson('/api/v1/chat', {}, BROWSER);
    assert.deepEqual([posted.status, posted.headers.get('content-type')], [422, PROBLEM]);
  });
});

it("the colours of a page are the console's", () => {
  const tokens = readFileSync(new URL('../../console/styles/tokens.css', import.meta.url), 'utf8');
  const colours = htmlPage({ title: '', main: '' }, ENGLISH).match(/--[\w-]+: light-dark\([^)]*\)/g) ?? [];
  assert.ok(colours.length > 5);
  for (const colour of colours) assert.ok(tokens.includes(colour), colour);
});
