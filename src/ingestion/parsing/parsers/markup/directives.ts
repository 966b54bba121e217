/** What becomes of a directive of reStructuredText, Sphinx or MyST. */
export type DirectiveKind =
  /** Its content is code, and its argument a language. */
  | 'code'
  /** It shows nothing of its own: a table of contents, settings, the source of a diagram. */
  | 'hidden'
  /** Its argument is for programs, a file or a condition, and its content is shown. */
  | 'wrapper'
  /** Its argument is a version, and says since when or until when its content holds. */
  | 'version'
  /** Its argument begins its content. */
  | 'note'
  /** Its argument heads its content. */
  | 'titled'
  /** Its argument is what its content describes: an option, a function. Unknown directives are read so as well. */
  | 'description';

/** @param name Lower case, with its domain if any: `py:function`. */
export function directiveKind(name: string): DirectiveKind {
  return KINDS.get(name.slice(name.lastIndexOf(':') + 1)) ?? 'description';
}

/** `Deprecated since version 1.2`, of a directive of this kind. */
export function versionNote(name: string, version: string): string {
  return `${VERSIONS[name.slice(name.lastIndexOf(':') + 1)]} ${version}`.trim();
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
  ...named('version', Object.keys(VERSIONS).join(' ')),
  ...named(
    'code',
    'code code-block code-cell sourcecode parsed-literal prompt doctest testcode testoutput ipython math productionlist',
  ),
  ...named(
    'hidden',
    'contents toctree tableofcontents include literalinclude raw role default-role default-domain highlight meta ' +
      'index genindex sectnum section-numbering header footer graphviz digraph graph mermaid uml plantuml image ' +
      'youtube video bibliography currentmodule module program tabularcolumns target-notes title todolist eval-rst ' +
      'unicode autosummary automodule autoclass autofunction sectionauthor codeauthor moduleauthor',
  ),
  ...named(
    'wrapper',
    'figure carousel only ifconfig container class cssclass rst-class tabs tab-set grid list-table table csv-table ' +
      'glossary compound highlights epigraph pull-quote hlist centered-block line-block',
  ),
  ...named(
    'note',
    'note tip hint important warning caution danger error attention seealso todo centered legacy impl-detail',
  ),
  ...named(
    'titled',
    'admonition topic sidebar rubric tab tab-item group-tab dropdown card grid-item-card details collapse expander versions',
  ),
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
