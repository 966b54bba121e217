import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorMs } from '../../../../../test/processor-time.ts';
import { parseMarkdown } from './markdown.ts';

const textOf = (source: string, filename = 'page.md') =>
  parseMarkdown(Buffer.from(source), { filename }).text;

/** What a page shows of its source, by the dialect. */
const SHOWN: Readonly<Record<string, readonly (readonly [source: string, shown: string])[]>> = {
  'Liquid, Jinja and GitBook': [
    ['A{% if x %} b{% endif %}.', 'A b.'],
    ['{% include "nav bar.html" %}\nA.\n{%- comment -%} no {% x %} {%- endcomment -%}', 'A.'],
    ['A.\n\n{% comment %}\nno\n\nno\n{% endcomment %}\n\nB.{% comment %} C.', 'A.\n\nB. C.'],
    ['{% hint style="info" %}\nStop *it*.\n{% endhint %}\n\nB.', 'Stop it.\n\nB.'],
    [
      '{% tabs %}\n{% tab title="Windows" %}\nClick.\n{% endtab %}\n{% tab title="macOS" %}\nTap.\n{% endtab %}\n{% endtabs %}',
      'Windows\n\nClick.\n\nmacOS\n\nTap.',
    ],
    ['{% content-ref url="a.md" %}\n[Page A](a.md)\n{% endcontent-ref %}', 'Page A'],
    [
      '| a | b |\n|---|---|\n{% if x %}\n| 1 | 2 |\n{% endif %}\n| 3 | 4 |',
      'a | b\n\na: 1 | b: 2\na: 3 | b: 4',
    ],
    ['<div>\n{% if x %}\n    <p>A</p>\n{% endif %}\n</div>', 'A'],
    ['A {# remark #}b.', 'A b.'],
    ['{% highlight ruby %}\nputs "{{ x }}"\n{% endhighlight %}\n\nA.', 'puts "{{ x }}"\n\nA.'],
  ],
  outputs: [
    [
      '---\ntitle: Guide\nversion: 2\n---\n# {{ page.title }}\n\nOf {{ page.version | upcase }}.',
      'Guide\n\nOf 2.',
    ],
    ['[Write to us]({{ site.email }}) or {{ site.phone }}.', 'Write to us or.'],
    ['See [it]({{< ref "Some Page.md" >}}) and ![a](<%= path(x) %>)', 'See it and a'],
    [`Set $${'{{ x }}'}, $x_{{a}}$ and f({{a}}).`, `Set $${'{{ x }}'}, $x_{{a}}$ and f().`],
  ],
  "Hugo's shortcodes": [
    ['A {{< glossary_tooltip text="Pod" term_id="pod" >}} runs.{{% note %}}', 'A Pod runs.'],
    ['{{< tab "Linux" >}}\nRun it.\n{{< /tab >}}\n\n{{< youtube id="x y" >}}', 'Linux\n\nRun it.'],
    ['{{% alert title="Note" %}}\nStop.\n{{% /alert %}}', 'Stop.'],
    ['{{< highlight go "linenos=true" >}}\nx := 1\n{{< /highlight >}}', 'x := 1'],
  ],
  ERB: [
    ['---\ntitle: How to log\n---\n# <%= current_page.data.title %>\n\nA.', 'How to log\n\nA.'],
    ["<% content_for :sidebar do %>\n- A <%= partial 'nav' %>\n<% end %>", '- A'],
  ],
  'links of wikis': [
    [
      'See [[Password reset]], [[reset|how to]] and [[how to|guide/reset.md]].',
      'See Password reset, how to and how to.',
    ],
    ['[[Guide#Reset]] and [[notes/Daily log.md]]', 'Guide and Daily log'],
    [
      'See [[#Sync history]], [[#^a-b]] and [[Basic#Images|pictures]]:',
      'See Sync history, a-b and pictures:',
    ],
    ['[[1]]: http://x.y', '[[1]]: http://x.y'],
    ['A ![[picture.png|300]]b.\n\n[[_TOC_]]\n\n[[Category:Help]]', 'A b.'],
    ['Callable[[int], str] and [[1]](http://x.y) and \\[[a]]', 'Callable[[int], str] and [1] and [[a]]'],
  ],
  MDX: [
    [
      "import Tabs from '@theme/Tabs'\nimport { a,\n  b } from 'c'\nexport const x = {\n  a: 1,\n}\n\nA {x.y}{/* no */}.",
      'A.',
    ],
    [
      '<Tabs>\n  <TabItem value="w" label="Windows">\n\n    Click **it**.\n\n  </TabItem>\n</Tabs>',
      'Windows\n\nClick it.',
    ],
    ['<Note>\n\nStop.\n\n</Note>\n\nRun <Code>x</Code> <>now</>.', 'Stop.\n\nRun x now.'],
    [
      '<DataTable\n  headers={["Role", "Rights"]}\n  rows={[\n    ["Owner", <Prompt>`a b`</Prompt>],\n    ["Member\'s", "None > all"],\n  ]}\n/>',
      "Role | Rights\n\nRole: Owner | Rights: a b\nRole: Member's | Rights: None > all",
    ],
    [
      '<Cards items={[{title: "A b", href: "/a"}, {title: "C", text: "D"}]} />\n\nE.',
      '- A b | /a\n\n- C | D\n\nE.',
    ],
    ['<div style={{width: 1}}>\n\nA.\n\n</div>\n<Index />', 'A.'],
    ['A Set<String> of a < b.', 'A Set<String> of a < b.'],
    ['<Note>\n\nOne<BR>two<br/>three.\n\n</Note>', 'One\ntwo\nthree.'],
    ['The path is /users/{id}.', 'The path is /users/{id}.'],
  ],
  'reStructuredText and MyST': [
    [
      'See {ref}`the guide <guide>`, :doc:`/start`, :pep:`8` and {py:func}`~a.b`.',
      'See the guide, /start, PEP 8 and b.',
    ],
    ['Read `the guide <http://x.y>`_ and `Part`_.', 'Read the guide and Part.'],
    ['(target)=\n```{note} Title\n:class: tip\nStop.\n```\nB.', 'Title\n\nStop.\n\nB.'],
    ['```{code-block} python\n:linenos:\nx = "{{ y }}"\n```', 'x = "{{ y }}"'],
    ['```{toctree}\na\nb\n```\n\n:::{versionadded} 1.2\n:::\n\nA.', 'Added in version 1.2\n\nA.'],
    ['.. note::\n   :class: x\n\nStop.', 'Stop.'],
    ['% no\n:::{tip}\nStop.\n:::\n\n{#part}\nA [b](c){l=x} 5 % of d.', 'Stop.\n\nA b 5 % of d.'],
  ],
  'notes and attributes': [
    [':::tip My title\n\nStop.\n\n:::\n\n::: warning\nGo.\n:::', 'My title\n\nStop.\n\nGo.'],
    ['!!! note "My title"\n    Stop.\n\n    - one\n\nB.', 'My title\n\nStop.\n\n- one\n\nB.'],
    ['??? tip\n    ```\n    {{ x }}\n    ```\n=== "Tab"\n    A.', '{{ x }}\n\nTab\n\nA.'],
    ['> [!NOTE]\n> Stop.\n\n> [!TIP] My title\n> Go.', 'Stop.\n\nMy title Go.'],
    ['* TOC\n{:toc}\n\n## A {#a .b}\n{: .lead}\n\n[l](u){.button} b{: title="x"} {#c}', 'A\n\nl b'],
    ['[TOC]\n\nA[^1] b[^2].\n\n[^2]: Note.', 'A b.\n\nNote.'],
    ['A ==b c==, 日==本==. ^a-bc\n\n- B ^37066d\n- C ^2', 'A b c, 日本.\n\n- B\n\n- C ^2'],
    ['a == b, a==b and b==c, 5%%', 'a == b, a==b and b==c, 5%%'],
    ['A %%no%% b.\n\n%% no\nno %%\n\n%%\nno\n%%', 'A b.'],
    ['<br>\n<br />\n**A:** b', 'A: b'],
    [
      '|A|B|C|\n|-|-|-|\n|a|<i class="fa fa-check" aria-hidden="true"></i>|<i class="fa fa-times"></i>|',
      'A | B | C\n\nA: a | B: ✓ | C: ✗',
    ],
    ['[A][no] b, [C][] d, [e][f].\n\n[f]: /f', 'A b, C d, e.'],
    ['h[^e]llo, a[i][j], {:?} and `{#x}`', 'h[^e]llo, a[i][j], {:?} and {#x}'],
  ],
};

for (const [dialect, cases] of Object.entries(SHOWN)) {
  test(`of ${dialect}, the text is what a page shows`, () => {
    for (const [source, shown] of cases) assert.equal(textOf(source), shown, source);
  });
}

test('code keeps what it says about all of these', () => {
  const code =
    '{% if x %} {{ y }} {{< z >}} <%= w %> [[A|B]] ![[c]] import a from "b" <Tab> :::note {#id} [^1] [a][b]';
  assert.equal(textOf(`\`${code}\``), code);
  assert.equal(textOf(`A \`\`${code}\`\` b.`), `A ${code} b.`);
  assert.equal(textOf(`~~~liquid\n${code}\n\n!!! x\n~~~`), `${code}\n\n!!! x`);
  assert.equal(textOf(`- A\n\n  \`\`\`\n  ${code}\n  \`\`\`\n`), `- A\n\n${code}`);
  assert.equal(textOf(`A:\n\n    ${code}\n`), `A:\n\n${code}`);
});

test('a component lays out its page, and indented text in it is no code', () => {
  assert.equal(textOf('<Box>\n    Text {% x %}.\n</Box>'), 'Text.');
  assert.equal(textOf('Text {x} of {"a b"}.', 'page.mdx'), 'Text of a b.');
});

test('marks without end are read in time', async () => {
  const marks = [
    '{%',
    '{{',
    '{{<',
    '<%',
    '[[',
    '<A {',
    '`',
    '<A "',
    '{#',
    '{:',
    '[^',
    ':::',
    '!!! ',
    '[a][',
    '[[a]]:',
    '%%',
    '==a',
    ' ^a',
    '<br>\n',
    '<i class="fa-',
    ' \n',
    '<',
  ];
  const tookMs = await processorMs(() => {
    for (const mark of marks) {
      for (const source of [
        mark.repeat(20_000),
        `${mark} a\n`.repeat(5_000),
        `a${' '.repeat(50_000)}${mark}`,
      ])
        textOf(`x ${source}`);
    }
  });
  assert.ok(tookMs < 20_000, `${tookMs} ms`);
});
