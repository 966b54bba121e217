import fc from 'fast-check';

// A test that fails by chance stops the work of somebody who did not change what it tests.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) });
