import MarkdownIt from 'markdown-it';
import { escaped, htmlPage } from '../html-page.ts';
import type { PageWords } from '../page-words.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Reply>>;
}

interface Reply extends Content {
  readonly $ref?: string;
  readonly description?: string;
}

/** The parts of an OpenAPI document that are shown. */
export interface ApiDocument {
  readonly info: { readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Reply>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const markdown = new MarkdownIt();

/** The API document as a page to read, without scripts: operations by tag, then the types that they name. */
export function apiPage({ info, tags = [], paths = {}, components }: ApiDocument, words: PageWords): string {
  const { t } = words;
  const { shown, fieldsOf, text } = createParts(words, components?.responses);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation && !operation.deprecated ? [{ path, method, operation }] : [];
    }),
  );
  const groups = tags
    .map((tag) => ({ ...tag, own: operations.filter(({ operation }) => operation.tags?.includes(tag.name)) }))
    .filter(({ own }) => own.length > 0);
  const sections = groups.map(
    ({ name, description, own }) =>
      `<h2 id="${escaped(name)}">${escaped(name)}</h2>${text(description)}${own.map(shown).join('')}`,
  );
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      `<h3 id="type-${escaped(name)}">${escaped(name)}</h3>${text(schema.description)}${fieldsOf(schema)}`,
  );
  return htmlPage(
    {
      title: t('API reference'),
      main: `<h1>${t('API reference')}</h1>
<p class="aside">${t('Version')} ${escaped(info.version)}</p>
${text(info.description)}
<p class="links"><a href="/openapi.json">${t('OpenAPI document')}</a><a href="/docs/errors">${t('Errors')}</a>${groups
        .map(({ name }) => `<a href="#${escaped(name)}">${escaped(name)}</a>`)
        .join('')}<a href="#types">${t('types')}</a></p>
${sections.join('\n')}
<h2 id="types">${t('types')}</h2>
${schemas.join('\n')}`,
    },
    words,
  );
}

/** The parts of the page, in its language. @param shared Replies that several operations have. */
function createParts({ t }: PageWords, shared: Readonly<Record<string, Reply>> = {}) {
  function shown({ path, method, operation }: { path: string; method: string; operation: Operation }) {
    const { operationId = '', summary = '', description, parameters = [] } = operation;
    const { requestBody, responses = {} } = operation;
    const rows = parameters.map(({ name, in: place, required, description, schema = {} }) => {
      const about = inline(description ?? schema.description);
      return row([named(name), typed(schema, required), `${place}${about && `. ${about}`}`]);
    });
    const replies = Object.entries(responses).map(([status, given]) => {
      const { content, description } = given.$ref ? shared[nameIn(given.$ref)]! : given;
      const types = Object.values(content ?? {}).flatMap(({ schema }) => (schema ? [typeOf(schema)] : []));
      return row([named(status), alternatives(types), inline(description)]);
    });
    const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
      schema
        ? [
            `<p>${t('Body')}, <code>${escaped(type)}</code>: ${typeOf(schema)}</p>${schema.$ref ? '' : fieldsOf(schema)}`,
          ]
        : [],
    );
    return `<details class="operation" id="${escaped(operationId)}">
<summary><code class="method">${method.toUpperCase()}</code> <code>${escaped(path)}</code> <span>${escaped(t(summary))}</span></summary>
${text(description)}${rows.length > 0 ? table(t('Parameters'), rows) : ''}${bodies.join('')}${table(t('Replies'), replies)}
</details>`;
  }

  function fieldsOf({ properties, required = [] }: Schema): string {
    if (!properties) return '';
    const rows = Object.entries(properties).map(([name, field]) =>
      row([named(name), typed(field, required.includes(name)), inline(field.description)]),
    );
    return table(t('Fields'), rows);
  }

  function typed(schema: Schema, required: boolean | undefined): string {
    return `${typeOf(schema)}${required ? `, ${t('required')}` : ''}`;
  }

  /** In a few words, with links to the types that have a name. */
  function typeOf(schema: Schema): string {
    const { $ref, type, format, items, const: constant, default: usual } = schema;
    if ($ref) {
      const name = nameIn($ref);
      return `<a href="#type-${escaped(name)}">${escaped(name)}</a>`;
    }
    const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (variants) return alternatives(variants.map(typeOf));
    if (constant !== undefined) return literal(constant);
    if (schema.enum) return alternatives(schema.enum.map(literal));
    if (items) return `${t('list of')} ${typeOf(items)}`;
    const name = alternatives([type ?? 'any'].flat().map(escaped));
    return `${name}${format ? `, ${escaped(format)}` : ''}${usual === undefined ? '' : `, ${t('default')} ${literal(usual)}`}`;
  }

  function alternatives(these: readonly string[]): string {
    return these.join(` ${t('or')} `);
  }

  function text(source = ''): string {
    return source === '' ? '' : markdown.render(t(source));
  }

  function inline(source = ''): string {
    return source === '' ? '' : markdown.renderInline(t(source));
  }

  return { shown, fieldsOf, text };
}

function nameIn(ref: string): string {
  return ref.split('/').at(-1)!;
}

function named(name: string): string {
  return `<code>${escaped(name)}</code>`;
}

function literal(value: unknown): string {
  return named(JSON.stringify(value));
}

function table(label: string, rows: readonly string[]): string {
  return `<div class="table" role="group" aria-label="${label}" tabindex="0"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}
