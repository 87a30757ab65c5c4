import { beforeEach, describe, expect, it } from 'vitest';
import {
  deposit,
  depositoryAddresses,
  programs,
  readDeposit,
  readProgramEvents,
  type Deposit,
} from '../../src/program/index.js';
import { signerOf, type Cluster } from './createCluster.js';
import {
  addresses,
  createPrograms,
  depository,
  govern,
  id,
  must,
  people,
  sol,
  withKey,
} from './createPrograms.js';
import { createToken, transferFee, type Token } from './createTokens.js';

const { user, stranger } = people;
const mint = signerOf('mint').address;

let cluster: Cluster;

beforeEach(() => {
  cluster = createPrograms();
});

describe('deposit_native', () => {
  const paid: Deposit = {
    depository,
    sender: user.address,
    depositor: stranger.address,
    currency: sol,
    amount: 5_000_000n,
    id: id(1),
  };
  const instruction = deposit(paid, addresses);

  it('puts lamports into the vault and says whose', () => {
    const before = cluster.lamports(addresses.vault);
    const { logs } = must(cluster.send([instruction], [user]));
    expect(cluster.lamports(addresses.vault) - before).toBe(5_000_000n);
    expect(readProgramEvents(logs, depository)).toEqual({
      truncated: false,
      events: [
        {
          type: 'deposit',
          depositor: stranger.address,
          currency: sol,
          amount: 5_000_000n,
          id: id(1),
        },
      ],
    });
  });

  it('is read back from its instruction, and nothing else is', () => {
    expect(readDeposit(instruction, addresses)).toEqual(paid);
    for (const index of [0, 3, 4])
      expect(
        readDeposit(withKey(instruction, index, { pubkey: stranger.address }), addresses),
      ).toBeUndefined();
    expect(readDeposit(withKey(instruction, 1, { isSigner: false }), addresses)).toBeUndefined();
    expect(
      readDeposit({ ...instruction, data: instruction.data.subarray(1) }, addresses),
    ).toBeUndefined();
    expect(readDeposit({ ...instruction, programId: stranger.address })).toBeUndefined();
  });

  it.each([
    ['config', 0, 'NOT_INITIALIZED'],
    ['vault', 3, 'ADDRESS'],
    ['system program', 4, 'ADDRESS'],
  ])('refuses another %s', (_, index, expected) => {
    expect(
      cluster.send([withKey(instruction, index, { pubkey: stranger.address })], [user]).result,
    ).toBe(expected);
  });

  it.each([
    [
      'another config of another program',
      0,
      depositoryAddresses(stranger.address).config,
      'NOT_INITIALIZED',
    ],
    ['a vault of another program', 3, depositoryAddresses(stranger.address).vault, 'ADDRESS'],
    ['the sender as vault', 3, user.address, 'ADDRESS'],
    ['the vault as config', 0, addresses.vault, 'NOT_INITIALIZED'],
  ])('refuses %s', (_, index, pubkey, expected) => {
    expect(cluster.send([withKey(instruction, index, { pubkey })], [user]).result).toBe(expected);
  });

  it('refuses a copy of the config that another program owns', () => {
    const copy = signerOf('copy').address;
    cluster.setAccount(copy, programs.token, cluster.data(addresses.config)!);
    expect(cluster.send([withKey(instruction, 0, { pubkey: copy })], [user]).result).toBe(
      'NOT_INITIALIZED',
    );
  });

  it('refuses a copy of the config at another address, even of its own', () => {
    const copy = signerOf('copy').address;
    cluster.setAccount(copy, depository, cluster.data(addresses.config)!);
    expect(cluster.send([withKey(instruction, 0, { pubkey: copy })], [user]).result).toBe(
      'ADDRESS',
    );
  });

  it('R1: refuses a config that was not written by initialisation', () => {
    const written = cluster.data(addresses.config)!;
    for (const data of [
      new Uint8Array(280),
      Uint8Array.from([0, ...written.subarray(1)]),
      written.slice(0, 279),
      Uint8Array.from([...written, 0]),
    ]) {
      cluster.setAccount(addresses.config, depository, data);
      expect(cluster.send([instruction], [user]).result).toBe('NOT_INITIALIZED');
    }
  });

  it('A13: refuses amount and id of zero, and more than the sender has', () => {
    expect(cluster.send([deposit({ ...paid, amount: 0n }, addresses)], [user]).result).toBe(
      'ZERO_AMOUNT',
    );
    expect(cluster.send([deposit({ ...paid, id: id(0) }, addresses)], [user]).result).toBe(
      'ZERO_ID',
    );
    expect(
      cluster.send([deposit({ ...paid, amount: (1n << 64n) - 1n }, addresses)], [user]).result,
    ).toBe('Custom 1');
  });

  it('refuses a sender who did not sign', () => {
    const unsigned = withKey(deposit({ ...paid, sender: stranger.address }, addresses), 1, {
      isSigner: false,
    });
    expect(cluster.send([unsigned], [user]).result).toBe('MISSING_SIGNATURE');
  });

  it('refuses accounts that may not be written', () => {
    expect(cluster.send([withKey(instruction, 3, { isWritable: false })], [user]).result).toBe(
      'NOT_WRITABLE',
    );
    expect(
      cluster.send(
        [withKey(withKey(instruction, 1, { isWritable: false }), 1, { pubkey: stranger.address })],
        [user, stranger],
      ).result,
    ).toBe('NOT_WRITABLE');
  });

  it('refuses data and account lists of another length', () => {
    for (const data of [
      new Uint8Array(),
      instruction.data.subarray(0, 7),
      instruction.data.subarray(0, 47),
      Uint8Array.from([...instruction.data, 0]),
    ]) {
      expect(cluster.send([{ ...instruction, data }], [user]).result).toBe('INSTRUCTION_DATA');
    }
    expect(cluster.send([{ ...instruction, data: new Uint8Array(48) }], [user]).result).toBe(
      'UNKNOWN_INSTRUCTION',
    );
    expect(
      cluster.send([{ ...instruction, keys: instruction.keys.slice(0, 4) }], [user]).result,
    ).toBe('ACCOUNT_COUNT');
    expect(
      cluster.send(
        [{ ...instruction, keys: [...instruction.keys, ...instruction.keys.slice(0, 1)] }],
        [user],
      ).result,
    ).toBe('ACCOUNT_COUNT');
    expect(
      cluster.send(
        [{ ...instruction, keys: Array.from({ length: 40 }, () => instruction.keys[0]!) }],
        [user],
      ).result,
    ).toBe('ACCOUNT_COUNT');
  });

  it('refuses one account in every place', () => {
    for (const { pubkey } of instruction.keys) {
      const same = {
        ...instruction,
        keys: instruction.keys.map((key) => ({
          ...key,
          pubkey,
          isSigner: pubkey === user.address,
          isWritable: true,
        })),
      };
      expect(cluster.send([same], [user]).result).not.toBe('ok');
    }
  });

  it('waits for initialisation and for the end of a pause', () => {
    expect(createPrograms({ initialized: false }).send([instruction], [user]).result).toBe(
      'NOT_INITIALIZED',
    );
    must(govern(cluster, people.guardian, { type: 'pause_deposits' }));
    expect(cluster.send([instruction], [user]).result).toBe('PAUSED');
    must(govern(cluster, people.owner, { type: 'unpause_deposits' }));
    must(cluster.send([instruction], [user]));
  });
});

describe('deposit_token', () => {
  let token: Token;
  const paid: Deposit = {
    depository,
    sender: user.address,
    depositor: user.address,
    currency: mint,
    tokenProgram: programs.token,
    amount: 2_000_000n,
    id: id(2),
  };
  const instruction = deposit(paid, addresses);

  beforeEach(() => {
    token = createToken(cluster, mint);
    token.hold(user.address, 3_000_000n);
    token.hold(addresses.vault, 10n);
  });

  it('puts tokens into the vault and says whose', () => {
    const { logs } = must(cluster.send([instruction], [user]));
    expect([token.balance(user.address), token.balance(addresses.vault)]).toEqual([
      1_000_000n,
      2_000_010n,
    ]);
    expect(readProgramEvents(logs, depository).events).toEqual([
      { type: 'deposit', depositor: user.address, currency: mint, amount: 2_000_000n, id: id(2) },
    ]);
    expect(readDeposit(instruction, addresses)).toEqual(paid);
  });

  it.each([
    ['config', 0, 'NOT_INITIALIZED'],
    ['vault', 3, 'ADDRESS'],
    ['mint', 4, 'OWNER'],
    ["sender's token account", 5, 'OWNER'],
    ["vault's token account", 6, 'ADDRESS'],
    ['token program', 7, 'TOKEN_PROGRAM'],
    ['associated token program', 8, 'ADDRESS'],
    ['system program', 9, 'ADDRESS'],
  ])('refuses another %s', (_, index, expected) => {
    expect(
      cluster.send([withKey(instruction, index, { pubkey: stranger.address })], [user]).result,
    ).toBe(expected);
    expect(
      readDeposit(withKey(instruction, index, { pubkey: stranger.address }), addresses),
    ).toBeUndefined();
  });

  it("refuses the vault's account for another mint, and another account of the vault", () => {
    const other = createToken(cluster, signerOf('other mint').address);
    other.hold(addresses.vault, 0n);
    other.hold(user.address, 5_000_000n);
    expect(
      cluster.send([withKey(instruction, 6, { pubkey: other.addressOf(addresses.vault) })], [user])
        .result,
    ).toBe('ADDRESS');
    expect(
      cluster.send([withKey(instruction, 5, { pubkey: other.addressOf(user.address) })], [user])
        .result,
    ).toBe('TOKEN_ACCOUNT');
    const second = token.hold(addresses.vault, 0n, { address: signerOf('second').address });
    expect(cluster.send([withKey(instruction, 6, { pubkey: second })], [user]).result).toBe(
      'ADDRESS',
    );
  });

  it("refuses a vault's account that is not there, or has another owner", () => {
    token.hold(addresses.vault, 0n, { storedOwner: stranger.address });
    expect(cluster.send([instruction], [user]).result).toBe('TOKEN_ACCOUNT');
    cluster.fund(token.addressOf(addresses.vault), 0n);
    expect(cluster.send([instruction], [user]).result).toBe('OWNER');
  });

  it("refuses to take somebody else's tokens, and the vault's own", () => {
    token.hold(stranger.address, 5_000_000n);
    expect(
      cluster.send([withKey(instruction, 5, { pubkey: token.addressOf(stranger.address) })], [user])
        .result,
    ).toBe('TOKEN_ACCOUNT');
    expect(
      cluster.send([withKey(instruction, 5, { pubkey: token.addressOf(addresses.vault) })], [user])
        .result,
    ).toBe('TOKEN_ACCOUNT');
  });

  it('refuses more than the sender has, and a frozen account', () => {
    expect(cluster.send([deposit({ ...paid, amount: 3_000_001n }, addresses)], [user]).result).toBe(
      'Custom 1',
    );
    token.hold(user.address, 3_000_000n, { frozen: true });
    expect(cluster.send([instruction], [user]).result).toBe('Custom 17');
  });

  it('refuses lists and data of other lengths, and a sender who did not sign', () => {
    for (const keys of [
      instruction.keys.slice(0, 9),
      [...instruction.keys, instruction.keys[9]!],
      [],
    ])
      expect(cluster.send([{ ...instruction, keys }], [user]).result).toBe('ACCOUNT_COUNT');
    for (const data of [
      instruction.data.subarray(0, 40),
      Uint8Array.from([...instruction.data, 0]),
    ])
      expect(cluster.send([{ ...instruction, data }], [user]).result).toBe('INSTRUCTION_DATA');
    expect(
      cluster.send(
        [
          withKey(deposit({ ...paid, sender: stranger.address }, addresses), 1, {
            isSigner: false,
          }),
        ],
        [user],
      ).result,
    ).toBe('MISSING_SIGNATURE');
  });

  it('refuses token accounts that are cut short, or may not be written', () => {
    for (const index of [5, 6])
      expect(
        cluster.send([withKey(instruction, index, { isWritable: false })], [user]).result,
      ).toBe('NOT_WRITABLE');
    for (const owner of [user.address, addresses.vault]) {
      const whole = cluster.data(token.addressOf(owner))!;
      cluster.setAccount(token.addressOf(owner), programs.token, whole.slice(0, 164));
      expect(cluster.send([instruction], [user]).result).toBe('TOKEN_ACCOUNT');
      cluster.setAccount(token.addressOf(owner), programs.token, whole);
    }
    must(cluster.send([instruction], [user]));
  });

  it('refuses a mint of another length', () => {
    const whole = cluster.data(mint)!;
    for (const length of [0, 81, 83, 165, 170]) {
      const data = new Uint8Array(length);
      data.set(whole.subarray(0, length));
      if (length > 165) data[165] = 1;
      cluster.setAccount(mint, programs.token, data);
      expect(cluster.send([instruction], [user]).result).toBe('MINT');
    }
  });

  it('refuses the other token program for a mint', () => {
    expect(
      cluster.send([deposit({ ...paid, tokenProgram: programs.token2022 }, addresses)], [user])
        .result,
    ).toBe('OWNER');
  });
});

describe('deposit_token of Token-2022', () => {
  const tokenProgram = programs.token2022;
  const paid: Deposit = {
    depository,
    sender: user.address,
    depositor: user.address,
    currency: mint,
    tokenProgram,
    amount: 1_000_000n,
    id: id(3),
  };

  it('R5: credits what arrives when the mint keeps a fee', () => {
    const token = createToken(cluster, mint, { tokenProgram, extensions: [transferFee(250)] });
    token.hold(user.address, 1_000_000n);
    token.hold(addresses.vault, 0n);
    const { logs } = must(cluster.send([deposit(paid, addresses)], [user]));
    expect(token.balance(addresses.vault)).toBe(975_000n);
    expect(readProgramEvents(logs, depository).events).toMatchObject([{ amount: 975_000n }]);
  });

  it('refuses a fee that leaves nothing', () => {
    const token = createToken(cluster, mint, { tokenProgram, extensions: [transferFee(10_000)] });
    token.hold(user.address, 1_000_000n);
    token.hold(addresses.vault, 0n);
    expect(cluster.send([deposit(paid, addresses)], [user]).result).toBe('ZERO_AMOUNT');
  });

  it.each([
    ['mint close authority', 3, 32],
    ['confidential transfers', 4, 65],
    ['a default state', 6, 1],
    ['no transfers', 9, 0],
    ['a permanent delegate', 12, 32],
    ['a transfer hook', 14, 64],
    ['scaled amounts', 25, 56],
    ['pausing', 26, 33],
    ['what is not known', 77, 4],
  ])('refuses a mint with %s', (_, type, length) => {
    const token = createToken(cluster, mint, {
      tokenProgram,
      extensions: [transferFee(0), { type, value: new Uint8Array(length) }],
    });
    token.hold(user.address, 1_000_000n);
    token.hold(addresses.vault, 0n);
    expect(cluster.send([deposit(paid, addresses)], [user]).result).toBe('MINT_EXTENSION');
  });

  it('refuses a mint that is cut short between its two lengths', () => {
    const token = createToken(cluster, mint, { tokenProgram });
    token.hold(user.address, 1_000_000n);
    token.hold(addresses.vault, 0n);
    for (const length of [81, 83, 165]) {
      cluster.setAccount(mint, tokenProgram, new Uint8Array(length));
      expect(cluster.send([deposit(paid, addresses)], [user]).result).toBe('MINT');
    }
  });

  it('refuses a token account in the place of the mint', () => {
    const token = createToken(cluster, mint, { tokenProgram, extensions: [transferFee(0)] });
    token.hold(user.address, 1_000_000n);
    const account = token.addressOf(user.address);
    expect(
      cluster.send([withKey(deposit(paid, addresses), 4, { pubkey: account })], [user]).result,
    ).toBe('MINT');
  });
});
