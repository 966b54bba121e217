/** Whether tests run at their full length, which `npm run test:long` asks for. */
const IS_FULL_LENGTH = process.env.TEST_LENGTH === 'full';

/** Options of a suite that has no short form. */
export const FULL_LENGTH_ONLY = {
  skip: IS_FULL_LENGTH ? (false as const) : 'LONG: only npm run test:long runs it',
};
