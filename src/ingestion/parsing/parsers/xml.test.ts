import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { readXml } from './xml.ts';

test('elements go by their local names, and text is whole wherever the bytes are cut', () => {
  const long = 'ä€😀'.repeat(50_000);
  assert.deepEqual(eventsOf(`<a:x xmlns:a="u" a:k="1"><y/>${long}&amp;&#x41;<![CDATA[<b>]]></a:x>`), [
    'x',
    'y',
    '/y',
    `${long}&A`,
    '<b>',
    '/x',
  ]);
});

test('the content of a skipped element is skipped, including elements of the same name', () => {
  assert.deepEqual(eventsOf('<x><skip>1<skip>2</skip><y/></skip><y>3</y></x>'), [
    'x',
    'skip',
    'y',
    '3',
    '/y',
    '/x',
  ]);
});

test('the encoding is that of the byte order mark or the declaration', () => {
  for (const encoding of ['utf-16le', 'utf-16be', 'windows-1251', 'utf-8']) {
    const declared = encoding.startsWith('utf-16') ? 'UTF-16' : encoding;
    const xml = `<?xml version="1.0" encoding="${declared}"?><x>Привет</x>`;
    const bytes = iconv.encode(xml, encoding, { addBOM: encoding.startsWith('utf-16') });
    assert.deepEqual(eventsOf(bytes), ['x', 'Привет', '/x'], encoding);
  }
});

test('entities that a file declares are refused before one is expanded', () => {
  const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join(
    '',
  );
  for (const dtd of [
    `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`,
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  ]) {
    assert.throws(() => eventsOf(`${dtd}<x>&l10;&e;</x>`), { code: 'damaged_file', message: /DTD/ });
  }
});

test('a DTD that only names its grammar does nothing, and HTML entities stay as they are written', () => {
  const xml = '<!DOCTYPE package PUBLIC "-//OEB//DTD" "http://example.org/oeb.dtd"><x>a&nbsp;b\u0001</x>';
  assert.deepEqual(eventsOf(xml), ['x', 'a&nbsp;b\u0001', '/x']);
});

test('deep nesting and broken XML are refused', () => {
  assert.throws(() => eventsOf('<x>'.repeat(300)), { code: 'too_complex' });
  for (const xml of ['<x>', '<x></y>', 'words', '<x>&</x>']) assert.throws(() => eventsOf(xml), /./, xml);
});

function eventsOf(xml: string | Uint8Array): string[] {
  const events: string[] = [];
  readXml(Buffer.from(xml), {
    open(name) {
      events.push(name);
      return name === 'skip' ? 'skip' : undefined;
    },
    text: (text) => void events.push(text),
    close: (name) => void events.push(`/${name}`),
  });
  return events;
}
