/**
 * Gives the draws of every property a seed, so that what judges a change says the same each time.
 * The night draws anew, and a property that fails prints its seed; `PORTAGE_TEST_SEED` draws by
 * another one.
 */
import fc from 'fast-check';

const given = process.env['PORTAGE_TEST_SEED'];
const seed = given === undefined || given === '' ? 1 : Number(given);
if (!Number.isInteger(seed))
  throw new Error(`PORTAGE_TEST_SEED is a whole number, not '${String(given)}'`);
if (process.env['PORTAGE_NIGHTLY'] !== '1' || given !== undefined)
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
