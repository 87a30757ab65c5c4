/**
 * Code whose faults cost money, by the name of its target: what is mutated, and the tests that have
 * to notice. Paths are below the root.
 */
export const targets = {
  fees: { mutate: ['packages/fees/src/**/*.ts'], tests: ['packages/fees/src/**/*.test.ts'] },
  order: {
    mutate: ['packages/order/src/**/*.ts'],
    tests: ['packages/order/{src,test}/**/*.test.ts'],
  },
  verification: {
    mutate: ['packages/client/src/verification/**/*.ts'],
    tests: [
      'packages/client/src/verification/**/*.test.ts',
      'packages/client/src/actions/verifyQuote.test.ts',
      'packages/sdk/src/hostile*.test.ts',
    ],
  },
  settlement: {
    mutate: [
      'packages/service/settlement/src/chains/deposits/{judge*,depositHistory}.ts',
      'packages/service/settlement/src/chains/deposits/reclaims/judgeReclaim.ts',
      'packages/service/settlement/src/chains/fills/{judgeFill,nameReleases}.ts',
      'packages/service/settlement/src/books/ledger/entries/*.ts',
      'packages/service/settlement/src/payments/payouts/{lateAmount,refundAmount,shortOrder}.ts',
      'packages/service/settlement/src/transactions/settlements/payoutIntent.ts',
      'packages/service/settlement/src/payments/rebalances/keptByPath.ts',
    ],
    tests: ['packages/service/settlement/src/**/*.test.ts'],
  },
  withdrawals: {
    mutate: ['packages/withdrawals/src/**/*.ts'],
    tests: ['packages/withdrawals/src/**/*.test.ts'],
  },
};
