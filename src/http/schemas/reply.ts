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
  return shaperOf(schema)(value) as z.output<Schema>;
}

/** The parts of Zod's schemas that are read here. */
interface Described {
  readonly def: { readonly type: string; readonly innerType?: Described; readonly element?: Described };
  readonly shape?: Readonly<Record<string, Described>>;
  readonly format?: string | null;
}

type Shaper = (value: unknown) => unknown;

/** Made once for each schema: reading it takes longer than what is done with it. */
const shapers = new WeakMap<object, Shaper>();

function shaperOf(schema: object): Shaper {
  const known = shapers.get(schema);
  if (known) return known;
  const shape = shaperOfPresent(schema as Described);
  const shaper: Shaper = (value) => (value === null || value === undefined ? value : shape(value));
  shapers.set(schema, shaper);
  return shaper;
}

function shaperOfPresent({ def, shape, format }: Described): Shaper {
  if (def.innerType) return shaperOf(def.innerType);
  if (def.element) {
    const item = shaperOf(def.element);
    return (value) => (value as readonly unknown[]).map(item);
  }
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => {
      return { name, given: camelCase(name), shaper: shaperOf(field) };
    });
    return (value) => {
      const reply: Record<string, unknown> = {};
      for (const { name, given, shaper } of fields) {
        const field = shaper((value as Readonly<Record<string, unknown>>)[given]);
        if (field !== undefined) reply[name] = field;
      }
      return reply;
    };
  }
  return format === 'datetime' ? (value) => timeOf(value as number) : (value) => value;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
