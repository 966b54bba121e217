import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAsciiDoc } from './asciidoc.ts';

const read = (source: string) => parseAsciiDoc(Buffer.from(source));

test('headings, lists, tables, code and notes are what they say they are', async () => {
  const { title, text, blocks } = await read(`= Leave
Ann Baker <ann@example.org>
v1.2, 2026-05-01
:toc:
:icons: font

Staff have *25 days* a year, see <<Carry over>>.

== How to ask

. Open the link:https://hr.example.org[HR page].
. Choose the days.
+
[source,shell]
----
hr ask {days} # <1>
----
<1> Two weeks ahead.

NOTE: Your manager answers within two days.

== Carry over

.Days by grade
[cols="1,1",options="header"]
|===
|Grade |Days

|Junior |3
|Senior |5
|===

Contract:: The paper that you sign.
`);
  assert.equal(title, 'Leave');
  assert.deepEqual(
    blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`),
    [
      'heading: Leave',
      'paragraph: Author: Ann Baker\nDate: 2026-05-01',
      'paragraph: Staff have 25 days a year, see Carry over.',
      'heading: How to ask',
      'list_item: 1. Open the HR page.',
      'list_item: 2. Choose the days.',
      'code: hr ask {days} # (1)',
      'list_item: 1. Two weeks ahead.',
      'paragraph: Note: Your manager answers within two days.',
      'heading: Carry over',
      'paragraph: Days by grade',
      'paragraph: Grade | Days',
      'table: Grade: Junior | Days: 3\nGrade: Senior | Days: 5',
      'paragraph: Contract: The paper that you sign.',
    ],
  );
});

test('names of attributes that another file defines are read as words, except in code', async () => {
  const { text } = await read(
    'Install {product-name} {empty}here.\n\n`{key}`, `+{other-key}+`\n\n----\n{version}\n----\n',
  );
  assert.equal(text, 'Install product name here.\n\n{key}, {other-key}\n\n{version}');
});

test('included files are left out, and front matter is read', async () => {
  const { title, text } = await read(
    '---\ntitle: Backups\ndescription: How to make them.\n---\ninclude::partial$intro.adoc[]\n\nEach night.\n',
  );
  assert.equal(title, 'Backups');
  assert.equal(text, 'How to make them.\n\nEach night.');
});

test('a file of marks alone is read in time', async () => {
  await assert.rejects(read(`++++\n${'<pre>'.repeat(100_000)}\n++++\n`), { code: 'no_text' });
});
