import type { z } from 'zod';
import { timeOf } from './fields.ts';

/** What a reply is made of: its fields under the names that code has (`docId` for `doc_id`), times in milliseconds. */
type Given<Schema> = Schema extends z.ZodISODateTime
  ? number
  : Schema extends z.ZodNullable<infer Inner>
    ? Given<Inner> | null
    : Schema extends z.ZodOptional<infer Inner>
      ? Given<Inner>
      : Schema extends z.ZodArray<infer Item>
        ? readonly Given<Item>[]
        : Schema extends z.ZodObject<infer Shape>
          ? GivenFields<Shape>
          : z.output<Schema>;

type GivenFields<Shape> = {
  readonly [Name in keyof Shape as Shape[Name] extends z.ZodOptional ? never : CamelCase<Name>]: Given<
    Shape[Name]
  >;
} & {
  readonly [Name in keyof Shape as Shape[Name] extends z.ZodOptional ? CamelCase<Name> : never]?: Given<
    Shape[Name]
  >;
};

type CamelCase<Name> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name & string;

/**
 * A reply as its schema describes it, made of a value of the same shape. Only the fields of the schema are taken, whatever
 * else the value has.
 *
 * @example replyOf(z.object({ doc_id: z.string(), created_at: Time }), { docId: 'a', createdAt: 0, isSecret: true })
 * // { doc_id: 'a', created_at: '1970-01-01T00:00:00.000Z' }
 */
export function replyOf<Schema extends z.ZodType>(schema: Schema, value: Given<Schema>): z.output<Schema> {
  return shaped(schema, value) as z.output<Schema>;
}

/** The parts of Zod's schemas that are read here. */
interface Described {
  readonly def: { readonly type: string; readonly innerType?: Described; readonly element?: Described };
  readonly shape?: Readonly<Record<string, Described>>;
  readonly format?: string | null;
}

function shaped(schema: unknown, value: unknown): unknown {
  const { def, shape, format } = schema as Described;
  if (value === null || value === undefined) return value;
  if (def.innerType) return shaped(def.innerType, value);
  if (def.element) return (value as readonly unknown[]).map((item) => shaped(def.element, item));
  if (shape) {
    const given = value as Readonly<Record<string, unknown>>;
    const fields = Object.entries(shape).map(([name, field]) => [
      name,
      shaped(field, given[camelCase(name)]),
    ]);
    return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
  }
  return format === 'datetime' ? timeOf(value as number) : value;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
