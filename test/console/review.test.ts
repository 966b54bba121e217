import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { givenAnswer, sourceIn } from '../curation-stand.ts';
import { openHttpStand } from '../http-stand.ts';
import { openServer } from '../open-server.ts';
import { until } from '../until.ts';
import {
  assertAccessible,
  assertFits,
  assertNoSidewaysScroll,
  openConsole,
  PHONE,
  untilFocused,
} from './browser.ts';
import { type Museum, openMuseum } from './museum.ts';
import { NEEDS_BROWSER } from './needs-browser.ts';

const KEY = 'correct-horse-battery-staple';
const ROOMS = [
  ...['red', 'blue', 'green', 'white', 'black', 'brown', 'golden', 'silver', 'purple', 'orange'],
  ...['yellow', 'grey', 'pink', 'beige', 'ivory', 'violet', 'amber', 'olive'],
];
const DAY_MS = 86_400_000;
const questionOf = (room: string) => `How many windows does the ${room} room have?`;
/** Of a document that two answers cite. */
const HALL = { doors: 'The hall has two doors.', lamps: 'The hall has nine lamps.' };
const hallQuestion = (things: string) => `How many ${things} does the hall have?`;
const factOf = (room: string) => `The ${room} room has ${ROOMS.indexOf(room) + 3} windows.`;
const addedOf = (room: string) => `It smells of ${room} paint.`;

describe('the Review view', NEEDS_BROWSER, () => {
  let museum: Museum;

  before(async () => {
    const documents = Object.fromEntries([
      ...ROOMS.map((room) => [`${room}.md`, `# The ${room} room\n\n${factOf(room)}`]),
      ['hall.md', `# The hall\n\n${Object.values(HALL).join(' ')}`],
    ]);
    // Written beyond the passages, so that people are to judge it.
    const written = Object.fromEntries([
      ...ROOMS.map((room) => [questionOf(room), `${factOf(room).replace('.', '')} [1]. ${addedOf(room)}`]),
      ...Object.entries(HALL).map(([things, fact]) => [
        hallQuestion(things),
        `${fact.replace('.', '')} [1]. ${addedOf('hall')}`,
      ]),
    ]);
    museum = await openMuseum({ documents, written, settings: { REVIEW_EXPIRES_DAYS: '30' } });
  });
  after(() => museum?.[Symbol.asyncDispose]());

  /** The entries of answers about these rooms. */
  async function hold(...rooms: string[]): Promise<string[]> {
    const entries: string[] = [];
    for (const room of rooms) {
      const { meta, answer } = await museum.client.ask(questionOf(room));
      assert.ok(meta.review_entry_id, answer);
      entries.push(meta.review_entry_id);
    }
    return entries;
  }

  const openReview = (rest = '', options = {}) =>
    openConsole(museum.server.url, { ...options, hash: `#/review${rest && `/${rest}`}` });

  it('lists by demand, and shows the answer beside the passage that it quotes, and what is not in it', async () => {
    await hold('red', 'red', 'silver');
    const { meta } = await museum.client.ask(questionOf('red'));
    await museum.client.rate(meta.correlation_id, 'down', 'Not everybody does.');
    await using open = await openReview();
    const { page } = open;
    const first = page.getByRole('list', { name: 'Queue' }).getByRole('link').first();
    await first.getByText(questionOf('red')).waitFor();
    await first.getByText('asked 3 times').waitFor();
    await first.getByText('Thumbs down:').waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: questionOf('red') }).waitFor();
    await page.locator('.evidence mark', { hasText: factOf('red') }).waitFor();
    await page.locator('.doubt.unsupported', { hasText: addedOf('red') }).waitFor();
    await page.getByText('1 of 2 sentences found in the sources').waitFor();
    await page.getByRole('button', { name: /^Source 1: / }).click();
    await untilFocused(page.locator('#evidence-1'));
    await page.getByRole('button', { name: /Show in document/ }).click();
    await page
      .getByRole('dialog')
      .locator('mark', { hasText: factOf('red') })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('newest');
    await first.getByText(questionOf('silver')).waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('marks in a passage that two answers cite what each of them quotes', async () => {
    const [doors, lamps] = await Promise.all(
      Object.keys(HALL).map(
        async (things) => (await museum.client.ask(hallQuestion(things))).meta.review_entry_id!,
      ),
    );
    await using open = await openReview(doors);
    const { page } = open;
    await page.locator('.evidence mark', { hasText: HALL.doors }).waitFor();
    await page.evaluate(`location.hash = '#/review/${lamps}'`);
    await page.getByRole('heading', { name: hallQuestion('lamps') }).waitFor();
    await page.locator('.evidence mark', { hasText: HALL.lamps }).waitFor();
    assert.equal(await page.locator('.evidence mark', { hasText: HALL.doors }).count(), 0);
  });

  it('approves what was edited, which is then cited; the next entry has the focus', async () => {
    const [entryId] = await hold('blue', 'white');
    await using open = await openReview(entryId);
    const { page } = open;
    await page.getByRole('button', { name: 'Edit' }).click();
    const edited = 'The blue room has **four** windows [1] and a balcony.';
    await page.getByRole('textbox', { name: 'Answer' }).fill(edited);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('The blue room has four windows and a balcony.').waitFor();
    await page.getByRole('textbox', { name: 'Tags' }).fill('rooms, windows, rooms');
    await page.getByRole('textbox', { name: 'Note' }).fill('Counted them.');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Edited, not yet approved').waitFor();
    await page.reload();
    await page.getByText('Edited, not yet approved').waitFor();
    await page.getByRole('button', { name: 'Approve as edited' }).click();
    await page.getByText('Approved. This answer is now in use').waitFor();
    const next = page.locator('.entry h2');
    await next.filter({ hasNotText: questionOf('blue') }).waitFor();
    await untilFocused(next);
    const again = await museum.client.ask(questionOf('blue'));
    assert.match(again.answer, /balcony/);
    assert.equal((again.sources[0] as unknown as { kind: string }).kind, 'approved_answer');
    const decided = await museum.client.json<{ tags: string[]; note: string }>(`/api/v1/review/${entryId}`);
    assert.deepEqual([decided.tags, decided.note], [['rooms', 'windows'], 'Counted them.']);
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill(questionOf('blue'));
    await page.keyboard.press('Enter');
    await page.locator('.answer.answered', { hasText: 'balcony' }).waitFor();
    await page.getByRole('list', { name: 'Sources' }).getByText('Approved answer').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('approves for as long as the server says, or the reviewer, who is told of a day that is over', async () => {
    const [yellow, grey, pink] = await hold('yellow', 'grey', 'pink');
    const expiryOf = async (entryId?: string) =>
      (await museum.client.json<{ expires_at: string | null }>(`/api/v1/review/${entryId}`)).expires_at;
    await using open = await openReview(yellow);
    const { page } = open;
    const shown = page.locator('.entry h2');
    const choice = page.getByRole('combobox', { name: 'Review again' });
    const day = page.getByLabel('Review again on', { exact: true });
    await shown.filter({ hasText: questionOf('yellow') }).waitFor();
    await page.keyboard.press('a');
    await page.getByText('Approved. This answer is now in use').waitFor();
    const days = (Date.parse((await expiryOf(yellow))!) - Date.now()) / DAY_MS;
    assert.ok(days > 29 && days < 31, `${days}`);

    await page.getByRole('list', { name: 'Queue' }).getByText(questionOf('grey')).click();
    await shown.filter({ hasText: questionOf('grey') }).waitFor();
    await page.keyboard.press('e');
    await choice.getByText('By default: in 30 days').waitFor({ state: 'attached' });
    await choice.selectOption('On a date…');
    await choice.press('Tab');
    await untilFocused(day);
    await day.fill('2020-02-29');
    await page.keyboard.press('Control+Enter');
    const error = page.getByRole('alert').getByText('Choose a day in the future');
    await error.waitFor();
    await untilFocused(day);
    assert.equal(await day.getAttribute('aria-invalid'), 'true');
    await day.fill('2098-03-12');
    await error.waitFor({ state: 'detached' });
    await page.locator('.edit-form').getByText('Expires 12 Mar 2098').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Edited, not yet approved').waitFor();
    await page.getByText('Expires 12 Mar 2098').waitFor();
    await page.keyboard.press('a');
    await until(async () => (await expiryOf(grey)) === new Date('2098-03-12T00:00').toISOString());

    await page.getByRole('list', { name: 'Queue' }).getByText(questionOf('pink')).click();
    await shown.filter({ hasText: questionOf('pink') }).waitFor();
    await page.keyboard.press('e');
    await choice.selectOption('On a date…');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await error.waitFor();
    await untilFocused(day);
    await choice.selectOption('Never');
    await page.getByRole('button', { name: 'Approve as edited' }).click();
    await shown.filter({ hasNotText: questionOf('pink') }).waitFor();
    assert.equal(await expiryOf(pink), null);

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('list', { name: 'History' }).getByText(questionOf('grey')).click();
    await page.locator('.entry-facts', { hasText: 'Expires 12 Mar 2098' }).waitFor();
    await page.getByRole('list', { name: 'History' }).getByText(questionOf('pink')).click();
    await shown.filter({ hasText: questionOf('pink') }).waitFor();
    assert.equal(await page.getByText('Expires').count(), 0);
    assert.deepEqual(open.complaints, []);
  });

  it('rejects with a reason and a name, which the history tells', async () => {
    const [entryId] = await hold('green');
    await using open = await openReview(entryId);
    const { page } = open;
    await page.getByRole('button', { name: 'Sign your decisions' }).click();
    const name = page.getByRole('textbox', { name: 'Name or e-mail address' });
    await name.fill('Ada Lovelace');
    await page.getByRole('alert').getByText('no spaces').waitFor();
    await name.fill('ada@example.org');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Nobody counted.');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('status').getByText('Rejected').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Rejected' }).first().click();
    await page.getByRole('list', { name: 'History' }).getByText(questionOf('green')).click();
    await page
      .locator('.decided', { hasText: 'Rejected by ada@example.org' })
      .getByText('Nobody counted.')
      .waitFor();
    await page.getByRole('navigation', { name: 'Decisions' }).getByRole('link', { name: 'Approved' }).click();
    await page
      .getByRole('list', { name: 'History' })
      .getByText(questionOf('green'))
      .waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Deciding as ada@example.org' }).waitFor();
  });

  it('tells who was faster when two decide at once, and moves on', async () => {
    const [entryId] = await hold('black', 'brown');
    await using one = await openReview(entryId);
    await using other = await openReview(entryId);
    await one.page.evaluate("localStorage.setItem('docent.reviewer', '\"ada\"')");
    await one.page.reload();
    for (const { page } of [one, other])
      await page.getByRole('heading', { name: questionOf('black') }).waitFor();
    await one.page.keyboard.press('a');
    await one.page.getByText('Approved. This answer is now in use').waitFor();
    await other.page.keyboard.press('r');
    await other.page.getByRole('dialog').waitFor();
    await other.page.keyboard.press('Enter');
    await other.page.getByText('ada approved this before you').waitFor();
    await other.page
      .locator('.entry h2')
      .filter({ hasNotText: questionOf('black') })
      .waitFor();
    await other.page.getByRole('link', { name: questionOf('black') }).waitFor({ state: 'detached' });
  });

  it('undoes a decision by key or button as long as it is offered: the entry is back, open, as it was edited', async () => {
    const [entryId] = await hold('beige', 'violet');
    await using open = await openReview(entryId, { bypassCsp: true });
    const { page } = open;
    const shown = page.locator('.entry h2');
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    const isBack = async () => {
      await page.getByRole('status').getByText('Reopened').waitFor();
      await shown.filter({ hasText: questionOf('beige') }).waitFor();
      await untilFocused(shown);
      await page.locator('.entry-row[aria-current]', { hasText: questionOf('beige') }).waitFor();
      assert.ok((await museum.client.pending()).some(({ entry_id }) => entry_id === entryId));
    };
    await shown.filter({ hasText: questionOf('beige') }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Answer' }).fill('The beige room has many windows.');
    await page.getByRole('textbox', { name: 'Note' }).fill('Nobody counted them.');
    await page.keyboard.press('Control+Enter');
    await undo.waitFor();
    await shown.filter({ hasNotText: questionOf('beige') }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('u');
    await isBack();
    await page.getByText('The beige room has many windows.').first().waitFor();
    const again = await museum.client.ask(questionOf('beige'));
    assert.equal(again.meta.review_entry_id, entryId);
    await page.keyboard.press('e');
    assert.equal(await page.getByRole('textbox', { name: 'Note' }).inputValue(), 'Nobody counted them.');
    await page.keyboard.press('Escape');

    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Rejected').waitFor();
    await undo.focus();
    await page.keyboard.press('Enter');
    await isBack();
    await page.keyboard.press('u');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Undo the last decision').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('offers to undo until some time after the pointer and the focus have left the offer', async () => {
    const [entryId] = await hold('ivory', 'violet');
    await using open = await openReview(entryId);
    const { page } = open;
    await page.locator('.entry h2', { hasText: questionOf('ivory') }).waitFor();
    await page.clock.install();
    await page.keyboard.press('a');
    const undo = page.getByRole('button', { name: 'Undo' });
    await untilFocused(page.locator('.entry h2').filter({ hasNotText: questionOf('ivory') }));
    await undo.focus();
    await page.clock.fastForward('10:00');
    await page.locator('.toast').hover();
    await page.locator('.entry h2').focus();
    await page.clock.fastForward('10:00');
    await undo.waitFor();
    await page.mouse.move(0, 0);
    await page.clock.fastForward('00:15');
    await undo.waitFor();
    await page.clock.fastForward('10:00');
    await undo.waitFor({ state: 'detached' });
  });

  it('says what to do when a decision cannot be undone, and offers it again', async () => {
    const [entryId] = await hold('violet');
    await using open = await openReview(entryId, { bypassCsp: true });
    const { page } = open;
    const path = `**/api/v1/review/${entryId}/reopen`;
    const status = page.getByRole('status');
    await page.locator('.entry h2', { hasText: questionOf('violet') }).waitFor();
    let answer = (route: Route) => route.abort();
    // One for all, before there is anything to undo: a request right behind it may pass.
    await page.route(path, (route) => answer(route));
    await page.keyboard.press('a');
    await status.getByText('Approved. This answer is now in use').waitFor();
    await page.keyboard.press('u');
    await status.getByText('Not reopened. Docent can’t be reached').waitFor();
    await assertAccessible(page);
    answer = (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '5' },
        json: { code: 'decision_underway', title: 'Not yet', detail: 'Do not send it again.', status: 503 },
      });
    await page.getByRole('button', { name: 'Undo' }).click();
    await status.getByText('The decision is still being carried out. Try again in a few seconds').waitFor();
    await page.unroute(path);
    await museum.client.call(`/api/v1/review/${entryId}/reopen`, { method: 'POST' });
    await page.keyboard.press('u');
    await status.getByText('It is in the queue already').waitFor();
    await page.locator('.entry h2', { hasText: questionOf('violet') }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
  });

  it('takes a decision of the history back, and asks before an answer is withdrawn', async () => {
    const [amber, olive] = await hold('amber', 'olive');
    await museum.client.decide(amber!, 'approve');
    await museum.client.decide(olive!, 'reject');
    await using open = await openReview(`history/all/${amber}`, { bypassCsp: true });
    const { page } = open;
    const reopen = page.getByRole('button', { name: 'Reopen' });
    await reopen.waitFor();
    await page.getByText('It is in use as a document.').waitFor();
    await assertFits(page);
    await reopen.click();
    await page.getByRole('dialog', { name: 'Reopen this approval?' }).waitFor();
    await assertFits(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await untilFocused(reopen);
    const shown = page.locator('.entry h2');
    await page.route(`**/api/v1/review/${amber}/reopen`, (route) => route.abort());
    await reopen.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('alert').getByText('Docent can’t be reached').waitFor();
    await page.unroute(`**/api/v1/review/${amber}/reopen`);
    await reopen.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await shown.filter({ hasText: questionOf('amber') }).waitFor();
    await untilFocused(shown);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const again = await museum.client.ask(questionOf('amber'));
    assert.equal(again.meta.review_entry_id, amber);

    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('list', { name: 'History' }).getByText(questionOf('olive')).click();
    await shown.filter({ hasText: questionOf('olive') }).waitFor();
    await reopen.click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await shown.filter({ hasText: questionOf('olive') }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.goBack();
    await page.getByText('It was reopened').waitFor();
    await page.getByRole('link', { name: 'in the queue' }).click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('shows a decision where a link leads to a decided entry of the queue', async () => {
    const [entryId] = await hold('olive');
    await museum.client.decide(entryId!, 'reject');
    await using open = await openReview(entryId);
    const { page } = open;
    await page.locator('.decided', { hasText: 'Rejected' }).waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await untilFocused(page.locator('.entry h2', { hasText: questionOf('olive') }));
  });

  it('is used by keyboard alone, and no key decides while something is typed', async () => {
    await hold('golden', 'purple', 'orange');
    await using open = await openReview();
    const { page } = open;
    const shown = page.locator('.entry h2');
    const rows = page.getByRole('list', { name: 'Queue' }).getByRole('link');
    await shown.waitFor();
    const before = await rows.count();
    const [first, second] = await Promise.all(
      [0, 1].map((i) => rows.nth(i).locator('.entry-row-question').innerText()),
    );
    await page.keyboard.press('j');
    await shown.getByText(second!).waitFor();
    await untilFocused(rows.nth(1));
    await page.keyboard.press('k');
    await shown.getByText(first!).waitFor();
    await page.keyboard.press('Enter');
    await untilFocused(shown);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await untilFocused(answer);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' raj?');
    assert.match(await answer.inputValue(), / raj\?$/);
    await page.keyboard.press('Escape');
    await page.getByText('Edited, not yet approved').waitFor();
    assert.equal(await rows.count(), before);
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('e');
    await untilFocused(answer);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Approved. This answer is now in use').waitFor();
    await shown.getByText(second!).waitFor();
    await untilFocused(shown);
    await until(async () => (await rows.count()) === before - 1);
    await page.keyboard.press('Escape');
    await untilFocused(rows.first());
  });

  it('does no harm to who has switched the letters off', async () => {
    await hold('golden', 'purple', 'orange');
    await using open = await openReview();
    const { page } = open;
    await page.locator('.entry h2').waitFor();
    const before = await page.getByRole('list', { name: 'Queue' }).getByRole('link').count();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('checkbox', { name: 'Single characters' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const key of ['a', 'r', 'e', 'j']) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    assert.equal(await page.getByRole('list', { name: 'Queue' }).getByRole('link').count(), before);
    assert.equal(await page.getByRole('dialog').count(), 0);
  });

  it('waits until an approved answer is searchable without holding the reviewer, and says what failed', async () => {
    const [entryId] = await hold('orange', 'purple');
    await using open = await openReview(entryId);
    const { page } = open;
    const path = `**/api/v1/review/${entryId}/approve`;
    const problem = (code: string, title: string, detail: string) => ({ code, title, detail, status: 503 });
    await page.route(path, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '1' },
        json: problem(
          'approval_failed',
          'The answer could not be made searchable',
          'It is back in the queue.',
        ),
      }),
    );
    await page.locator('.evidence mark').first().waitFor();
    await page.keyboard.press('a');
    await page.getByRole('alert').getByText('It is back in the queue.').waitFor();
    // The route before stays: a busy page misses the next request when the last one goes and another comes.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Making it searchable…' }).waitFor();
    await page.getByRole('list', { name: 'Queue' }).getByText(questionOf('purple')).click();
    const shown = page.locator('.entry h2', { hasText: questionOf('purple') });
    await shown.waitFor();
    release();
    await page.getByText('Approved. This answer is now in use').waitFor();
    await shown.waitFor();
    await page.getByRole('link', { name: questionOf('orange') }).waitFor({ state: 'detached' });
  });

  it('marks what is stale, with what became of its sources', async () => {
    const documents = {
      'tower.md': 'The tower has 99 steps to its roof.',
      'cellar.md': 'The cellar has 12 steps to its floor.',
    };
    const steps = (place: string) => `How many steps does the ${place} have?`;
    await using changing = await openMuseum({
      documents,
      written: {
        [steps('tower')]: `The tower has 99 steps to its roof [1]. Everybody loves it.`,
        [steps('cellar')]: `The cellar has 12 steps to its floor [1]. Everybody loves it.`,
      },
    });
    const { client, server } = changing;
    const tower = await client.ask(steps('tower'));
    const cellar = await client.ask(steps('cellar'));
    await client.decide(tower.meta.review_entry_id!, 'approve');
    await client.upload('tower.md', Buffer.from('The tower has 101 steps to its roof.'), { doc_id: 'tower' });
    await client.call('/api/v1/ingest/cellar', { method: 'DELETE' });
    await client.settled(120_000);
    await until(async () => (await client.pending()).filter(({ stale }) => stale).length === 2);
    await using open = await openConsole(server.url, {
      hash: `#/review/${tower.meta.review_entry_id}`,
    });
    const { page } = open;
    await page.getByRole('note').getByText('The approved answer stays in use until you decide').waitFor();
    await page.locator('.evidence', { hasText: 'Replaced.' }).getByText('99 steps').waitFor();
    await page.getByRole('list', { name: 'Queue' }).getByText(steps('cellar')).click();
    await page.locator('.evidence', { hasText: 'Deleted.' }).getByText('12 steps').waitFor();
    await until(async () => (await page.getByText('Stale', { exact: true }).count()) === 2);
    assert.ok(cellar.meta.review_entry_id);
  });

  it('marks what has expired, and that it is no longer given', async () => {
    const question = 'How many bells does the tower have?';
    await using passing = await openMuseum({
      documents: { 'tower.md': 'The tower has 3 bells below its roof.' },
      written: { [question]: 'The tower has 3 bells below its roof [1]. Everybody hears them.' },
    });
    const { client, server } = passing;
    const entryId = (await client.ask(question)).meta.review_entry_id!;
    await client.decide(entryId, 'approve', { expires_at: new Date(Date.now() + 2_000).toISOString() });
    await until(async () => (await client.pending()).some(({ stale }) => stale));
    await using open = await openConsole(server.url, {
      bypassCsp: true,
      hash: `#/review/${entryId}`,
    });
    const { page } = open;
    await page.getByRole('note').getByText('no longer in use').waitFor();
    const row = page.getByRole('list', { name: 'Queue' }).getByRole('link');
    await row.getByText('Expired', { exact: true }).waitFor();
    assert.equal(await page.getByText('Stale').count(), 0);
    await assertFits(page);
  });

  it('has no barriers in either theme: queue, editing, rejecting, history', async () => {
    await hold('golden', 'purple');
    await using open = await openReview('', { bypassCsp: true });
    const { page } = open;
    await page.locator('.evidence mark, .evidence-change').first().waitFor();
    await assertFits(page);
    await page.keyboard.press('e');
    await page.getByRole('region', { name: 'Preview' }).waitFor();
    await page.getByRole('combobox', { name: 'Review again' }).selectOption('On a date…');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('Choose a day').waitFor();
    await assertFits(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await assertFits(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('.decided').waitFor();
    await assertFits(page);
  });

  it('fits a phone, from the list to a decision, its undoing and the history', async () => {
    await hold('golden', 'purple');
    await using open = await openReview('', { width: PHONE, height: 740, bypassCsp: true });
    const { page } = open;
    const row = page.getByRole('list', { name: 'Queue' }).getByText(questionOf('purple'));
    await row.waitFor();
    await assertFits(page);
    await row.click();
    await page.getByRole('heading', { name: questionOf('purple') }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('combobox', { name: 'Review again' }).selectOption('On a date…');
    await page.getByLabel('Review again on', { exact: true }).waitFor();
    await assertNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: '← Queue' }).click();
    await row.click();
    await page.getByRole('button', { name: 'Discard the edits' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Answer' }).fill('The purple room is **light** [1].');
    await page.getByRole('region', { name: 'Preview' }).getByText('room is light').waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Approve as edited' }).click();
    await page.getByText('Approved. This answer is now in use').waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await page.getByRole('status').getByText('Reopened').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Nobody counted.');
    await assertFits(page);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('status').getByText('Rejected').waitFor();
    await page.goto(`${museum.server.url}/#/review/history`);
    const decided = page.getByRole('list', { name: 'History' });
    await decided.getByText(questionOf('purple')).first().waitFor();
    await assertFits(page);
    await decided.getByText(questionOf('purple')).first().click();
    await page.locator('.decided', { hasText: 'Nobody counted.' }).waitFor();
    await assertFits(page);
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('button', { name: /^Approve/ }).waitFor();
  });

  it('says what will be here, asks for the key, and tries again by itself', async () => {
    await using server = await openServer({ settings: { API_KEY: KEY } });
    await using open = await openConsole(server.url, { hash: '#/review' });
    const { page } = open;
    await page.getByRole('textbox', { name: 'API key' }).fill(KEY);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await page.route('**/api/v1/review/pending*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '1' },
        json: { code: 'store_unavailable', title: 'A store does not answer', detail: 'Wait.', status: 503 },
      }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').getByText('A store does not answer').waitFor();
    await page.unroute('**/api/v1/review/pending*');
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'No decisions yet' }).waitFor();
  });
});

describe('what strangers wrote, in review', NEEDS_BROWSER, () => {
  const ATTACK =
    '<img src=x onerror=alert(1)><script>alert(2)</script>[three](javascript:alert(3)) <svg onload=alert(4)>';

  it('runs nothing: questions, answers, labels, notes, tags and names', async () => {
    await using stand = await openHttpStand();
    const held = { sources: [sourceIn('castle', 1, { label: ATTACK, snippet: ATTACK, section: ATTACK })] };
    const entryId = await stand.review.hold(
      givenAnswer(ATTACK, { ...held, answer: `${ATTACK} [1]`, model: ATTACK }),
    );
    const options = { signal: AbortSignal.timeout(60_000), by: ATTACK, actor: 'API_KEY' };
    const other = await stand.review.hold(givenAnswer(`${ATTACK} again`, held));
    await stand.review.approve(other!, { note: ATTACK, tags: [ATTACK] }, options);
    await using open = await openConsole(stand.url, { hash: `#/review/${entryId}` });
    const { page } = open;
    await page.locator('.evidence').getByText('<script>').first().waitFor();
    await page.keyboard.press('e');
    await page.getByRole('region', { name: 'Preview' }).getByText('<script>').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('.decided').getByText('<script>').first().waitFor();
    await page.waitForTimeout(300);
    assert.deepEqual(open.complaints, []);
    assert.equal(await page.locator('main :is(img, script, iframe, a[href^="javascript"])').count(), 0);
  });

  it('is shown sentence by sentence long after the server was stopped', async () => {
    await using stand = await openHttpStand();
    const [first, second] = givenAnswer('').statements;
    const alarms = ['number_not_in_source'] as const;
    const entryId = await stand.review.hold(
      givenAnswer('Q?', { statements: [first!, { ...second!, verdict: 'unsupported', alarms }] }),
    );
    await using open = await openConsole(stand.url, { hash: `#/review/${entryId}` });
    const { page } = open;
    await page.locator('.doubt.unsupported', { hasText: 'The garden opens' }).waitFor();
    await page.getByText('1 of 2 sentences found in the sources').click();
    await page.getByText('Not found word for word in garden [2]: a number is different there').waitFor();
    assert.deepEqual(open.complaints, []);
  });

  it('may be right-to-left, very long, and thousands', async () => {
    await using stand = await openHttpStand();
    const arabic = 'كم تكلفة تذكرة العائلة؟';
    const entryId = await stand.review.hold(
      givenAnswer(arabic, { answer: `${'اثنان وثلاثون يورو. '.repeat(2_000)}${'x'.repeat(3_000)} [1]` }),
    );
    await using open = await openConsole(stand.url, {
      hash: `#/review/${entryId}`,
      width: 375,
      height: 740,
    });
    const { page } = open;
    const heading = page.getByRole('heading', { name: arabic });
    await heading.waitFor();
    assert.equal(await heading.evaluate(directionOf), 'rtl');
    assert.equal(await page.locator('.entry .answer p').first().evaluate(directionOf), 'rtl');
    await assertNoSidewaysScroll(page);
    const entry = (await (await stand.get(`/api/v1/review/${entryId}`)).json()) as object;
    await page.route('**/api/v1/review/pending*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      const pending = Array.from({ length: 100 }, (_, i) => ({
        ...entry,
        entry_id: `entry-${from + i}`,
        question: `Question ${from + i}?`,
      }));
      return route.fulfill({ json: { pending, total: 5_000, next_cursor: String(from + 100) } });
    });
    await page.getByRole('button', { name: '← Queue' }).click();
    await page.getByRole('button', { name: 'Refresh' }).click();
    const list = page.getByRole('list', { name: 'Queue' });
    await list.getByText('Question 0?').waitFor();
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await list.getByText('Question 99?').waitFor();
    assert.ok((await list.getByRole('listitem').count()) < 40);
    assert.equal(await list.getByRole('listitem').first().getAttribute('aria-setsize'), '5000');
  });
});

function directionOf(element: unknown): string {
  return (globalThis as unknown as { getComputedStyle(of: unknown): { direction: string } }).getComputedStyle(
    element,
  ).direction;
}
