import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { processorMs } from '../../test/processor-time.ts';
import { codeRanges } from './code-lines.ts';

const codeIn = (text: string) => codeRanges(text).map(({ start, end }) => text.slice(start, end));

describe('Code in a text', () => {
  for (const [what, code] of Object.entries({
    commands: 'git clone https://example.org/app.git\ncd app\nmake setup',
    'commands with many words':
      'mv /var/lib/app/data /var/lib/app/data-before\nsudo -u app npx app restore /backups/monday',
    'commands with options': 'tctl writers drain --timeout 120\ntctl writers status',
    settings: 'site:\n  name: Severn\n  alarms:\n    - ph < 6.5',
    'settings with remarks':
      'radio:\n  channel: 15  # one of those from eleven to twenty-six\n  power: 10  # in the union at most twenty',
    JSON: '{\n  "sensor": "AP-2",\n  "ph": 7.2\n}',
    SQL: "SELECT count(*) FROM readings\nWHERE taken_at > now() - interval '1 day';",
    'a program': 'import requests\n\nrequests.post(\n    "https://example.org",\n    json={"ph": 7.2},\n)',
    'a body with remarks':
      "app.close('now', async () => {\n  // Close all of the open sockets so that the server can end.\n\n  await end()\n}, { wait: 5 })",
    'settings in brackets': '/var/log/app.log {\n  su root\n  daily\n  rotate 7\n}',
    'a command below a remark': '# Copies the data of a server that runs\ndocent backup /backups/monday',
    'remarks above':
      '// The first of the two lines tells what is done.\nconst one = open()\n  ? start(two())\n  : end(one)',
  })) {
    it(`is found by its lines: ${what}`, () => {
      assert.deepEqual(codeIn(code), [code]);
      assert.deepEqual(codeIn(`Run this now:\n\n${code}\n\nIt takes a minute.`), [code]);
    });
  }

  for (const [what, text] of Object.entries({
    'wrapped prose':
      'The order (see page 4) is = 5 at most, and\nfor more than that the --force option is\nused by nobody.',
    'prose about commands':
      'npm installs the packages of a project, and\nnpx runs one of them without an installation.',
    'a list': '- Public: for all\n- Internal: for some\n1. Begin\n2. End',
    'a table': 'Code: E1 | Meaning: No network\nCode: E2 | Meaning: Broken',
    'names and values': 'Phone: 214\nFax: 215',
    'a heading above prose': '# Opening hours\nThe castle opens at nine in the morning.',
    'a poem': 'the rain falls on\nthe roof of the old house',
    'a single line': 'make test --all',
  })) {
    it(`is not ${what}`, () => assert.deepEqual(codeIn(text), []));
  }

  it('is found in time linear in the text', async () => {
    const hostile = [' '.repeat(50_000), '-'.repeat(50_000), 'a('.repeat(25_000), '"a'.repeat(25_000)];
    const tookMs = await processorMs(() => {
      for (const line of hostile) codeRanges(`${line}\n`.repeat(2));
      codeRanges('x = 1\n'.repeat(20_000));
    });
    assert.ok(tookMs < 2_000, `${tookMs} ms`);
  });
});
