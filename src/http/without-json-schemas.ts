/** For Fastify, whose own compilers of JSON schemas take a tenth of a start to load. `readBodies` validates. */
export const WITHOUT_JSON_SCHEMAS = {
  compilersFactory: {
    // Its type is that of Ajv's.
    buildValidator: (() => () => () => true) as never,
    // Schemas type the replies; validating each again would turn a mistake of ours into a 500.
    buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
  },
};
