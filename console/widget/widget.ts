/**
 * A question box for any page: `<script src="https://docent.example.org/widget.js" async></script>`. The page's origin
 * must be in `CORS_ORIGINS`. `data-key` is a key that may only ask, `data-title` the heading, `data-tags` limits the
 * documents. Nothing here is parsed as markup, and styles are constructed, so that a strict policy allows it.
 */
import { type ChatAnswer, type RelatedSource, rowParts } from '@docent-server/client';
import { STYLE } from './style.ts';
import { wordsOf } from './words.ts';

const QUESTION_MAX = 2_000;
const TIMEOUT_MS = 120_000;

const script = document.currentScript as HTMLScriptElement;
const { key, title, tags = '' } = script.dataset;
const words = wordsOf(document.documentElement.lang || navigator.language);
let conversationId: string | undefined;

const host = document.createElement('docent-widget');
const root = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
root.adoptedStyleSheets = [sheet];

const opener = made('button', { type: 'button', className: 'opener', textContent: title ?? words.title });
opener.setAttribute('aria-expanded', 'false');
const dialog = made('dialog', { className: 'box' });
dialog.setAttribute('aria-label', title ?? words.title);
const close = made('button', { type: 'button', className: 'close', textContent: '×' });
close.setAttribute('aria-label', words.close);
const heading = made('h2', { textContent: title ?? words.title });
const header = made('header', {});
header.append(heading, close);
const log = made('div', { className: 'log', tabIndex: 0 });
log.setAttribute('role', 'log');
log.setAttribute('aria-label', words.conversation);
const field = made('input', { type: 'text', maxLength: QUESTION_MAX, autocomplete: 'off', required: true });
field.setAttribute('aria-label', words.question);
field.placeholder = words.question;
const send = made('button', { type: 'submit', textContent: words.ask });
const form = made('form', {});
form.append(field, send);
dialog.append(header, log, form);
root.append(opener, dialog);

opener.addEventListener('click', () => (dialog.open ? hide() : show()));
close.addEventListener('click', hide);
dialog.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hide();
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const question = field.value.trim();
  if (question !== '' && !send.disabled) void answer(question);
});
if (document.body) document.body.append(host);
else addEventListener('DOMContentLoaded', () => document.body.append(host));

function show(): void {
  dialog.show();
  opener.setAttribute('aria-expanded', 'true');
  field.focus();
}

function hide(): void {
  dialog.close();
  opener.setAttribute('aria-expanded', 'false');
  opener.focus();
}

async function answer(question: string): Promise<void> {
  field.value = '';
  send.disabled = true;
  add('question', question);
  const waiting = add('waiting', words.searching);
  try {
    const { answer, sources, related, meta } = await ask(question);
    conversationId = meta.conversation_id;
    // Without the marks of headings and code.
    const text = written(answer.replaceAll(/\*\*|^`{3,}\n?/gm, ''));
    add('answer', ...text, listOf([...sources, ...(meta.refused || meta.unsure ? related : [])]));
  } catch {
    add('problem', words.unreachable);
    field.value ||= question;
  } finally {
    waiting.remove();
    send.disabled = false;
  }
}

async function ask(question: string): Promise<ChatAnswer> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key) headers['x-api-key'] = key;
  const named = tags.split(',').map((tag) => tag.trim());
  const filter = tags === '' ? {} : { filter: { tags: named } };
  const conversation = conversationId === undefined ? {} : { conversation_id: conversationId };
  const reply = await fetch(new URL('api/v1/chat', script.src), {
    method: 'POST',
    headers,
    credentials: 'omit',
    body: JSON.stringify({ question, ...conversation, ...filter }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(String(reply.status));
  return (await reply.json()) as ChatAnswer;
}

/** An answer with the rows of its tables as tables. */
function written(text: string): (string | HTMLElement)[] {
  return rowParts(text).map((part) => {
    if (part.type === 'lines') return part.text;
    const rowOf = (name: 'th' | 'td', cells: readonly string[]) => {
      const row = made('tr', {});
      row.append(...cells.map((textContent) => made(name, { textContent })));
      return row;
    };
    const cellsOf = (cells: (typeof part.rows)[number]) => cells.map(({ text }) => text);
    const table = made('table', {});
    if (part.labels) table.append(rowOf('th', part.labels));
    table.append(...part.rows.map((cells) => rowOf('td', cellsOf(cells))));
    return table;
  });
}

function add(kind: string, ...parts: readonly (string | HTMLElement)[]): HTMLElement {
  const item = made('div', { className: kind, dir: 'auto' });
  item.append(...parts.map((part) => (typeof part === 'string' ? made('p', { textContent: part }) : part)));
  log.append(item);
  item.scrollIntoView({ block: 'nearest' });
  return item;
}

/** Sources by their numbers, and passages that are none with their words. */
function listOf(passages: readonly (RelatedSource & { readonly n?: number })[]): HTMLElement {
  const list = made('ol', { className: 'sources' });
  for (const { n, label: english, url, snippet } of passages) {
    const label = english.replace(/, p\. (?=\d+$)/, `, ${words.page} `);
    const item = made('li', n === undefined ? { className: 'related' } : { value: n });
    if (url !== null && /^https?:/.test(url)) {
      item.append(made('a', { href: url, target: '_blank', rel: 'noopener noreferrer', textContent: label }));
    } else item.append(label);
    if (n === undefined) item.append(made('p', { textContent: snippet }));
    list.append(item);
  }
  return list;
}

function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}
