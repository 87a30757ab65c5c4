/** First four bytes of the calls that we make and read; compared with the ABI in a test. */
export const selectors = {
  approve: '0x095ea7b3',
  transfer: '0xa9059cbb',
  depositNative: '0x49290c1c',
  depositErc20: '0xe8017952',
  withdraw: '0x9ad1328b',
  allocator: '0xaa5dcecc',
  fillNative: '0x29db7203',
  fillErc20: '0x0e3e6960',
  fillWithCalls: '0x7974e854',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  execute: '0xea9175d5',
  pull: '0x4fb99d71',
  PROXY: '0xa8c92d48',
  sweep: '0xd80c6c1b',
  computeDepositAddress: '0x0767bc1e',
} as const;
