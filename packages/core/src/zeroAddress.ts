/** The EVM address that stands for a native currency, and SPEC's default for both currencies. */
export const zeroAddress = '0x0000000000000000000000000000000000000000';
