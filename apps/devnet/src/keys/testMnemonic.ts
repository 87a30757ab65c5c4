/** anvil's own test phrase. Everybody knows it: never send anything of value to its accounts. */
export const testMnemonic = 'test test test test test test test test test test test junk';
