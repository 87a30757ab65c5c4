import { beforeEach, describe, expect, it } from 'vitest';
import {
  createAssociatedToken,
  depositoryAddresses,
  depositoryDomain,
  programs,
  readProgramEvents,
  transferDigest,
  usedRequestAddress,
} from '../../src/program/index.js';
import { concatBytes } from '../../src/transaction/bytes.js';
import type { Instruction } from '../../src/transaction/instruction.js';
import { programFile } from '../../../contracts/scripts/programFile.js';
import { solanaCodec } from '../../src/codec.js';
import { signerOf, type Cluster } from './createCluster.js';
import {
  addresses,
  chainId,
  createPrograms,
  depository,
  executionOf,
  govern,
  id,
  must,
  people,
  requestOf,
  sol,
  withKey,
} from './createPrograms.js';
import { createToken, transferFee } from './createTokens.js';

const { user, solver, stranger, allocator } = people;
const mint = signerOf('mint').address;

let cluster: Cluster;
let reserve: bigint;

beforeEach(() => {
  cluster = createPrograms();
  reserve = cluster.rent(0);
  cluster.fund(addresses.vault, reserve + 10_000_000n);
});

/** Both instructions, the second changed. */
function changed(
  [verify, execute]: [Instruction, Instruction],
  change: (execute: Instruction) => Instruction,
): Instruction[] {
  return [verify, change(execute)];
}

function verified(header: readonly number[], tail: readonly Uint8Array[]): Instruction {
  return {
    programId: programs.ed25519,
    keys: [],
    data: concatBytes([Uint8Array.from(header), ...tail]),
  };
}

describe('execute_transfer of SOL', () => {
  it('pays what was signed, leaves a marker and says for which order', () => {
    const before = cluster.lamports(user.address);
    const { logs } = must(cluster.send(executionOf(requestOf(cluster)), [solver]));
    expect(cluster.lamports(user.address) - before).toBe(1_000_000n);
    expect(cluster.lamports(addresses.vault)).toBe(reserve + 9_000_000n);
    const marker = usedRequestAddress(depository, id(7));
    expect([cluster.owner(marker), cluster.lamports(marker)]).toEqual([
      depository,
      cluster.rent(48),
    ]);
    expect(readProgramEvents(logs, depository).events).toEqual([
      {
        type: 'transfer',
        nonce: id(7),
        order: id(1),
        depositor: user.address,
        recipient: user.address,
        currency: sol,
        amount: 1_000_000n,
      },
    ]);
  });

  it('runs once, whoever sends it, and a nonce once, whatever it is for', () => {
    must(cluster.send(executionOf(requestOf(cluster)), [solver]));
    expect(cluster.send(executionOf(requestOf(cluster)), [solver]).result).toBe('REQUEST_USED');
    expect(
      cluster.send(executionOf(requestOf(cluster), { executor: stranger.address }), [stranger])
        .result,
    ).toBe('REQUEST_USED');
    expect(
      cluster.send(executionOf(requestOf(cluster, { amount: 2n, recipient: stranger.address })), [
        solver,
      ]).result,
    ).toBe('REQUEST_USED');
    must(cluster.send(executionOf(requestOf(cluster, { nonce: id(8) })), [solver]));
  });

  it('runs once within one transaction', () => {
    const [verify, execute] = executionOf(requestOf(cluster));
    expect(cluster.send([verify, execute, verify, execute], [solver]).result).toBe('REQUEST_USED');
    expect(cluster.lamports(addresses.vault)).toBe(reserve + 10_000_000n);
  });

  it('runs though somebody sent lamports to the marker before', () => {
    const marker = usedRequestAddress(depository, id(7));
    cluster.fund(marker, 5_000_000n);
    const before = cluster.lamports(solver.address);
    must(cluster.send(executionOf(requestOf(cluster)), [solver]));
    expect(cluster.owner(marker)).toBe(depository);
    expect(before - cluster.lamports(solver.address)).toBeLessThan(cluster.rent(48));
  });

  it.each([
    ['amount', { amount: 1_000_001n }],
    ['recipient', { recipient: stranger.address }],
    ['order', { order: id(2) }],
    ['depositor', { depositor: stranger.address }],
    ['nonce', { nonce: id(9) }],
  ])('refuses another %s than was signed', (_, change) => {
    const [verify] = executionOf(requestOf(cluster));
    const [, execute] = executionOf(requestOf(cluster, change));
    expect(cluster.send([verify, execute], [solver]).result).toBe('SIGNATURE');
  });

  it('R2: refuses another recipient, vault, marker or config than the request names', () => {
    const execution = executionOf(requestOf(cluster));
    const other = stranger.address;
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 2, { pubkey: other })),
        [solver],
      ).result,
    ).toBe('RECIPIENT');
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 3, { pubkey: other })),
        [solver],
      ).result,
    ).toBe('ADDRESS');
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 4, { pubkey: other })),
        [solver],
      ).result,
    ).toBe('ADDRESS');
    expect(
      cluster.send(
        changed(execution, (execute) =>
          withKey(execute, 4, { pubkey: usedRequestAddress(depository, id(8)) }),
        ),
        [solver],
      ).result,
    ).toBe('ADDRESS');
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 0, { pubkey: other })),
        [solver],
      ).result,
    ).toBe('NOT_INITIALIZED');
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 6, { pubkey: other })),
        [solver],
      ).result,
    ).toBe('ADDRESS');
  });

  it('refuses requests of another chain, of another program and for another vault', () => {
    const elsewhere = [
      { domain: depositoryDomain({ depository, chainId: chainId + 1 }) },
      { domain: depositoryDomain({ depository: stranger.address, chainId }) },
      { domain: id(0) },
    ];
    for (const change of elsewhere)
      expect(cluster.send(executionOf(requestOf(cluster, change)), [solver]).result).toBe('DOMAIN');
    const { vault } = depositoryAddresses(stranger.address);
    const execution = executionOf(requestOf(cluster, { vault }));
    expect(cluster.send(execution, [solver]).result).toBe('ADDRESS');
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 3, { pubkey: vault })),
        [solver],
      ).result,
    ).toBe('ADDRESS');
  });

  it('refuses what has expired and what would be good for longer than 15 minutes', () => {
    expect(
      cluster.send(executionOf(requestOf(cluster, { expiration: cluster.now - 1n })), [solver])
        .result,
    ).toBe('EXPIRED');
    expect(
      cluster.send(executionOf(requestOf(cluster, { expiration: cluster.now + 901n })), [solver])
        .result,
    ).toBe('EXPIRES_TOO_LATE');
    expect(
      cluster.send(executionOf(requestOf(cluster, { expiration: (1n << 63n) - 1n })), [solver])
        .result,
    ).toBe('EXPIRES_TOO_LATE');
    expect(
      cluster.send(executionOf(requestOf(cluster, { expiration: -(1n << 63n) })), [solver]).result,
    ).toBe('EXPIRED');
    must(cluster.send(executionOf(requestOf(cluster, { expiration: cluster.now })), [solver]));
    must(
      cluster.send(
        executionOf(requestOf(cluster, { expiration: cluster.now + 900n, nonce: id(8) })),
        [solver],
      ),
    );
  });

  it('never empties the vault', () => {
    expect(
      cluster.send(executionOf(requestOf(cluster, { amount: 10_000_001n })), [solver]).result,
    ).toBe('VAULT_RESERVE');
    expect(
      cluster.send(executionOf(requestOf(cluster, { amount: (1n << 64n) - 1n })), [solver]).result,
    ).toBe('VAULT_RESERVE');
    expect(cluster.send(executionOf(requestOf(cluster, { amount: 0n })), [solver]).result).toBe(
      'ZERO_AMOUNT',
    );
    must(cluster.send(executionOf(requestOf(cluster, { amount: 10_000_000n })), [solver]));
    expect(cluster.lamports(addresses.vault)).toBe(reserve);
  });

  it('pays neither the vault nor nobody', () => {
    expect(
      cluster.send(executionOf(requestOf(cluster, { recipient: addresses.vault })), [solver])
        .result,
    ).toBe('RECIPIENT');
    expect(cluster.send(executionOf(requestOf(cluster, { recipient: sol })), [solver]).result).toBe(
      'RECIPIENT',
    );
  });

  it('refuses an executor who did not sign, and accounts that may not be written', () => {
    const execution = executionOf(requestOf(cluster), { executor: stranger.address });
    expect(
      cluster.send(
        changed(execution, (execute) => withKey(execute, 1, { isSigner: false })),
        [solver],
      ).result,
    ).toBe('MISSING_SIGNATURE');
    const own = executionOf(requestOf(cluster));
    for (const index of [2, 3, 4, 7])
      expect(
        cluster.send(
          changed(own, (execute) => withKey(execute, index, { isWritable: false })),
          [solver],
        ).result,
      ).toBe('NOT_WRITABLE');
  });

  it('refuses data that is cut or too long, and lists of other lengths', () => {
    const execution = executionOf(requestOf(cluster));
    for (const length of [8, 100, 247])
      expect(
        cluster.send(
          changed(execution, (execute) => ({ ...execute, data: execute.data.subarray(0, length) })),
          [solver],
        ).result,
      ).toBe('INSTRUCTION_DATA');
    expect(
      cluster.send(
        changed(execution, (execute) => ({
          ...execute,
          data: concatBytes([execute.data, Uint8Array.of(0)]),
        })),
        [solver],
      ).result,
    ).toBe('INSTRUCTION_DATA');
    for (const length of [0, 6, 7, 9])
      expect(
        cluster.send(
          changed(execution, (execute) => ({
            ...execute,
            keys: [...execute.keys, ...execute.keys].slice(0, length),
          })),
          [solver],
        ).result,
      ).toBe('ACCOUNT_COUNT');
    const asToken = changed(execution, (execute) => ({
      ...execute,
      keys: [...execute.keys, ...execute.keys.slice(0, 4)],
    }));
    expect(cluster.send(asToken, [solver]).result).toBe('ACCOUNT_COUNT');
  });
});

describe("the allocator's signature", () => {
  const headerOf = (...offsets: readonly number[]): number[] => [
    1,
    0,
    ...offsets.flatMap((offset) => [offset & 0xff, offset >> 8]),
  ];

  it('must be of the allocator', () => {
    expect(
      cluster.send(executionOf(requestOf(cluster), { signer: stranger }), [solver]).result,
    ).toBe('SIGNATURE');
    expect(
      cluster.send(executionOf(requestOf(cluster), { signer: people.owner }), [solver]).result,
    ).toBe('SIGNATURE');
  });

  it('must stand in the instruction before', () => {
    const [verify, execute] = executionOf(requestOf(cluster));
    const other: Instruction = {
      programId: programs.system,
      keys: [
        { pubkey: solver.address, isSigner: true, isWritable: true },
        { pubkey: user.address, isSigner: false, isWritable: true },
      ],
      data: Uint8Array.from([2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]),
    };
    expect(cluster.send([execute], [solver]).result).toBe('SIGNATURE');
    expect(cluster.send([execute, verify], [solver]).result).toBe('SIGNATURE');
    expect(cluster.send([verify, other, execute], [solver]).result).toBe('SIGNATURE');
    must(cluster.send([other, verify, execute], [solver]));
  });

  it('is refused where another program says the same bytes', () => {
    const [verify, execute] = executionOf(requestOf(cluster), { signer: stranger });
    const [genuine] = executionOf(requestOf(cluster));
    // Answers 0 to everything: `r0 = 0; exit`.
    const code = Buffer.from('b7000000000000009500000000000000', 'hex');
    const agreeable = {
      address: signerOf('agreeable').address,
      sha256: '',
      base64: programFile({ constants: Buffer.alloc(8), code, entrypoint: 0 }).toString('base64'),
    };
    cluster.load(agreeable, solanaCodec.encodeAddress(stranger.address));
    const claimed = {
      ...genuine,
      programId: agreeable.address,
      data: concatBytes([
        genuine.data.subarray(0, 48),
        new Uint8Array(64),
        genuine.data.subarray(112),
      ]),
    };
    must(cluster.send([claimed], [solver]));
    expect(cluster.send([claimed, execute], [solver]).result).toBe('SIGNATURE');
    expect(cluster.send([verify, claimed, execute], [solver]).result).toBe('SIGNATURE');
  });

  it('is refused where its offsets point into another instruction', () => {
    const request = requestOf(cluster);
    const [, execute] = executionOf(request);
    const digest = transferDigest(request);
    const ours = stranger.sign(digest);
    // A true signature of another key, in an instruction that shows the allocator's key where
    // ours would lie.
    const real = verified(headerOf(48, 0xffff, 16, 0xffff, 112, 32, 0xffff), [
      solanaCodec.encodeAddress(stranger.address),
      ours,
      digest,
    ]);
    const shown = [solanaCodec.encodeAddress(allocator.address), new Uint8Array(64), digest];
    for (const header of [
      headerOf(48, 0, 16, 0, 112, 32, 0),
      headerOf(48, 0, 16, 0, 112, 32, 0xffff),
    ]) {
      expect(cluster.send([real, verified(header, shown), execute], [solver]).result).toBe(
        'SIGNATURE',
      );
    }
    // The runtime itself refuses what does not verify.
    expect(
      cluster.send(
        [real, verified(headerOf(48, 0xffff, 16, 0, 112, 32, 0xffff), shown), execute],
        [solver],
      ).result,
    ).not.toBe('ok');
  });

  it('is refused with no signature, two, or another arrangement', () => {
    const request = requestOf(cluster);
    const [verify, execute] = executionOf(request);
    const key = solanaCodec.encodeAddress(allocator.address);
    const digest = transferDigest(request);
    const signature = allocator.sign(digest);
    const none = { ...verify, data: new Uint8Array(2) };
    const moved = verified(headerOf(16, 0xffff, 80, 0xffff, 112, 32, 0xffff), [
      signature,
      key,
      digest,
    ]);
    const longer = { ...verify, data: concatBytes([verify.data, Uint8Array.of(0)]) };
    const two = verified(
      [
        2,
        ...headerOf(62, 0xffff, 30, 0xffff, 126, 32, 0xffff).slice(1),
        ...headerOf(62, 0xffff, 30, 0xffff, 126, 32, 0xffff).slice(2),
      ],
      [key, signature, digest],
    );
    for (const instruction of [none, moved, longer, two])
      expect(cluster.send([instruction, execute], [solver]).result).toBe('SIGNATURE');
  });

  it('is refused of a message of another length that begins alike', () => {
    const request = requestOf(cluster);
    const [, execute] = executionOf(request);
    const message = concatBytes([transferDigest(request), Uint8Array.of(0)]);
    const longer = verified(headerOf(48, 0xffff, 16, 0xffff, 112, 33, 0xffff), [
      solanaCodec.encodeAddress(allocator.address),
      allocator.sign(message),
      message,
    ]);
    expect(cluster.send([longer, execute], [solver]).result).toBe('SIGNATURE');
  });

  it('is looked for in the true sysvar only', () => {
    const [verify, execute] = executionOf(requestOf(cluster), { signer: stranger });
    const fake = signerOf('fake sysvar').address;
    const [genuine] = executionOf(requestOf(cluster));
    // One instruction, our lookalike: no accounts, the ed25519 program, its data; then this one is
    // current.
    const entry = concatBytes([
      Uint8Array.of(0, 0),
      solanaCodec.encodeAddress(programs.ed25519),
      Uint8Array.of(144, 0),
      genuine.data,
    ]);
    cluster.setAccount(
      fake,
      programs.system,
      concatBytes([Uint8Array.of(2, 0, 6, 0, 6, 0), entry, Uint8Array.of(1, 0)]),
    );
    expect(cluster.send([verify, withKey(execute, 5, { pubkey: fake })], [solver]).result).toBe(
      'ADDRESS',
    );
  });

  it('ends with the allocator', () => {
    must(govern(cluster, people.owner, { type: 'kill_allocator' }));
    expect(cluster.send(executionOf(requestOf(cluster)), [solver]).result).toBe('UNAUTHORIZED');
  });
});

describe('execute_transfer of tokens', () => {
  const execution = (
    changes: Parameters<typeof requestOf>[1] = {},
    tokenProgram: string = programs.token,
  ): [Instruction, Instruction] =>
    executionOf(requestOf(cluster, { token: mint, ...changes }), { tokenProgram });

  it('pays into the associated account of the recipient', () => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 5_000_000n);
    const create = createAssociatedToken(solver.address, {
      owner: user.address,
      mint,
      tokenProgram: programs.token,
    });
    const { logs } = must(cluster.send([create, ...execution()], [solver]));
    expect([token.balance(addresses.vault), token.balance(user.address)]).toEqual([
      4_000_000n,
      1_000_000n,
    ]);
    expect(readProgramEvents(logs, depository).events).toMatchObject([
      { type: 'transfer', currency: mint, amount: 1_000_000n },
    ]);
    expect(cluster.send(execution(), [solver]).result).toBe('REQUEST_USED');
  });

  it.each([
    ['mint', 7, 'ADDRESS'],
    ["vault's account", 8, 'ADDRESS'],
    ["recipient's account", 9, 'ADDRESS'],
    ['token program', 10, 'TOKEN_PROGRAM'],
    ['limit', 11, 'LIMIT_MISSING'],
    ['recipient', 2, 'RECIPIENT'],
  ])('refuses another %s', (_, index, expected) => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 5_000_000n);
    token.hold(user.address, 0n);
    expect(
      cluster.send(
        changed(execution(), (execute) => withKey(execute, index, { pubkey: stranger.address })),
        [solver],
      ).result,
    ).toBe(expected);
  });

  it('refuses to pay into the account of another owner', () => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 5_000_000n);
    token.hold(stranger.address, 0n);
    const elsewhere = (execute: Instruction): Instruction =>
      withKey(execute, 9, { pubkey: token.addressOf(stranger.address) });
    expect(cluster.send(changed(execution(), elsewhere), [solver]).result).toBe('ADDRESS');
    token.hold(user.address, 0n, { storedOwner: stranger.address });
    expect(cluster.send(execution(), [solver]).result).toBe('TOKEN_ACCOUNT');
  });

  it('R6: refuses what is no mint of the token program, though both accounts name it', () => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 5_000_000n);
    token.hold(user.address, 0n);
    cluster.setAccount(mint, programs.system, cluster.data(mint)!);
    expect(cluster.send(execution(), [solver]).result).toBe('OWNER');
    cluster.setAccount(mint, programs.token, new Uint8Array(81));
    expect(cluster.send(execution(), [solver]).result).toBe('MINT');
  });

  it('refuses SOL where tokens were signed, and tokens where SOL was', () => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 5_000_000n);
    token.hold(user.address, 0n);
    expect(
      cluster.send(
        changed(execution(), (execute) => ({ ...execute, keys: execute.keys.slice(0, 8) })),
        [solver],
      ).result,
    ).toBe('ACCOUNT_COUNT');
    const [verify, execute] = executionOf(requestOf(cluster));
    expect(
      cluster.send(
        [verify, { ...execute, keys: [...execute.keys, ...execution()[1].keys.slice(8)] }],
        [solver],
      ).result,
    ).toBe('ACCOUNT_COUNT');
  });

  it('refuses more than the vault holds and leaves no marker', () => {
    const token = createToken(cluster, mint);
    token.hold(addresses.vault, 999_999n);
    token.hold(user.address, 0n);
    expect(cluster.send(execution(), [solver]).result).toBe('Custom 1');
    expect(cluster.owner(usedRequestAddress(depository, id(7)))).toBeUndefined();
  });

  it('says what left the vault when the mint keeps a fee', () => {
    const token = createToken(cluster, mint, {
      tokenProgram: programs.token2022,
      extensions: [transferFee(100)],
    });
    token.hold(addresses.vault, 5_000_000n);
    token.hold(user.address, 0n);
    const { logs } = must(cluster.send(execution({}, programs.token2022), [solver]));
    expect(token.balance(user.address)).toBe(990_000n);
    expect(readProgramEvents(logs, depository).events).toMatchObject([{ amount: 1_000_000n }]);
  });
});
