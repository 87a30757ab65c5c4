import { beforeEach, describe, expect, it } from 'vitest';
import {
  closeMarker,
  createAssociatedToken,
  fill,
  fillMarkerAddress,
  programs,
  readProgramEvents,
  usedRequestAddress,
  type Fill,
} from '../../src/program/index.js';
import { signerOf, type Cluster } from './createCluster.js';
import {
  addresses,
  createPrograms,
  depository,
  executionOf,
  filler,
  id,
  must,
  people,
  requestOf,
  sol,
  withKey,
} from './createPrograms.js';
import { createToken, transferFee, type Token } from './createTokens.js';

const { user, solver, stranger } = people;
const mint = signerOf('mint').address;
const week = 7n * 24n * 3600n;

let cluster: Cluster;

beforeEach(() => {
  cluster = createPrograms();
});

function payment(changes: Partial<Fill> = {}): Fill {
  return {
    filler,
    solver: solver.address,
    recipient: user.address,
    currency: sol,
    amount: 3_000_000n,
    order: id(1),
    deadline: cluster.now + 60n,
    ...changes,
  };
}

describe('fill_native', () => {
  it('pays, marks the order and says what arrived', () => {
    const before = cluster.lamports(user.address);
    const { logs } = must(cluster.send([fill(payment())], [solver]));
    expect(cluster.lamports(user.address) - before).toBe(3_000_000n);
    const marker = fillMarkerAddress(payment());
    expect([cluster.owner(marker), cluster.lamports(marker)]).toEqual([filler, cluster.rent(48)]);
    expect(readProgramEvents(logs, filler).events).toEqual([
      {
        type: 'fill',
        order: id(1),
        solver: solver.address,
        recipient: user.address,
        currency: sol,
        amount: 3_000_000n,
      },
    ]);
  });

  it('pays an order once, whatever else is asked for', () => {
    must(cluster.send([fill(payment())], [solver]));
    expect(cluster.send([fill(payment())], [solver]).result).toBe('ALREADY_FILLED');
    expect(
      cluster.send(
        [
          fill(
            payment({
              recipient: stranger.address,
              amount: 1_000_000n,
              deadline: cluster.now + 99n,
            }),
          ),
        ],
        [solver],
      ).result,
    ).toBe('ALREADY_FILLED');
    must(cluster.send([fill(payment({ order: id(2) }))], [solver]));
  });

  it('pays an order once within one transaction', () => {
    expect(
      cluster.send([fill(payment()), fill(payment({ amount: 4_000_000n }))], [solver]).result,
    ).toBe('ALREADY_FILLED');
    expect(cluster.owner(fillMarkerAddress(payment()))).toBeUndefined();
  });

  it("lets nobody use up another solver's order", () => {
    must(
      cluster.send(
        [fill(payment({ solver: stranger.address, recipient: user.address, amount: 1_000_000n }))],
        [stranger],
      ),
    );
    cluster.fund(fillMarkerAddress(payment()), 3_000_000n);
    must(cluster.send([fill(payment())], [solver]));
  });

  it('refuses the marker of another solver or order, and a marker of another program', () => {
    const instruction = fill(payment());
    for (const other of [
      { solver: stranger.address },
      { order: id(2) },
      { filler: stranger.address },
    ]) {
      expect(
        cluster.send(
          [withKey(instruction, 2, { pubkey: fillMarkerAddress(payment(other)) })],
          [solver],
        ).result,
      ).toBe('ADDRESS');
    }
    cluster.setAccount(fillMarkerAddress(payment()), programs.token, new Uint8Array(48));
    expect(cluster.send([instruction], [solver]).result).toBe('OWNER');
  });

  it('refuses after the deadline', () => {
    expect(cluster.send([fill(payment({ deadline: cluster.now - 1n }))], [solver]).result).toBe(
      'EXPIRED',
    );
    must(cluster.send([fill(payment({ deadline: cluster.now }))], [solver]));
  });

  it('A13: refuses amount and order of zero, nobody, the solver and the marker as recipients', () => {
    expect(cluster.send([fill(payment({ amount: 0n }))], [solver]).result).toBe('ZERO_AMOUNT');
    expect(cluster.send([fill(payment({ order: id(0) }))], [solver]).result).toBe('ZERO_ID');
    expect(cluster.send([fill(payment({ recipient: solver.address }))], [solver]).result).toBe(
      'RECIPIENT',
    );
    expect(
      cluster.send([fill(payment({ recipient: fillMarkerAddress(payment()) }))], [solver]).result,
    ).toBe('RECIPIENT');
    expect(cluster.send([fill(payment({ recipient: sol }))], [solver]).result).not.toBe('ok');
  });

  it('refuses more than the solver has, and leaves no marker', () => {
    expect(cluster.send([fill(payment({ amount: (1n << 64n) - 1n }))], [solver]).result).toBe(
      'Custom 1',
    );
    expect(cluster.owner(fillMarkerAddress(payment()))).toBeUndefined();
  });

  it('refuses a solver who did not sign, fixed accounts, another system program, other lengths', () => {
    const instruction = fill(payment({ solver: stranger.address }));
    expect(cluster.send([withKey(instruction, 0, { isSigner: false })], [solver]).result).toBe(
      'MISSING_SIGNATURE',
    );
    const own = fill(payment());
    for (const index of [1, 2])
      expect(cluster.send([withKey(own, index, { isWritable: false })], [solver]).result).toBe(
        'NOT_WRITABLE',
      );
    expect(cluster.send([withKey(own, 0, { isWritable: false })], [user, solver]).result).toBe(
      'NOT_WRITABLE',
    );
    expect(cluster.send([withKey(own, 3, { pubkey: programs.token })], [solver]).result).toBe(
      'ADDRESS',
    );
    expect(cluster.send([{ ...own, keys: own.keys.slice(0, 3) }], [solver]).result).toBe(
      'ACCOUNT_COUNT',
    );
    expect(cluster.send([{ ...own, data: own.data.subarray(0, 55) }], [solver]).result).toBe(
      'INSTRUCTION_DATA',
    );
    expect(cluster.send([{ ...own, data: own.data.subarray(0, 3) }], [solver]).result).toBe(
      'INSTRUCTION_DATA',
    );
  });
});

describe('fill_token', () => {
  let token: Token;
  const paid = (changes: Partial<Fill> = {}): Fill =>
    payment({ currency: mint, tokenProgram: programs.token, ...changes });

  beforeEach(() => {
    token = createToken(cluster, mint);
    token.hold(solver.address, 5_000_000n);
  });

  it("pays into the recipient's account, made in the same transaction", () => {
    const create = createAssociatedToken(solver.address, {
      owner: user.address,
      mint,
      tokenProgram: programs.token,
    });
    const { logs } = must(cluster.send([create, fill(paid())], [solver]));
    expect([token.balance(solver.address), token.balance(user.address)]).toEqual([
      2_000_000n,
      3_000_000n,
    ]);
    expect(readProgramEvents(logs, filler).events).toEqual([
      {
        type: 'fill',
        order: id(1),
        solver: solver.address,
        recipient: user.address,
        currency: mint,
        amount: 3_000_000n,
      },
    ]);
    expect(cluster.send([create, fill(paid())], [solver]).result).toBe('ALREADY_FILLED');
  });

  it('pays an order once, in SOL or in tokens', () => {
    token.hold(user.address, 0n);
    must(cluster.send([fill(payment())], [solver]));
    expect(cluster.send([fill(paid())], [solver]).result).toBe('ALREADY_FILLED');
  });

  it('refuses a recipient without an account', () => {
    expect(cluster.send([fill(paid())], [solver]).result).toBe('OWNER');
  });

  it.each([
    ['recipient', 1, 'ADDRESS'],
    ['mint', 2, 'OWNER'],
    ["solver's account", 3, 'OWNER'],
    ["recipient's account", 4, 'ADDRESS'],
    ['marker', 5, 'ADDRESS'],
    ['token program', 6, 'TOKEN_PROGRAM'],
    ['system program', 7, 'ADDRESS'],
  ])('refuses another %s', (_, index, expected) => {
    token.hold(user.address, 0n);
    expect(
      cluster.send([withKey(fill(paid()), index, { pubkey: stranger.address })], [solver]).result,
    ).toBe(expected);
  });

  it('refuses lists and data of other lengths', () => {
    token.hold(user.address, 0n);
    const own = fill(paid());
    for (const keys of [own.keys.slice(0, 7), [...own.keys, own.keys[7]!], []])
      expect(cluster.send([{ ...own, keys }], [solver]).result).toBe('ACCOUNT_COUNT');
    for (const data of [own.data.subarray(0, 48), Uint8Array.from([...own.data, 0])])
      expect(cluster.send([{ ...own, data }], [solver]).result).toBe('INSTRUCTION_DATA');
    expect(
      cluster.send(
        [withKey(fill(paid({ solver: stranger.address })), 0, { isSigner: false })],
        [solver],
      ).result,
    ).toBe('MISSING_SIGNATURE');
    expect(cluster.send([fill(paid({ recipient: solver.address }))], [solver]).result).toBe(
      'RECIPIENT',
    );
  });

  it("refuses an associated account that is not the recipient's any more", () => {
    token.hold(user.address, 0n, { storedOwner: stranger.address });
    expect(cluster.send([fill(paid())], [solver]).result).toBe('TOKEN_ACCOUNT');
  });

  it("refuses to pay out of the recipient's or anybody else's tokens", () => {
    token.hold(user.address, 9_000_000n);
    token.hold(stranger.address, 9_000_000n);
    for (const owner of [user, stranger])
      expect(
        cluster.send(
          [withKey(fill(paid()), 3, { pubkey: token.addressOf(owner.address) })],
          [solver],
        ).result,
      ).toBe('TOKEN_ACCOUNT');
  });

  it('refuses more than the solver has, a frozen account, and another mint', () => {
    token.hold(user.address, 0n);
    expect(cluster.send([fill(paid({ amount: 5_000_001n }))], [solver]).result).toBe('Custom 1');
    const other = createToken(cluster, signerOf('other mint').address);
    other.hold(user.address, 0n);
    expect(
      cluster.send([withKey(fill(paid()), 4, { pubkey: other.addressOf(user.address) })], [solver])
        .result,
    ).toBe('ADDRESS');
    expect(cluster.send([withKey(fill(paid()), 2, { pubkey: other.mint })], [solver]).result).toBe(
      'TOKEN_ACCOUNT',
    );
    token.hold(user.address, 0n, { frozen: true });
    expect(cluster.send([fill(paid())], [solver]).result).toBe('Custom 17');
  });

  it('says what arrived when the mint keeps a fee', () => {
    const tokenProgram = programs.token2022;
    const fees = createToken(cluster, mint, { tokenProgram, extensions: [transferFee(200)] });
    fees.hold(solver.address, 5_000_000n);
    fees.hold(user.address, 0n);
    const { logs } = must(cluster.send([fill(paid({ tokenProgram }))], [solver]));
    expect(readProgramEvents(logs, filler).events).toMatchObject([{ amount: 2_940_000n }]);
  });
});

describe('the rent of markers', () => {
  it('goes back to the solver a week after the deadline, and not before', () => {
    must(cluster.send([fill(payment())], [solver]));
    const marker = fillMarkerAddress(payment());
    const close = closeMarker({ kind: 'filler', program: filler, marker, payer: solver.address });
    cluster.setTime(cluster.now + 60n + week);
    expect(cluster.send([close], [solver]).result).toBe('MARKER_HELD');
    cluster.setTime(cluster.now + 61n + week);
    const before = cluster.lamports(solver.address);
    must(cluster.send([close], [solver]));
    expect(cluster.lamports(solver.address) - before).toBe(cluster.rent(48) - 5_000n);
    expect(cluster.owner(marker)).toBeUndefined();
    expect(cluster.send([fill(payment())], [solver]).result).toBe('EXPIRED');
  });

  it('goes back to the executor a week after the request expired', () => {
    cluster.fund(addresses.vault, 10_000_000n);
    const request = requestOf(cluster);
    must(cluster.send(executionOf(request), [solver]));
    const close = closeMarker({
      kind: 'depository',
      program: depository,
      marker: usedRequestAddress(depository, request.nonce),
      payer: solver.address,
    });
    expect(cluster.send([close], [solver]).result).toBe('MARKER_HELD');
    cluster.setTime(request.expiration + week + 1n);
    must(cluster.send([close], [solver]));
    expect(cluster.send(executionOf(request), [solver]).result).toBe('EXPIRED');
  });

  it('goes to nobody else, and from nothing else', () => {
    cluster.fund(addresses.vault, 10_000_000n);
    must(cluster.send([fill(payment())], [solver]));
    must(cluster.send(executionOf(requestOf(cluster)), [solver]));
    const marker = fillMarkerAddress(payment());
    cluster.setTime(cluster.now + 100n + week);
    const close = (
      kind: 'filler' | 'depository',
      program: string,
      account: string,
      payer: string,
    ): ReturnType<typeof closeMarker> => closeMarker({ kind, program, marker: account, payer });
    expect(
      cluster.send([close('filler', filler, marker, stranger.address)], [stranger]).result,
    ).toBe('UNAUTHORIZED');
    expect(
      cluster.send(
        [withKey(close('filler', filler, marker, solver.address), 1, { isSigner: false })],
        [stranger],
      ).result,
    ).toBe('MISSING_SIGNATURE');
    expect(
      cluster.send([close('depository', depository, addresses.config, solver.address)], [solver])
        .result,
    ).toBe('MARKER');
    expect(
      cluster.send([close('depository', depository, addresses.vault, solver.address)], [solver])
        .result,
    ).toBe('OWNER');
    expect(
      cluster.send([close('depository', depository, marker, solver.address)], [solver]).result,
    ).toBe('OWNER');
    expect(
      cluster.send(
        [withKey(close('filler', filler, marker, solver.address), 0, { isWritable: false })],
        [solver],
      ).result,
    ).toBe('NOT_WRITABLE');
    expect(cluster.send([close('filler', filler, marker, marker)], [solver]).result).not.toBe('ok');
    const own = close('filler', filler, marker, solver.address);
    expect(cluster.send([{ ...own, keys: [...own.keys, ...own.keys] }], [solver]).result).toBe(
      'ACCOUNT_COUNT',
    );
    expect(
      cluster.send([{ ...own, data: Uint8Array.from([...own.data, 0]) }], [solver]).result,
    ).toBe('INSTRUCTION_DATA');
    const written = cluster.data(marker)!;
    const lookalike = signerOf('lookalike').address;
    for (const data of [
      Uint8Array.from([...written, 0]),
      written.slice(0, 47),
      Uint8Array.from([0, ...written.subarray(1)]),
    ]) {
      cluster.setAccount(lookalike, filler, data);
      expect(
        cluster.send([close('filler', filler, lookalike, solver.address)], [solver]).result,
      ).toBe('MARKER');
    }
    must(cluster.send([own], [solver]));
  });
});
