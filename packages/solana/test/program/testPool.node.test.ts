import { testPoolProgram } from '@portage/contracts/solana';
import { createProductPool, type Pool } from '@portage/pools';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { solanaCodec } from '../../src/codec.js';
import {
  initializeTestPool,
  programs,
  readTestPool,
  swapThroughTestPools,
  testPool,
  type TestPool,
  type TestPoolSwap,
} from '../../src/program/index.js';
import type { Instruction } from '../../src/transaction/instruction.js';
import { createCluster, signerOf, type Cluster } from './createCluster.js';
import { must, people, withKey } from './createPrograms.js';
import { createToken, type Token } from './createTokens.js';

const { user, stranger, deployer } = people;
const program = testPoolProgram.address;
const u64Max = (1n << 64n) - 1n;

let cluster: Cluster;
let tokens: readonly [Token, Token];
let other: Token;

beforeEach(() => {
  cluster = createCluster();
  for (const { address } of Object.values(people)) cluster.fund(address, 100_000_000_000n);
  cluster.load(testPoolProgram, solanaCodec.encodeAddress(deployer.address));
  const made = ['first', 'second'].map((name) => createToken(cluster, signerOf(name).address));
  const [a, b] = made as [Token, Token];
  tokens = termsOf(a, b).mints[0] === a.mint ? [a, b] : [b, a];
  other = createToken(cluster, signerOf('other mint').address);
});

function termsOf(a: Token, b: Token, feeBps = 30n): TestPool {
  return testPool({ program, mints: [a.mint, b.mint], feeBps });
}

/** A pool with reserves, and a user with both tokens. */
function open(
  reserves: readonly [bigint, bigint],
  feeBps = 30n,
  held: readonly [bigint, bigint] = [1_000_000n, 1_000_000n],
): TestPool {
  const pool = termsOf(...tokens, feeBps);
  tokens.forEach((token, index) => {
    token.hold(pool.address, reserves[index]!);
    token.hold(user.address, held[index]!);
  });
  const [a, b] = tokens;
  const terms = { program, mints: [a.mint, b.mint], feeBps } as const;
  must(cluster.send([initializeTestPool(user.address, terms)], [user]));
  return pool;
}

function swapOf(
  pool: TestPool,
  changes: Partial<TestPoolSwap> & { readonly from?: 0 | 1 } = {},
): Instruction {
  const { from = 0, ...rest } = changes;
  return swapThroughTestPools({
    program,
    pools: [pool],
    authority: user.address,
    type: 'EXACT_INPUT',
    amount: 1_000n,
    limit: 0n,
    source: tokens[from].addressOf(user.address),
    destination: tokens[1 - from]!.addressOf(user.address),
    mintIn: tokens[from].mint,
    ...rest,
  });
}

function balances(owner: string): readonly bigint[] {
  return tokens.map((token) => token.balance(owner));
}

describe('initialize_pool', () => {
  it('writes mints, vaults and fee, once', () => {
    const pool = open([0n, 0n]);
    expect(cluster.owner(pool.address)).toBe(program);
    expect(readTestPool(pool.address, cluster.data(pool.address)!)).toEqual(pool);
    const mints = [pool.mints[0], pool.mints[1]] as const;
    const again = initializeTestPool(user.address, { program, mints, feeBps: 30n });
    expect(cluster.send([again], [user]).result).toBe('ALREADY_INITIALIZED');
  });

  const make = (): Instruction => {
    const pool = termsOf(...tokens);
    for (const token of tokens) token.hold(pool.address, 0n);
    const [a, b] = tokens;
    return initializeTestPool(user.address, { program, mints: [a.mint, b.mint], feeBps: 30n });
  };

  it.each([
    ['pool', 0, () => stranger.address, 'ADDRESS'],
    ['first mint', 2, () => tokens[1].mint, 'MINT'],
    ['first mint', 2, () => tokens[1].addressOf(user.address), 'OWNER'],
    ['first mint', 2, () => stranger.address, 'OWNER'],
    ['second mint', 3, () => tokens[0].mint, 'MINT'],
    ['second mint', 3, () => stranger.address, 'OWNER'],
    ['first vault', 4, () => tokens[0].hold(stranger.address, 0n), 'ADDRESS'],
    ['second vault', 5, () => tokens[0].addressOf(termsOf(...tokens).address), 'ADDRESS'],
    ['token program', 6, () => programs.token2022, 'ADDRESS'],
    ['system program', 7, () => stranger.address, 'ADDRESS'],
  ])('refuses another %s (account %i)', (_, index, pubkey, expected) => {
    const instruction = make();
    expect(cluster.send([withKey(instruction, index, { pubkey: pubkey() })], [user]).result).toBe(
      expected,
    );
    must(cluster.send([instruction], [user]));
  });

  it('refuses vaults of another owner, flags, lists, data and a fee of the whole', () => {
    const instruction = make();
    const { address } = termsOf(...tokens);
    tokens[1].hold(address, 0n, { storedOwner: stranger.address });
    expect(cluster.send([instruction], [user]).result).toBe('TOKEN_ACCOUNT');
    tokens[1].hold(address, 0n);
    const changed: readonly (readonly [Instruction, string])[] = [
      [withKey(instruction, 0, { isWritable: false }), 'NOT_WRITABLE'],
      [withKey(instruction, 4, { isWritable: false }), 'NOT_WRITABLE'],
      [withKey(instruction, 5, { isWritable: false }), 'NOT_WRITABLE'],
      [withKey(instruction, 1, { pubkey: stranger.address, isSigner: false }), 'MISSING_SIGNATURE'],
      [{ ...instruction, keys: instruction.keys.slice(0, 7) }, 'ACCOUNT_COUNT'],
      [{ ...instruction, data: instruction.data.subarray(0, 15) }, 'INSTRUCTION_DATA'],
      [
        {
          ...instruction,
          data: Uint8Array.from([
            ...instruction.data.subarray(0, 8),
            0x10,
            0x27,
            ...new Uint8Array(6),
          ]),
        },
        'INSTRUCTION_DATA',
      ],
    ];
    for (const [each, expected] of changed)
      expect(cluster.send([each], [user]).result).toBe(expected);
  });
});

describe('swap', () => {
  const reserves = [4_000_000_000n, 600_000_000n] as const;

  it.each([
    ['EXACT_INPUT', 0],
    ['EXACT_INPUT', 1],
    ['EXACT_OUTPUT', 0],
    ['EXACT_OUTPUT', 1],
  ] as const)('gives what the arithmetic says: %s from token %i', (type, from) => {
    const pool = open(reserves);
    const quoted = createProductPool({
      id: 'pool',
      tokens: ['a', 'b'],
      reserves,
      feeBps: 30,
      reserveMax: u64Max,
      gas: 0,
    });
    const [tokenIn, tokenOut] = from === 0 ? ['a', 'b'] : ['b', 'a'];
    const amount = 100_000n;
    const result =
      type === 'EXACT_INPUT'
        ? quoted.quoteExactInput(tokenIn, amount)!.amount
        : quoted.quoteExactOutput(tokenOut, amount)!.amount;
    const worse = type === 'EXACT_INPUT' ? result + 1n : result - 1n;
    const swap = { from, type, amount } as const;
    expect(cluster.send([swapOf(pool, { ...swap, limit: worse })], [user]).result).toBe(
      'SWAP_LIMIT',
    );
    must(cluster.send([swapOf(pool, { ...swap, limit: result })], [user]));
    const [paid, received] = type === 'EXACT_INPUT' ? [amount, result] : [result, amount];
    const moved = from === 0 ? [-paid, received] : [received, -paid];
    expect(balances(user.address)).toEqual(moved.map((each) => 1_000_000n + each));
    expect(balances(pool.address)).toEqual(moved.map((each, index) => reserves[index]! - each));
  });

  it("pays into anybody's account", () => {
    const pool = open(reserves);
    const destination = tokens[1].hold(stranger.address, 0n);
    must(cluster.send([swapOf(pool, { destination })], [user]));
    expect(tokens[1].balance(stranger.address)).toBe(149n);
  });

  it('never overflows, nor differs from the arithmetic, whatever the amounts', () => {
    const amount = fc.oneof(
      fc.bigInt({ min: 0n, max: u64Max }),
      fc.bigInt({ min: 0n, max: 100_000n }),
      fc.bigInt({ min: u64Max - 100n, max: u64Max }),
    );
    const types = fc.constantFrom('EXACT_INPUT', 'EXACT_OUTPUT');
    const fees = fc.constantFrom(0n, 1n, 30n, 100n, 9_999n);
    const pools = new Map<bigint, TestPool>();
    fc.assert(
      fc.property(amount, amount, amount, types, fees, (r0, r1, asked, type, feeBps) => {
        const pool = pools.get(feeBps) ?? open([r0, r1], feeBps);
        pools.set(feeBps, pool);
        tokens[0].hold(pool.address, r0);
        tokens[1].hold(pool.address, r1);
        // A supply has 64 bits, so no account holds more than the vault has left.
        tokens[0].hold(user.address, u64Max - r0);
        tokens[1].hold(user.address, 0n);
        const quoted = createProductPool({
          id: 'pool',
          tokens: ['a', 'b'],
          reserves: [r0, r1],
          gas: 0,
          feeBps: Number(feeBps),
          reserveMax: u64Max,
        });
        const expected =
          type === 'EXACT_INPUT'
            ? quoted.quoteExactInput('a', asked)?.amount
            : quoted.quoteExactOutput('b', asked)?.amount;
        const limit = type === 'EXACT_INPUT' ? 0n : u64Max;
        const { result } = cluster.send([swapOf(pool, { type, amount: asked, limit })], [user]);
        expect(result === 'ok').toBe(expected !== undefined);
        if (expected === undefined) return;
        const [paid, received] = type === 'EXACT_INPUT' ? [asked, expected] : [expected, asked];
        expect(balances(pool.address)).toEqual([r0 + paid, r1 - received]);
        expect(tokens[1].balance(user.address)).toBe(received);
      }),
      { numRuns: 200 },
    );
  });

  const vaultOf = (index: 0 | 1): string => tokens[index].addressOf(termsOf(...tokens).address);

  it.each([
    ['pool', 6, () => stranger.address, 'OWNER'],
    ['pool', 6, () => tokens[0].mint, 'OWNER'],
    ['pool', 6, () => lookalike(152, program), 'NOT_INITIALIZED'],
    ['pool', 6, () => lookalike(151, program), 'NOT_INITIALIZED'],
    ['pool', 6, () => copyOfPool(), 'OWNER'],
    ['authority', 0, () => stranger.address, 'MISSING_SIGNATURE'],
    ['source', 1, () => tokens[0].hold(stranger.address, 9_000n), 'TOKEN_ACCOUNT'],
    ['source', 1, () => tokens[1].addressOf(user.address), 'TOKEN_ACCOUNT'],
    ['source', 1, () => other.hold(user.address, 9_000n), 'TOKEN_ACCOUNT'],
    ['source', 1, () => vaultOf(0), 'TOKEN_ACCOUNT'],
    ['source', 1, () => user.address, 'OWNER'],
    ['source', 1, () => tokens[0].mint, 'TOKEN_ACCOUNT'],
    ['destination', 2, () => tokens[0].addressOf(user.address), 'TOKEN_ACCOUNT'],
    ['destination', 2, () => other.hold(user.address, 0n), 'TOKEN_ACCOUNT'],
    ['destination', 2, () => vaultOf(1), 'TOKEN_ACCOUNT'],
    ['destination', 2, () => stranger.address, 'OWNER'],
    ['vault that receives', 7, () => vaultOf(1), 'ADDRESS'],
    ['vault that receives', 7, () => tokens[0].hold(stranger.address, 0n), 'ADDRESS'],
    ['vault that receives', 7, () => tokens[0].addressOf(user.address), 'ADDRESS'],
    ['vault that pays', 8, () => vaultOf(0), 'ADDRESS'],
    ['vault that pays', 8, () => tokens[1].hold(stranger.address, 1n), 'ADDRESS'],
    ['token program', 5, () => programs.token2022, 'ADDRESS'],
    ['token program', 5, () => stranger.address, 'ADDRESS'],
    ['mint that is paid', 3, () => tokens[1].mint, 'MINT'],
    ['mint that is paid', 3, () => other.mint, 'MINT'],
    ['mint that is received', 4, () => tokens[0].mint, 'MINT'],
    ['mint that is received', 4, () => stranger.address, 'MINT'],
  ])('refuses another %s (account %i)', (_, index, pubkey, expected) => {
    const pool = open(reserves);
    const instruction = swapOf(pool);
    const changed = withKey(instruction, index, {
      pubkey: pubkey(),
      ...(index === 0 && { isSigner: false }),
    });
    const before = [balances(pool.address), balances(user.address)];
    expect(cluster.send([changed], [user]).result).toBe(expected);
    expect([balances(pool.address), balances(user.address)]).toEqual(before);
    must(cluster.send([instruction], [user]));
  });

  it.each([1, 2, 7, 8])('refuses account %i where it cannot be written', (index) => {
    const instruction = swapOf(open(reserves));
    expect(cluster.send([withKey(instruction, index, { isWritable: false })], [user]).result).toBe(
      'NOT_WRITABLE',
    );
  });

  it('refuses vaults of another pool of the same tokens', () => {
    const [pool, dear] = [open(reserves), open(reserves, 100n)];
    for (const vaults of [dear.vaults, [pool.vaults[0], dear.vaults[1]] as const])
      expect(cluster.send([swapOf({ ...pool, vaults })], [user]).result).toBe('ADDRESS');
  });

  it('refuses a stranger who signs for the account of somebody else', () => {
    const instruction = swapOf(open(reserves), { authority: stranger.address });
    expect(cluster.send([instruction], [stranger]).result).toBe('TOKEN_ACCOUNT');
  });

  describe('through two pools', () => {
    /** A second pool, of the second token and another one. */
    const openNext = (feeBps = 30n): TestPool => {
      const mints = [tokens[1].mint, other.mint] as const;
      const pool = testPool({ program, mints, feeBps });
      tokens[1].hold(pool.address, 7_000_000n);
      other.hold(pool.address, 9_000_000n);
      other.hold(user.address, 0n);
      must(cluster.send([initializeTestPool(user.address, { program, mints, feeBps })], [user]));
      return pool;
    };
    const destination = (): string => other.addressOf(user.address);
    const quoted = (): readonly [Pool, Pool] => {
      const terms = { id: 'pool', feeBps: 30, reserveMax: u64Max, gas: 0 };
      return [
        createProductPool({ ...terms, tokens: ['a', 'b'], reserves }),
        createProductPool({ ...terms, tokens: ['b', 'c'], reserves: [7_000_000n, 9_000_000n] }),
      ];
    };

    it('pays straight from one into the next: an exact input', () => {
      const pools = [open(reserves), openNext()];
      const between = quoted()[0].quoteExactInput('a', 500_000n)!.amount;
      const limit = quoted()[1].quoteExactInput('b', between)!.amount;
      const swap = { destination: destination(), amount: 500_000n };
      const worse = swapOf(pools[0]!, { ...swap, pools, limit: limit + 1n });
      expect(cluster.send([worse], [user]).result).toBe('SWAP_LIMIT');
      must(cluster.send([swapOf(pools[0]!, { ...swap, pools, limit })], [user]));
      expect(balances(user.address)).toEqual([500_000n, 1_000_000n]);
      expect(other.balance(user.address)).toBe(limit);
      expect(tokens[1].balance(pools[1]!.address)).toBe(7_000_000n + between);
    });

    it('pays straight from one into the next: an exact output', () => {
      const pools = [open(reserves), openNext()];
      const between = quoted()[1].quoteExactOutput('c', 70_000n)!.amount;
      const limit = quoted()[0].quoteExactOutput('b', between)!.amount;
      const swap = { destination: destination(), amount: 70_000n, type: 'EXACT_OUTPUT' } as const;
      const worse = swapOf(pools[0]!, { ...swap, pools, limit: limit - 1n });
      expect(cluster.send([worse], [user]).result).toBe('SWAP_LIMIT');
      must(cluster.send([swapOf(pools[0]!, { ...swap, pools, limit })], [user]));
      expect(balances(user.address)).toEqual([1_000_000n - limit, 1_000_000n]);
      expect(other.balance(user.address)).toBe(70_000n);
    });

    it('refuses pools that do not follow each other, one twice, and more than four', () => {
      const [pool, next] = [open(reserves), openNext()];
      const dear = open(reserves, 100n);
      const swap = { destination: destination() };
      const through = (...pools: readonly TestPool[]): string =>
        cluster.send([swapOf(pool, { ...swap, pools })], [user]).result;
      expect(through(pool, next, next)).toBe('ADDRESS');
      expect(through(pool, dear, pool, next)).toBe('ADDRESS');
      expect(through(pool, pool, pool, pool, next)).toBe('ACCOUNT_COUNT');
      const crossed = swapOf(pool, { ...swap, pools: [pool, next] });
      const backwards = withKey(
        withKey(crossed, 10, { pubkey: next.vaults[next.mints[0] === other.mint ? 0 : 1] }),
        11,
        { pubkey: next.vaults[next.mints[0] === other.mint ? 1 : 0] },
      );
      expect(cluster.send([backwards], [user]).result).toBe('MINT');
      for (const [index, pubkey] of [
        [9, pool.address],
        [10, pool.vaults[1]],
        [11, pool.vaults[0]],
      ] as const)
        expect(cluster.send([withKey(crossed, index, { pubkey })], [user]).result).toBe('ADDRESS');
      for (const index of [7, 8, 10, 11])
        expect(cluster.send([withKey(crossed, index, { isWritable: false })], [user]).result).toBe(
          'NOT_WRITABLE',
        );
      must(cluster.send([crossed], [user]));
    });

    it('a circle pays no more than it takes', () => {
      const [pool, dear] = [open(reserves), open(reserves, 100n)];
      const back = tokens[0].hold(user.address, 0n, {
        address: signerOf('second account').address,
      });
      const swap = { pools: [pool, dear], destination: back, amount: 100_000n };
      must(cluster.send([swapOf(pool, swap)], [user]));
      expect(tokens[0].balance(user.address)).toBe(900_000n);
      const same = { ...swap, destination: tokens[0].addressOf(user.address) };
      expect(cluster.send([swapOf(pool, same)], [user]).result).toBe('TOKEN_ACCOUNT');
    });
  });

  it('refuses amounts of nothing, more than there is, and frozen accounts', () => {
    const pool = open(reserves);
    const tries: readonly (readonly [Partial<TestPoolSwap>, string])[] = [
      [{ amount: 0n }, 'ZERO_AMOUNT'],
      [{ amount: 1n }, 'ZERO_AMOUNT'],
      [{ type: 'EXACT_OUTPUT', amount: 0n, limit: u64Max }, 'ZERO_AMOUNT'],
      [{ type: 'EXACT_OUTPUT', amount: reserves[1], limit: u64Max }, 'ZERO_AMOUNT'],
      [{ type: 'EXACT_OUTPUT', amount: u64Max, limit: u64Max }, 'ZERO_AMOUNT'],
      [{ amount: 1_000_001n }, 'Custom 1'],
    ];
    for (const [changes, expected] of tries)
      expect(cluster.send([swapOf(pool, changes)], [user]).result).toBe(expected);
    tokens[1].hold(user.address, 0n, { frozen: true });
    expect(cluster.send([swapOf(pool)], [user]).result).toBe('Custom 17');
  });

  it('refuses lists and data of other lengths, and other instructions', () => {
    const own = swapOf(open(reserves));
    for (const keys of [
      own.keys.slice(0, 6),
      own.keys.slice(0, 4),
      [...own.keys, own.keys[6]!],
      [],
    ])
      expect(cluster.send([{ ...own, keys }], [user]).result).toBe('ACCOUNT_COUNT');
    for (const data of [
      own.data.subarray(0, 3),
      own.data.subarray(0, 16),
      Uint8Array.from([...own.data, 0]),
    ])
      expect(cluster.send([{ ...own, data }], [user]).result).toBe('INSTRUCTION_DATA');
    const unknown = Uint8Array.from([1, ...own.data.subarray(1)]);
    expect(cluster.send([{ ...own, data: unknown }], [user]).result).toBe('UNKNOWN_INSTRUCTION');
  });

  /** An account of a program with that many zeros. */
  function lookalike(size: number, owner: string): string {
    const { address } = signerOf('lookalike');
    cluster.setAccount(address, owner, new Uint8Array(size));
    return address;
  }

  /** The bytes of the pool in an account of another program. */
  function copyOfPool(): string {
    const { address } = signerOf('copy');
    cluster.setAccount(address, programs.token, cluster.data(termsOf(...tokens).address)!);
    return address;
  }
});

it('a swap takes the compute units that quotes reckon with', () => {
  const pool = open([4_000_000_000n, 600_000_000n]);
  const units = (['EXACT_INPUT', 'EXACT_OUTPUT'] as const).map(
    (type) =>
      must(
        cluster.send([swapOf(pool, { type, limit: type === 'EXACT_INPUT' ? 0n : u64Max })], [user]),
      ).units,
  );
  expect(units).toMatchInlineSnapshot(`
    [
      7389,
      11779,
    ]
  `);
});
