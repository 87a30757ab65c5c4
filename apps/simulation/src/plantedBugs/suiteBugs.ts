/** Text of a module that is replaced while it is loaded. */
export interface Mutation {
  readonly find: string;
  readonly replace: string;
}

/** A mistake outside of what the simulation runs, which a suite of the project must find. */
export interface SuiteBug {
  /** Code of the mistake in docs/simulation.md. */
  readonly code: string;
  /** Sentence of what is wrong. */
  readonly title: string;
  /** File that is loaded with the mistake, from the root of the project. */
  readonly module: string;
  /** Each text is there once. */
  readonly mutations: readonly Mutation[];
  /** Test file that must fail, from the root of the project. */
  readonly suite: string;
  /** Names of the tests that are run, as a regular expression; all by default. */
  readonly tests?: string;
}

/** Mistakes that suites must find. */
export const suiteBugs: readonly SuiteBug[] = [
  {
    code: 'PB10',
    title: 'an endpoint that fails lends its vote to another',
    module: 'packages/chain-kit/src/quorum/createQuorum.ts',
    mutations: [
      { find: 'const asked = awake();', replace: 'const asked = awake(); let failed = 0;' },
      {
        find: 'outstanding -= 1;',
        replace: 'outstanding -= 1; if (told === undefined) failed += 1;',
      },
      {
        find: 'tally.vote(told.answer[index]);',
        replace: 'for (let vote = 0; vote <= failed; vote += 1) tally.vote(told.answer[index]);',
      },
    ],
    suite: 'packages/chain-kit/src/quorum/createQuorum.test.ts',
  },
  {
    code: 'PB13',
    title: 'the cap of a sponsor counts for each bucket, and not for the request',
    module: 'packages/fees/src/sponsorship.ts',
    mutations: [{ find: 'left -= paid;', replace: '' }],
    suite: 'packages/fees/src/sponsorship.test.ts',
  },
  {
    code: 'PB14',
    title: 'a withdrawal is known by the bytes of its signature',
    module: 'packages/service/solver/src/withdrawals/executeWithdrawal.ts',
    mutations: [
      { find: 'import { timingSafeEqual }', replace: 'import { createHash, timingSafeEqual }' },
      {
        find: 'const read = readTerms(context.chains, signed);',
        replace:
          "const read = readTerms(context.chains, signed); const key = `0x${createHash('sha256').update(signed.signature).digest('hex')}`;",
      },
      {
        find: 'if ((await settlement.withdrawals.find(signed.nonce)) !== undefined) return signed.nonce;',
        replace: 'if ((await settlement.withdrawals.find(key)) !== undefined) return signed.nonce;',
      },
      { find: 'id: signed.nonce,', replace: 'id: key,' },
      { find: 'return opened.id;', replace: 'return signed.nonce;' },
    ],
    suite: 'packages/service/solver/test/withdrawals.node.test.ts',
    tests: 'however its signature is written',
  },
  {
    code: 'PB15',
    title: 'the nonce of a withdrawal is looked for before the transaction that uses it',
    module: 'packages/service/settlement/src/owners/withdrawals/openWithdrawal.ts',
    mutations: [
      {
        find: 'return settlement.transaction(async (tx) => {',
        replace:
          'const rival = await settlement.transaction((tx) => findRival(tx, withdrawal)); if (rival !== undefined) return rival; return settlement.transaction(async (tx) => {',
      },
      {
        find: `const rival = await findRival(tx, withdrawal);
    if (rival !== undefined) return rival;`,
        replace: '',
      },
    ],
    suite: 'packages/service/solver/test/withdrawals.node.test.ts',
    tests: 'E7',
  },
  {
    code: 'PB17',
    title: 'the directory of the database is not locked',
    module: 'packages/service/database/src/embedded/lockDirectory.ts',
    mutations: [
      {
        find: "return platform === 'linux' ? lockByAbstractSocket(path) : lockByFile(path);",
        replace:
          "return path === '' ? (platform === 'linux' ? lockByAbstractSocket(path) : lockByFile(path)) : () => Promise.resolve();",
      },
    ],
    suite: 'packages/service/settlement/test/embedded.node.test.ts',
    tests: 'refuses a second opener',
  },
];
