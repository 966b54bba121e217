/** Keeps Fastify from loading its compilers of JSON schemas, some hundred files: `readBodies` validates with Zod. */
export const WITHOUT_JSON_SCHEMAS = {
  compilersFactory: {
    // Its type is that of Ajv's.
    buildValidator: (() => () => () => true) as never,
    // Schemas type the replies; validating each again would turn a mistake of ours into a 500.
    buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
  },
};
