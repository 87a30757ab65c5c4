/** EVM address of a native currency, and the default (docs/spec/quote.md#default-currency). */
export const zeroAddress = '0x0000000000000000000000000000000000000000';
