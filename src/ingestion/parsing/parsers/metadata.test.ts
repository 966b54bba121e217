import assert from 'node:assert/strict';
import { it } from 'node:test';
import { metadataLines, metadataTitle } from './metadata.ts';

it('metadata give a line for authors and for each date', () => {
  assert.equal(
    metadataLines({ authors: ['Ann  Baker', '村上春樹', 'Ann Baker'], date: '2024-05-01T12:00:00Z' }),
    'Author: Ann Baker, 村上春樹\nDate: 2024-05-01',
  );
  assert.equal(metadataLines({ created: "D:20161231184323+01'00'" }), 'File created: 2016-12-31');
});

it('names of programs, log-in names and impossible dates say nothing', () => {
  const authors = [
    'ODIN',
    'python-docx',
    'Microsoft Office User',
    'Unknown author',
    'https://a.b/c d',
    '',
    null,
  ];
  assert.equal(metadataLines({ authors, date: 'May 2024', created: '2013-12-23T23:15:00Z' }), '');
  assert.equal(metadataLines({ date: '2024-13-01' }), '');
});

it('the name of a file is no title, but a title may name one', () => {
  assert.equal(metadataTitle('flow-control.key'), null);
  assert.equal(metadataTitle('Working with .key files'), 'Working with .key files');
});
