/** What becomes of a directive of reStructuredText, Sphinx or MyST. */
export type DirectiveKind =
  /** Its content is code, and its argument a language. */
  | 'code'
  /** It shows nothing of its own: a table of contents, settings, a diagram's source. */
  | 'hidden'
  /** Its argument is a file, and its content a caption. */
  | 'figure'
  /** Its argument is a version, and says since when or until when its content holds. */
  | 'version'
  /** Its argument begins its content, or is a title of it: notes, options, functions, and whatever is unknown. */
  | 'content';

/** @param name Lower case, with its domain if any: `py:function`. */
export function directiveKind(name: string): DirectiveKind {
  const plain = name.slice(name.lastIndexOf(':') + 1);
  if (plain in VERSIONS) return 'version';
  return KINDS.get(plain) ?? 'content';
}

/** `Deprecated since version 1.2`. Null for other directives. */
export function versionNote(name: string, version: string): string | null {
  const words = VERSIONS[name.slice(name.lastIndexOf(':') + 1)];
  return words === undefined ? null : `${words} ${version}`.trim();
}

/** As Sphinx writes them. */
const VERSIONS: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  'version-changed': 'Changed in version',
  deprecated: 'Deprecated since version',
  'version-deprecated': 'Deprecated since version',
  'version-added': 'Added in version',
  versionremoved: 'Removed in version',
  'version-removed': 'Removed in version',
};

const KINDS: ReadonlyMap<string, DirectiveKind> = new Map([
  ...named(
    'code',
    'code code-block code-cell sourcecode parsed-literal prompt doctest testcode testoutput ipython',
  ),
  ...named(
    'hidden',
    'contents toctree tableofcontents include literalinclude raw role default-role default-domain highlight meta ' +
      'index only-index genindex sectnum section-numbering header footer class cssclass rst-class graphviz digraph ' +
      'graph mermaid uml plantuml math image youtube video bibliography currentmodule module program tabularcolumns ' +
      'target-notes title todolist eval-rst unicode autosummary automodule autoclass autofunction',
  ),
  ...named('figure', 'figure carousel'),
]);

function named(kind: DirectiveKind, names: string): [string, DirectiveKind][] {
  return names.split(' ').map((name) => [name, kind]);
}

/** The title of a note; empty when it only names its kind, as most themes do for a note without a title. */
export function ownTitle(title: string): string {
  return KIND_OF_NOTE.test(title) ? '' : title.trim();
}

const KIND_OF_NOTE =
  /^\W*(?:note|tip|hint|info|information|warning|caution|danger|important|attention|error|success|see ?also|admonition|todo)s?\W*$/i;
