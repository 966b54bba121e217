import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEmail } from './email.ts';

const HEADERS = [
  'From: =?iso-8859-1?Q?J=F6rg?= <joerg@example.org>',
  'To: Ann <ann@example.org>, team: bo@example.org, cy@example.org;',
  'Date: Tue, 05 Mar 2024 14:30:00 +0100',
  'Subject: =?utf-8?B?w5xiZXIgZGllIFByZWlzZQ==?=',
];

test('subject, people, date, the words and the names of attachments are read', async () => {
  const message = [
    ...HEADERS,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: multipart/alternative; boundary=c',
    '',
    '--c',
    'Content-Type: text/plain',
    '',
    'plain twin',
    '--c',
    'Content-Type: text/html; charset=windows-1252',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>The price is 5=80.</p><ul><li>Tea</li></ul><script>bad()</script>',
    '--c--',
    '--b',
    'Content-Type: application/pdf; name="list.pdf"',
    'Content-Disposition: attachment; filename="list.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--b--',
  ];
  const { title, text, blocks } = await parseEmail(Buffer.from(message.join('\r\n')));
  assert.equal(title, 'Über die Preise');
  assert.deepEqual(
    blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ['heading', 'Über die Preise'],
      [
        'paragraph',
        'From: Jörg <joerg@example.org>\nTo: Ann <ann@example.org>, team: bo@example.org, cy@example.org\nDate: 2024-03-05 13:30 UTC',
      ],
      ['paragraph', 'The price is 5€.'],
      ['list_item', '- Tea'],
      ['paragraph', 'Attachments: list.pdf'],
    ],
  );
});

test('plain text keeps its paragraphs, and a message within a message is read', async () => {
  const forwarded = [
    ...HEADERS,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'See below.',
    '',
    'Yours',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'From: dee@example.org',
    'Subject: Old news',
    '',
    'The bridge is closed.',
    '--b--',
  ];
  const { text } = await parseEmail(Buffer.from(forwarded.join('\n')));
  assert.match(text, /See below\.\n\nYours/);
  assert.match(text, /Old news/);
  assert.match(text, /The bridge is closed\./);
});

test('an encrypted message asks for what its reader sees', async () => {
  for (const type of [
    'multipart/encrypted; boundary=b; protocol="application/pgp-encrypted"',
    'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
  ]) {
    const message = [...HEADERS, `Content-Type: ${type}`, '', '--b', '', 'xyz', '--b--'].join('\n');
    await assert.rejects(parseEmail(Buffer.from(message)), { code: 'password_required' });
  }
});

test('parts that nest without end are refused', async () => {
  const parts = Array.from(
    { length: 300 },
    (_, i) => `--b${i}\nContent-Type: multipart/mixed; boundary=b${i + 1}\n`,
  );
  const message = `Content-Type: multipart/mixed; boundary=b0\n\n${parts.join('\n')}`;
  await assert.rejects(parseEmail(Buffer.from(message)));
});
