// The seed of the environment holds for every property that names none itself.
const seed = process.env.APPLIANCE_TEST_SEED
if (seed !== undefined) require('fast-check').configureGlobal({ seed: Number(seed) })
