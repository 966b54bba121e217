import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { createApiClient } from '../../scripts/api-client.ts';
import { type OpenServer, openServer } from '../open-server.ts';
import { until } from '../until.ts';

/** The first takes half the processor time of the others. */
const BROWSERS = ['chromium-headless-shell', 'chromium', 'google-chrome'];
export const CHROMIUM = process.env.CHROMIUM_PATH ?? BROWSERS.map(pathOf).find((path) => path !== undefined);
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
/** Those of axe that can differ between themes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** Those that take long for each element with text. */
const WITHOUT_COLOURS = Object.fromEntries(RULES_OF_COLOURS.map((rule) => [rule, { enabled: false }]));
/** Pixels. */
export const PHONE = 375;
const INGEST_TIMEOUT_MS = 120_000;
/** Only what never comes takes so long, however busy the machine is. */
const PATIENCE_MS = 120_000;
/** How much longer the page leaves what it takes back by itself: a toast, the time to undo. */
const SLOWER = 100;
/** The argument of its timers for that, as in `console/components/toast.tsx`. */
const PASSES = 'passes';

/** One for all files of the process: a start takes half a second. */
let browser: Promise<Browser> | undefined;

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

export interface ConsoleOptions {
  readonly theme?: 'light' | 'dark';
  /** Pixels; 375 by 740 is a phone. */
  readonly width?: number;
  readonly height?: number;
  /** For what is injected into the page by a test. */
  readonly bypassCsp?: boolean;
  /** Of the browser, `de-DE`. */
  readonly locale?: string;
  /** Where to begin, `#/ask`. */
  readonly hash?: string;
}

/** At a desk and on a phone; for `assertFits`. */
export const SHAPES = [
  { width: 1280, height: 860, bypassCsp: true },
  { width: PHONE, height: 740, bypassCsp: true },
];

/** A page of the console in a profile of its own. */
export interface ConsolePage extends AsyncDisposable {
  readonly page: Page;
  /** What the browser complained of: errors of scripts, violated policies. */
  readonly complaints: readonly string[];
}

export async function openConsole(url: string, options: ConsoleOptions = {}): Promise<ConsolePage> {
  const { theme = 'light', width = 1280, height = 860, bypassCsp = false, hash = '' } = options;
  const { locale = 'en-GB' } = options;
  browser ??= chromium.launch({
    executablePath: CHROMIUM!,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await (await browser).newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale,
    bypassCSP: bypassCsp,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // What passes by itself would be missed by a test that is slower.
  await context.addInitScript(
    ({ slower, mark }) => {
      const set = globalThis.setTimeout;
      globalThis.setTimeout = ((act: () => void, ms: number, ...rest: readonly unknown[]) =>
        set(act, rest[0] === mark ? slower * ms : ms)) as typeof set;
    },
    { slower: SLOWER, mark: PASSES },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A reply that is no success is the server's to explain, and the page's to show.
    const isReply = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isReply) complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog said ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${url}/${hash}`);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** The real server with these documents, all of them searchable. */
export async function serverWith(
  documents: Readonly<Record<string, string | Uint8Array>>,
  settings: Record<string, string> = {},
): Promise<OpenServer> {
  const server = await openServer({ settings });
  const client = createApiClient(server.url);
  for (const [name, content] of Object.entries(documents)) await client.upload(name, Buffer.from(content));
  await client.settled(INGEST_TIMEOUT_MS);
  return server;
}

/**
 * Fails when the page has barriers that axe knows; opened with `bypassCsp`.
 *
 * @param options Of axe, such as which rules; by default all.
 */
export async function assertAccessible(page: Page, options: object = {}): Promise<void> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
  }, options);
  assert.deepEqual(violations, []);
}

/** Fails when the page has barriers in either theme, or something is wider than the screen. Opened in light colours. */
export async function assertFits(page: Page): Promise<void> {
  await assertNoSidewaysScroll(page);
  await assertAccessible(page);
  await assertColoursInDark(page);
}

/** As `assertFits`, for thousands of elements: of those whose tags and classes are the same, colours are checked of one. */
export async function assertLongPageFits(page: Page): Promise<void> {
  await assertNoSidewaysScroll(page);
  await assertAccessible(page, { rules: WITHOUT_COLOURS });
  await page.evaluate(`{
    const known = new Set();
    const keyOf = (element) => {
      const own = element.tagName + '.' + element.className + (element.open ? ' open' : '');
      return element.parentElement ? keyOf(element.parentElement) + '>' + own : own;
    };
    // What is within an element comes before it.
    for (const element of [...document.body.querySelectorAll('*')].reverse()) {
      const key = keyOf(element);
      if (known.has(key) && element.childElementCount === 0) element.remove();
      known.add(key);
    }
  }`);
  await assertAccessible(page, { runOnly: RULES_OF_COLOURS });
  await assertColoursInDark(page);
}

async function assertColoursInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertAccessible(page, { runOnly: RULES_OF_COLOURS });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Fails when something is wider than the screen. */
export async function assertNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = (
      globalThis as unknown as { document: { documentElement: { scrollWidth: number; clientWidth: number } } }
    ).document.documentElement;
    return scrollWidth - clientWidth;
  });
  assert.equal(overflow, 0);
}

/** Waits until the keyboard is there. */
export function untilFocused(element: Locator): Promise<void> {
  return until(() => element.evaluate((node) => node.matches(':focus')));
}

/** What a screen reader is told from now on: the words of an alert or a status whenever some are added there. */
export async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(
    `
    heard = [];
    new MutationObserver((changes) => {
      const regions = new Set();
      for (const { target, addedNodes, type } of changes) {
        const element = target.closest ? target : target.parentElement;
        if (type === 'characterData' || addedNodes.length > 0) regions.add(element.closest(LIVE));
        for (const node of addedNodes) {
          if (node.matches?.(LIVE)) regions.add(node);
          for (const within of node.querySelectorAll?.(LIVE) ?? []) regions.add(within);
        }
      }
      for (const region of regions) if (region?.textContent.trim()) heard.push(region.textContent.trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  `.replaceAll('LIVE', "'[role=alert], [role=status]'"),
  );
  return () => page.evaluate<string[]>('heard');
}

function pathOf(program: string): string | undefined {
  const { stdout, status } = spawnSync('which', [program], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
