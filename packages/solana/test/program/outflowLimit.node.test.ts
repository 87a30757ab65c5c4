import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  availableOutflow,
  openOutflowLimit,
  outflowLimitAddress,
  readOutflowLimit,
  unlimited,
  usedRequestAddress,
  type LimitTerms,
  type OutflowLimit,
} from '../../src/program/index.js';
import { signerOf, type Cluster, type Outcome } from './createCluster.js';
import {
  addresses,
  createPrograms,
  depository,
  executionOf,
  govern,
  must,
  openLimit,
  people,
  requestOf,
  sol,
  withKey,
} from './createPrograms.js';
import { createToken } from './createTokens.js';

const { owner, guardian, solver, stranger, user } = people;
const mint = signerOf('mint').address;
const hours48 = 48n * 3600n;

let cluster: Cluster;
let nonces = 0;

beforeEach(() => {
  cluster = createPrograms();
  cluster.fund(addresses.vault, 100_000_000_000n);
  nonces = 0;
});

function limitOf(token: string = sol): OutflowLimit {
  return readOutflowLimit(cluster.data(outflowLimitAddress({ depository, token }))!)!;
}

function pay(amount: bigint, token: string = sol): Outcome {
  nonces += 1;
  const nonce = `0x${nonces.toString(16).padStart(64, '0')}`;
  const expiration = cluster.time() + 300n;
  return cluster.send(executionOf(requestOf(cluster, { amount, token, nonce, expiration })), [
    solver,
  ]);
}

function lower(terms: LimitTerms, token: string = sol): Outcome {
  return govern(cluster, guardian, { type: 'lower_limit', token, ...terms });
}

function raise(terms: LimitTerms, token: string = sol): void {
  must(govern(cluster, owner, { type: 'propose_limit', token, ...terms }));
  cluster.setTime(cluster.time() + hours48);
  must(govern(cluster, owner, { type: 'apply_limit', token }));
}

describe('a limit of outflow', () => {
  it('FI3: lets out its capacity at once, and refills within its window', () => {
    must(lower({ capacity: 1_000_000n, window: 1_000n }));
    must(pay(400_000n));
    must(pay(600_000n));
    expect(pay(1n).result).toBe('LIMIT_EXCEEDED');
    cluster.setTime(cluster.now + 1n);
    expect(availableOutflow(limitOf(), cluster.time())).toBe(1_000n);
    expect(pay(1_001n).result).toBe('LIMIT_EXCEEDED');
    must(pay(1_000n));
    cluster.setTime(cluster.now + 1_001n);
    must(pay(1_000_000n));
    cluster.setTime(cluster.now + 1_000_000n);
    expect(pay(1_000_001n).result).toBe('LIMIT_EXCEEDED');
    must(pay(1_000_000n));
  });

  it('refuses without using the nonce, so that the same authorization passes later', () => {
    must(lower({ capacity: 1_000_000n, window: 100n }));
    must(pay(1_000_000n));
    const request = requestOf(cluster, { amount: 500_000n });
    expect(cluster.send(executionOf(request), [solver]).result).toBe('LIMIT_EXCEEDED');
    expect(cluster.owner(usedRequestAddress(depository, request.nonce))).toBeUndefined();
    cluster.setTime(cluster.now + 50n);
    must(cluster.send(executionOf(request), [solver]));
  });

  it('counts each token by itself, and each needs its own account', () => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 5_000_000n);
    token.hold(user.address, 0n);
    must(lower({ capacity: 1_000n, window: 1_000n }, mint));
    expect(pay(1_001n, mint).result).toBe('LIMIT_EXCEEDED');
    must(pay(1_000n, mint));
    must(pay(5_000_000n));
    const [verify, execute] = executionOf(requestOf(cluster, { amount: 2_000n, token: mint }));
    const ofSol = outflowLimitAddress({ depository, token: sol });
    expect(cluster.send([verify, withKey(execute, 11, { pubkey: ofSol })], [solver]).result).toBe(
      'ADDRESS',
    );
    const copy = signerOf('copied limit').address;
    cluster.setAccount(copy, depository, cluster.data(ofSol)!);
    expect(cluster.send([verify, withKey(execute, 11, { pubkey: copy })], [solver]).result).toBe(
      'ADDRESS',
    );
    const unopened = createToken(cluster, signerOf('unopened').address);
    unopened.hold(addresses.vault, 5_000_000n);
    unopened.hold(user.address, 0n);
    expect(pay(1n, unopened.mint).result).toBe('LIMIT_MISSING');
    must(openLimit(cluster, unopened.mint));
    must(pay(1n, unopened.mint));
  });

  it('takes no account of the depository’s that is none', () => {
    must(pay(1_000n));
    const [verify, execute] = executionOf(requestOf(cluster, { amount: 2_000n }));
    const markers = usedRequestAddress(depository, `0x${'1'.padStart(64, '0')}`);
    for (const pubkey of [addresses.config, markers, addresses.vault, stranger.address])
      expect(cluster.send([verify, withKey(execute, 7, { pubkey })], [solver]).result).toBe(
        'LIMIT_MISSING',
      );
  });

  it('is opened once, by anybody, with the default terms', () => {
    const token = signerOf('new mint').address;
    const place = { depository, token };
    const open = openOutflowLimit(stranger.address, place);
    cluster.fund(outflowLimitAddress(place), 1n);
    must(cluster.send([open], [stranger]));
    expect(limitOf(token)).toMatchObject({ token, capacity: unlimited, window: 3_600n, used: 0n });
    expect(cluster.lamports(outflowLimitAddress(place))).toBe(cluster.rent(104));
    expect(cluster.send([open], [stranger]).result).toBe('ALREADY_INITIALIZED');
    expect(cluster.send([withKey(open, 1, { isSigner: false })], [solver]).result).toBe(
      'MISSING_SIGNATURE',
    );
    for (const index of [0, 2, 3])
      expect(
        cluster.send([withKey(open, index, { pubkey: guardian.address })], [stranger]).result,
      ).toMatch(/ADDRESS|NOT_INITIALIZED/);
    expect(cluster.send([{ ...open, data: open.data.subarray(0, 39) }], [stranger]).result).toBe(
      'INSTRUCTION_DATA',
    );
  });

  it('is lowered by the guardian at once, in burst and in rate', () => {
    must(lower({ capacity: 1_000n, window: 1_000n }));
    for (const terms of [
      { capacity: 1_001n, window: 1_000_000n },
      { capacity: 1_000n, window: 999n },
      { capacity: 999n, window: 998n },
    ])
      expect(lower(terms).result).toBe('LIMIT_NOT_LOWER');
    must(lower({ capacity: 999n, window: 999n }));
    must(lower({ capacity: 0n, window: 1n }));
    expect(pay(1n).result).toBe('LIMIT_EXCEEDED');
  });

  it('keeps what was used when it changes, refilled at the old rate until then', () => {
    must(lower({ capacity: 1_000n, window: 1_000n }));
    must(pay(1_000n));
    cluster.setTime(cluster.now + 100n);
    must(lower({ capacity: 950n, window: 10_000n }));
    expect(limitOf()).toMatchObject({ used: 900n, usedAt: cluster.now + 100n });
    expect(pay(51n).result).toBe('LIMIT_EXCEEDED');
    must(pay(50n));
  });

  it('is raised by the owner after 48 hours, unless the guardian lowers it meanwhile', () => {
    must(lower({ capacity: 1_000n, window: 1_000n }));
    const terms = { type: 'propose_limit', token: sol, capacity: 5_000n, window: 500n } as const;
    const apply = { type: 'apply_limit', token: sol } as const;
    expect(govern(cluster, owner, apply).result).toBe('UNAUTHORIZED');
    must(govern(cluster, owner, terms));
    cluster.setTime(cluster.now + hours48 - 1n);
    expect(govern(cluster, owner, apply).result).toBe('TOO_EARLY');
    cluster.setTime(cluster.now + hours48);
    must(govern(cluster, owner, apply));
    expect(limitOf()).toMatchObject({ capacity: 5_000n, window: 500n, pendingDue: 0n });
    expect(govern(cluster, owner, apply).result).toBe('UNAUTHORIZED');
    must(govern(cluster, owner, { ...terms, capacity: unlimited }));
    must(lower({ capacity: 5_000n, window: 500n }));
    cluster.setTime(cluster.now + 2n * hours48);
    expect(govern(cluster, owner, apply).result).toBe('UNAUTHORIZED');
  });

  it('has a window of a second to a year', () => {
    for (const window of [0n, 31_536_001n, unlimited]) {
      const terms = { token: sol, capacity: 1n, window };
      expect(govern(cluster, guardian, { type: 'lower_limit', ...terms }).result).toBe(
        'LIMIT_WINDOW',
      );
      expect(govern(cluster, owner, { type: 'propose_limit', ...terms }).result).toBe(
        'LIMIT_WINDOW',
      );
    }
  });

  it('lets out what exact arithmetic says, for any terms, times and amounts', () => {
    const amount = fc.bigInt({ min: 1n, max: 3_000_000_000n });
    const capacity = fc.oneof(
      amount,
      fc.bigInt({ min: 0n, max: unlimited - 1n }),
      fc.bigInt({ min: unlimited - 1_000n, max: unlimited }),
    );
    const window = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 31_536_000n));
    const seconds = fc.oneof(fc.bigInt(0n, 100n), fc.bigInt(0n, 100_000_000n));
    fc.assert(
      fc.property(
        fc.record({ capacity, window }),
        fc.array(fc.record({ seconds, amount }), { minLength: 1, maxLength: 6 }),
        (terms, steps) => {
          cluster.fund(addresses.vault, 100_000_000_000n);
          raise(terms);
          for (const step of steps) {
            cluster.setTime(cluster.time() + step.seconds);
            const before = availableOutflow(limitOf(), cluster.time());
            const { result } = pay(step.amount);
            expect(result).toBe(step.amount <= before ? 'ok' : 'LIMIT_EXCEEDED');
            const taken = result === 'ok' && before !== unlimited ? step.amount : 0n;
            expect(availableOutflow(limitOf(), cluster.time())).toBe(before - taken);
          }
        },
      ),
      { numRuns: 60, seed: 20_261_125 },
    );
  });
});
