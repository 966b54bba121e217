import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer, Question } from '../../src/answering/answer.ts';
import { answerTo, openHttpStand, source } from '../http-stand.ts';
import { assertNoSidewaysScroll, openConsole, serverWith } from './browser.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

/** Each of them would run, if it were ever read as markup or followed as a link. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)>',
  '"><iframe srcdoc="<script>alert(4)</script>"></iframe>',
  '<a href="javascript:alert(5)">five</a>',
  '[six](javascript:alert(6))',
  '[seven](data:text/html,<script>alert(7)</script>)',
  '[eight]( java\tscript:alert(8))',
  '![nine](https://attacker.example/pixel.png)',
  '[ten]: javascript:alert(10)\n[ten]',
  '<details open ontoggle=alert(11)>',
  '`<b onmouseover=alert(12)>`',
  '<style>*{display:none}</style>',
  '<form action=https://attacker.example><input name=q></form>',
  '| a |\n|---|\n| <img src=x onerror=alert(13)> |',
  'a: <img src=x onerror=alert(15)> | b: 1\na: [sixteen](javascript:alert(16)) | b: 2',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(14)>',
];
const HARMLESS = '[a page](https://example.org/page)';

describe('text of strangers in the console', NEEDS_BROWSER, () => {
  it('runs nothing and loads nothing, wherever it stands', async () => {
    const text = `${ATTACKS.join('\n\n')}\n\n${HARMLESS} [1]`;
    const hostile = {
      ...source,
      label: ATTACKS[1]!,
      section: ATTACKS[2]!,
      snippet: ATTACKS[0]!,
      url: 'javascript:alert(20)',
    };
    await using stand = await openHttpStand({
      answerQuestion: answering((question) => ({
        text,
        sources: [hostile],
        related: [{ ...hostile, chunkId: 'hostile.2' }],
        meta: {
          ...meta(question),
          synthesized: true,
          statements: [
            { start: 0, end: text.length, verdict: 'unsupported', citations: [1], alarms: ['other_word'] },
          ],
        },
      })),
      documentContent: {
        ...content(`${ATTACKS.join('\n')}`),
      },
    });
    await using open = await openConsole(stand.url);
    const { page } = open;
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.getByRole('textbox', { name: 'Your question' }).fill(ATTACKS.slice(0, 4).join(' '));
    await page.keyboard.press('Enter');
    await page.locator('.answer.answered').waitFor();
    await page.locator('.grounding summary').click();
    await page
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .click();
    await page.locator('.passage-text').waitFor();
    await page.getByText('More passages').click();
    await page.getByRole('list', { name: 'More passages' }).getByRole('button').click();
    await page.getByRole('complementary', { name: 'Passage' }).waitFor();
    await page.reload();
    await page.locator('.answer.answered').waitFor();
    await page.waitForTimeout(300);

    assert.deepEqual(open.complaints, []);
    assert.deepEqual([...hosts], [new URL(stand.url).host]);
    const forbidden =
      'main :is(img, iframe, object, embed, form:not(.composer), script, style, math, video, audio, link, meta)';
    assert.equal(await page.locator(forbidden).count(), 0);
    const handlers = await page
      .locator('main *')
      .evaluateAll((elements) =>
        elements.flatMap((element) =>
          element.getAttributeNames().filter((name: string) => name.startsWith('on')),
        ),
      );
    assert.deepEqual(handlers, []);
    const links = await page
      .locator('.answer a')
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
      );
    assert.deepEqual(links, [['https://example.org/page', 'noopener noreferrer nofollow', '_blank']]);
    await page.locator('.answer', { hasText: '<script>alert(1)</script>' }).waitFor();
  });

  it('runs nothing when it comes from stored documents and names', async () => {
    const name = '<img src=x onerror=alert(1)>.md';
    await using server = await serverWith({
      [name]: `# <script>alert(1)</script>\n\nThe garden opens at nine <img src=x onerror=alert(2)> in the morning.\n`,
    });
    await using open = await openConsole(server.url);
    const { page } = open;
    await page.getByRole('button', { name: 'All documents' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('When does the garden open?');
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: /^Source 1: / })
      .first()
      .click();
    await page.locator('.passage-text').waitFor();
    await page.waitForTimeout(200);
    assert.deepEqual(open.complaints, []);
    assert.equal(await page.locator('main img').count(), 0);
  });

  it('is told apart by direction: Arabic stands right, and its Latin neighbours left', async () => {
    const arabic = 'تكلفة تذكرة العائلة اثنان وثلاثون يورو.';
    await using stand = await openHttpStand({
      answerQuestion: answering((question) => ({
        text: `${arabic} [1]\n\nTickets are sold online.`,
        sources: [source],
        meta: meta(question),
      })),
      documentContent: content(arabic),
    });
    await using open = await openConsole(stand.url, { width: 375, height: 740 });
    const { page } = open;
    await page.getByRole('textbox', { name: 'Your question' }).fill('كم تكلفة تذكرة العائلة؟');
    await page.keyboard.press('Enter');
    await page.locator('.answer.answered').waitFor();
    const directions = await page
      .locator('.question, .answer p')
      .evaluateAll((all) =>
        all.map(
          (element) =>
            (
              globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }
            ).getComputedStyle(element).direction,
        ),
      );
    assert.deepEqual(directions, ['rtl', 'rtl', 'ltr']);
    await assertNoSidewaysScroll(page);
  });

  it('may be very long, wide and deep', async () => {
    const text = [
      'word '.repeat(8_000),
      'x'.repeat(3_000),
      `${'> '.repeat(500)}deep`,
      `| ${'column | '.repeat(40)}\n| ${'--- | '.repeat(40)}\n| ${'cell | '.repeat(40)}`,
      `${Array.from({ length: 40 }, (_, i) => `label ${i}: value`).join(' | ')}\n`.repeat(3),
      `\`\`\`\n${'code '.repeat(100)}\n\`\`\``,
    ].join('\n\n');
    await using stand = await openHttpStand({
      answerQuestion: answering((question) => ({ text, sources: [], meta: meta(question) })),
    });
    await using open = await openConsole(stand.url, { width: 375, height: 740 });
    const { page } = open;
    await page.getByRole('textbox', { name: 'Your question' }).fill('y'.repeat(2_000));
    await page.keyboard.press('Enter');
    await page.locator('.answer.answered').waitFor();
    await page.locator('.answer', { hasText: 'deep' }).waitFor();
    await assertNoSidewaysScroll(page);
    assert.deepEqual(open.complaints, []);
  });

  it('that the sources do not support is underlined, and said to be so', async () => {
    const text = 'Entry is free. A family ticket costs 23 euros [1].';
    await using stand = await openHttpStand({
      answerQuestion: answering((question) => ({
        text,
        sources: [source],
        meta: {
          ...meta(question),
          grounded: 'partial',
          synthesized: true,
          reviewEntryId: 'entry-1',
          statements: [
            { start: 0, end: 14, verdict: 'unsupported', citations: [], alarms: [] },
            { start: 15, end: 45, verdict: 'supported', citations: [1], alarms: [] },
          ],
        },
      })),
    });
    await using open = await openConsole(stand.url);
    const { page } = open;
    await page.getByRole('textbox', { name: 'Your question' }).fill('What does it cost?');
    await page.keyboard.press('Enter');
    await page.locator('.doubt.unsupported', { hasText: /^Entry is free\.$/ }).waitFor();
    await page.getByText('1 of 2 sentences found in the sources', { exact: true }).click();
    await page.getByText('Not found word for word in the sources').first().waitFor();
    await page.getByText('a reviewer will look at it').waitFor();
  });
});

function answering(answer: (question: Question) => Omit<Answer, 'related'> & Partial<Answer>) {
  return async function* (question: Question) {
    const done: Answer = { related: [], ...answer(question) };
    yield { type: 'sources', sources: done.sources } as const;
    yield { type: 'token', delta: done.text } as const;
    yield { type: 'done', answer: done } as const;
  };
}

function meta(question: Question): Answer['meta'] {
  return { ...answerTo(question, 'hostile-1').meta, statements: [] };
}

function content(text: string) {
  const whole = async () => ({
    version: 1,
    from: source.start,
    to: source.start + text.length,
    length: 10_000,
    contentLength: 10_000,
    layout: { headings: [], code: [] },
    text,
  });
  const none = async (): Promise<never> => {
    throw new Error('Not asked for here');
  };
  return { text: whole, textOfChunk: none, chunks: none, original: none };
}
