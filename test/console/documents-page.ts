import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type ConsoleOptions, type ConsolePage, openConsole } from './browser.ts';

export function openDocuments(url: string, options: ConsoleOptions = {}): Promise<ConsolePage> {
  return openConsole(url, { ...options, hash: '#/documents' });
}

export function row(page: Page, title: string) {
  return page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: title });
}

export async function choose(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const chosen = files.map(({ name, text }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(text),
  }));
  await page.getByLabel('Files to upload').setInputFiles(chosen);
}

/** Drops files and folders of this machine on the middle of the page. */
export async function drop(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  await session.detach();
}

export async function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement?.textContent?.trim() ?? ''");
}

export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press(key);
    const found = await page.evaluate(
      "[document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim(), document.activeElement.tagName].join()",
    );
    if (found === `${name},DIV` || found === `${name},BUTTON`) return;
  }
  assert.fail(`${key} does not reach ${name}`);
}
