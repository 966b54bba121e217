import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { processorMs } from '../../../../../test/processor-time.ts';
import { parseHtml } from './html.ts';

const parse = (html: string) => parseHtml(Buffer.from(html));
const blocksOf = (body: string) => {
  const { text, blocks } = parse(`<title>T</title><body>${body}`);
  return blocks.map(({ kind, level, start, end }) => [
    level ? `${kind} ${level}` : kind,
    text.slice(start, end),
  ]);
};
const PROSE =
  'The bridge over the river was opened in spring, after nine years of work and much debate. '.repeat(8);

test('headings, paragraphs, lists, tables and code are told apart', () => {
  const body = `<h2>Part <em>one</em></h2> loose <b>words</b><p>A\n paragraph<br>of two lines</p>
    <ul><li>first<ul><li>inner</li></ul></li><li><p>second</p></li></ul>
    <table><caption>Prices</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td></td></tr><tr><td></td><td>x<br>y</td></tr></table>
    <pre>  let x;\n  x++;</pre>`;
  assert.deepEqual(blocksOf(body), [
    ['heading 2', 'Part one'],
    ['paragraph', 'loose words'],
    ['paragraph', 'A paragraph\nof two lines'],
    ['list_item', '- first'],
    ['list_item', '- inner'],
    ['list_item', '- second'],
    ['paragraph', 'Prices'],
    ['paragraph', 'a | b'],
    ['table', 'a: 1\nb: x y'],
    ['code', '  let x;\n  x++;'],
  ]);
});

test('a link to a person has the address, in tables as well', () => {
  const body =
    '<p><a href="mailto:ann@x.org">Ann</a> or <a href="/bo">Bo</a><table><tr><td><a href="tel:123">Call</a><td>now</table>';
  assert.deepEqual(blocksOf(body), [
    ['paragraph', 'Ann (ann@x.org) or Bo'],
    ['table', 'Call (123) | now'],
  ]);
});

test('the items of ordered lists have their numbers, with the first text in them', () => {
  const body =
    '<ol start=3><li><p>Freeze</p><p>the branch</p><li><ul><li>inner</ul>Build<li><img src="a.png"></ol><ol><li>Ship</ol>';
  assert.deepEqual(
    blocksOf(body).map(([, text]) => text),
    ['3. Freeze', 'the branch', '- inner', 'Build', '1. Ship'],
  );
});

test('a cell over several rows says the same in each, and rows have their headers if these are marked', () => {
  const body = '<tr><td rowspan=2>Sunday<td>10–4<tr><td>11–3<tr><td>Monday<td>9–5';
  assert.deepEqual(blocksOf(`<table><tr><th>Day<th>Hours${body}</table>`), [
    ['paragraph', 'Day | Hours'],
    ['table', 'Day: Sunday | Hours: 10–4\nDay: Sunday | Hours: 11–3\nDay: Monday | Hours: 9–5'],
  ]);
  assert.deepEqual(blocksOf(`<table>${body}</table>`), [
    ['table', 'Sunday | 10–4\nSunday | 11–3\nMonday | 9–5'],
  ]);
  const named = '<tr><th>Weight<td>148 g<tr><th>Range<td>5 km';
  assert.deepEqual(blocksOf(`<table>${named}</table>`), [['table', 'Weight | 148 g\nRange | 5 km']]);
});

test('a cell over several columns is in the first of them, above and below', () => {
  const body = '<tr><td colspan=2 rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td colspan=nonsense>f';
  assert.deepEqual(blocksOf(`<table>${body}</table>`), [['table', 'a |  | b\na |  | c\nd | e | f']]);
});

test('the first row of a table names its columns where it is all bold, or names three columns or more', () => {
  const rows = (cells: string[][]) => cells.map((row) => `<tr><td>${row.join('<td>')}`).join('');
  const bold = [
    ['<b>Team</b>', '<strong>Lead</strong>'],
    ['<b>Sales</b>', 'Ann'],
  ];
  assert.deepEqual(blocksOf(`<table>${rows(bold)}</table>`), [
    ['paragraph', 'Team | Lead'],
    ['table', 'Team: Sales | Lead: Ann'],
  ]);
  const figures = [
    ['City', 'Hotel', 'Maximum'],
    ['Rome', 'any', '120 €'],
    ['Oslo', 'any', '190 €'],
  ];
  assert.deepEqual(blocksOf(`<table>${rows(figures)}</table>`), [
    ['paragraph', 'City | Hotel | Maximum'],
    ['table', 'City: Rome | Hotel: any | Maximum: 120 €\nCity: Oslo | Hotel: any | Maximum: 190 €'],
  ]);
  const named = [
    ['Colour', 'red'],
    ['Weight', '148 g'],
    ['Range', '5 km'],
  ];
  assert.deepEqual(blocksOf(`<table>${rows(named)}</table>`), [
    ['table', 'Colour | red\nWeight | 148 g\nRange | 5 km'],
  ]);
});

test('a term and its definition are one line; struck-out text is dropped', () => {
  assert.deepEqual(blocksOf('<dl><dt>Fee</dt> <dd> <p>12 francs</p></dd><dt>Who?</dt><dd>All</dd></dl>'), [
    ['paragraph', 'Fee: 12 francs'],
    ['paragraph', 'Who?'],
    ['paragraph', 'All'],
  ]);
  assert.deepEqual(blocksOf('<p>The fee is <del>10</del> <ins>12</ins> francs.</p>'), [
    ['paragraph', 'The fee is 12 francs.'],
  ]);
});

test('a table that only lays out the page is read cell by cell', () => {
  const body =
    '<table><tr><td><h1>Left</h1>words</td><td><table><tr><td>1</td><td>2</td></tr></table></td></tr></table>';
  assert.deepEqual(blocksOf(body), [
    ['heading 1', 'Left'],
    ['paragraph', 'words'],
    ['table', '1 | 2'],
  ]);
});

test('scripts, styles and what is hidden are no text', () => {
  const body = `<script>var a = "secret";</script><style>p { color: red }</style><noscript>turn on</noscript>
    <p hidden>secret</p><div style="display: none">secret</div><p aria-hidden="true">secret</p><template>secret</template>
    <p>Seen.</p><!-- secret --><button>press</button>`;
  assert.deepEqual(blocksOf(body), [['paragraph', 'Seen.']]);
});

test('the text that a button opens is read under the words of the button', () => {
  const panel = (id: string) => `<div id=${id} hidden><p>${PROSE}</p></div>`;
  const body = `<nav><button aria-expanded=false aria-controls=m>Menu</button><ul id=m hidden><li>Home</ul></nav>
    <main><h2>Help</h2>
    <h3><button aria-expanded=false aria-controls=a>When do I <b>pay</b>?</button></h3>${panel('a')}
    <button aria-expanded=false>Where are my invoices?</button><div><p>Under Documents.</p></div>
    <div id=b style="display:none"><p>More.</p></div><button aria-expanded=false aria-controls=b>Show more</button></main>`;
  assert.deepEqual(blocksOf(body), [
    ['heading 2', 'Help'],
    ['heading 3', 'When do I pay?'],
    ['paragraph', PROSE.trim()],
    ['heading 6', 'Where are my invoices?'],
    ['paragraph', 'Under Documents.'],
    ['paragraph', 'More.'],
  ]);
});

test('an article is read without the frame of its page, which stands behind it in no block', () => {
  const { text, blocks, title } =
    parse(`<title>The bridge</title><body><a href="#main">Skip to <b>content</b></a>
    <nav>${'<div><a href="/">Menu</a></div> '.repeat(20)}<button>Toggle</button></nav>
    <main><article><h1>The bridge</h1><p>${PROSE}</p><p>${PROSE}</p></article></main>
    <footer>Imprint<script>let x;</script><p hidden>unseen</p></footer>`);
  assert.equal(title, 'The bridge');
  const content = text.slice(0, blocks.at(-1)!.end);
  assert.ok(content.includes(PROSE.trim()));
  assert.doesNotMatch(content, /Menu|Imprint|Skip/);
  assert.equal(text.slice(content.length), '\n\nSkip to content\n\nMenu\n\nToggle\n\nImprint');
});

test('an article keeps its headings and terms whatever their classes are called', () => {
  const { text } = parse(`<title>Bridges</title><body><nav>${'<a href="/">Menu</a> '.repeat(20)}</nav>
    <div id="page"><p>${PROSE}</p><h2 class="section-header">Parts</h2><p>${PROSE}</p>
    <dl class="sidebar-list"><dt class="subheader">Pier</dt><dd class="comment">It stands in the water.</dd></dl><p>${PROSE}</p></div>`);
  assert.match(text, /\n\nParts\n\n.*\n\nPier: It stands in the water\.\n\n/);
});

test('an article keeps its sections whatever their headings are called', () => {
  const section = (title: string) =>
    `<section id="${title.toLowerCase().replace(' ', '-')}"><h2>1.${title}</h2><p>${PROSE}</p></section>`;
  const page = `<article><h1>Ties</h1>${['Core', 'Social Brain', 'Related', 'End'].map(section).join('')}</article>`;
  const { text, blocks } = parse(`<body><nav>Menu</nav>${page}</body>`);
  const headings = blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(headings, ['Ties', '1.Core', '1.Social Brain', '1.Related', '1.End']);
});

test('the main heading stands before the article, and is the title without the name of the site', () => {
  const page = (title: string, above: string) =>
    parse(`<title>${title}</title><body>${above}<main><div><p>${PROSE}</p><p>${PROSE}</p></div></main>`);
  const heading = '<header><h1>The <b>bridge</b></h1></header>';
  for (const title of ['The bridge', 'The bridge | Town', 'Town: The bridge']) {
    const parsed = page(title, heading);
    assert.equal(parsed.title, 'The bridge', title);
    assert.ok(parsed.text.startsWith(`The bridge\n\n${PROSE.trim()}`), title);
  }
  for (const above of [
    '<h1><a href="/">Town</a></h1>',
    '<h1>Hello</h1>',
    '<nav><h1>The bridge</h1></nav>',
    '',
  ]) {
    const parsed = page('The bridge | Town', above);
    assert.equal(parsed.title, 'The bridge | Town', above);
    assert.ok(parsed.text.startsWith(PROSE.slice(0, 40)), above);
  }
});

test('numbers of notes, anchors and links to edit are no text', () => {
  assert.deepEqual(
    blocksOf(`<h2>History<span class="mw-editsection">[<a href="#">edit</a>]</span> <a class="headerlink" href="#h">¶</a></h2>
      <p>It opened.<sup class="reference"><a href="#cite-1">[1]</a></sup><sup><a href="notes.html#n2">2</a>, <a href="#n3">3</a></sup>
      It costs 10<sup>2</sup> and x<sup><a href="/y">2</a></sup>.<a role="doc-noteref" href="#4">4</a>
      See <a href="#part">Part</a>. The note. <a class="footnote-backref" href="#r">↩</a></p>`),
    [
      ['heading 2', 'History'],
      ['paragraph', 'It opened. It costs 102 and x2. See Part. The note.'],
    ],
  );
});

test('the headings of an article end before their links to edit them', () => {
  const edit = '<span class="mw-editsection">[<a href="#">edit</a>]</span>';
  const article = `<article><h2>History${edit}</h2><p>${PROSE}</p><p>${PROSE}</p></article>`;
  assert.ok(parse(`<body><div>Menu</div>${article}</body>`).text.startsWith('History\n\n'));
});

test('a page with front matter is a template', () => {
  const { title, text } = parse(
    '---\ntitle: The bridge\ndescription: When it opened.\n---\n{% include head.html %}\n<h1>{{ page.title }}</h1><p>In spring{% if x %}.{% endif %}</p>',
  );
  assert.equal(title, 'The bridge');
  assert.equal(text, 'The bridge\n\nWhen it opened.\n\nIn spring.');
  assert.equal(parse('<p>Write {{ x }}.</p>').text, 'Write {{ x }}.');
});

test('a page without a frame has nothing behind its content', () => {
  const { text, blocks } = parse(`<body><h1>The bridge</h1><p>${PROSE}</p><table><tr><td>1<td>2</table>`);
  assert.equal(text.length, blocks.at(-1)!.end);
});

test('a page that is no article keeps all of its content', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">Entry number ${i}</a></li>`).join(
    '',
  );
  const { text } = parse(
    `<body><nav>Menu</nav><div class="sidebar"><ul>${rows}</ul></div><p>${PROSE.slice(0, 300)}</p>`,
  );
  assert.match(text, /Entry number 0\b/);
  assert.match(text, /Entry number 39\b/);
});

test('the encoding is the one that the page declares', () => {
  for (const encoding of ['windows-1251', 'koi8-r']) {
    for (const declaration of [
      `<meta charset="${encoding}">`,
      `<meta http-equiv=Content-Type content="text/html; charset=${encoding}">`,
    ]) {
      const html = `<html><head>${declaration}<title>Мост</title></head><body><p>Мост был открыт весной.`;
      const { title, text } = parseHtml(iconv.encode(html, encoding));
      assert.equal(title, 'Мост');
      assert.equal(text, 'Мост был открыт весной.');
    }
  }
});

test('a page that declares UTF-16 and is not is read by its bytes', () => {
  const html = Buffer.from('<meta charset="utf-16"><p>Größe\xe4</p>', 'latin1');
  assert.equal(parseHtml(html).text, 'Größeä');
});

test('20,000 nested elements do not overflow the stack', () => {
  for (const tag of ['div', 'b', 'li', 'span']) {
    assert.equal(parse(`${`<${tag}>`.repeat(20_000)}deep words`).text.replace('- ', ''), 'deep words', tag);
  }
});

test('20,000 nested disclosures are read in time', async () => {
  const button = '<div role=button aria-expanded=false>a';
  const tookMs = await processorMs(() => parse(`<body>${button.repeat(20_000)}`));
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
});

test('20,000 nested tables are read in time', async () => {
  const tookMs = await processorMs(() =>
    assert.match(parse(`${'<table><tr><td>'.repeat(20_000)}deep words`).text, /deep words/),
  );
  assert.ok(tookMs < 20_000, `${tookMs} ms`);
});

test('a page without words has no text', () => {
  assert.throws(() => parse('<body><img src="a.png"><script>x</script>'), { code: 'no_text' });
});
