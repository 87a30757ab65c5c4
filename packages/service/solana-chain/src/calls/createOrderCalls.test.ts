import { base58 } from '@scure/base';
import type { DestinationInstruction } from '@portage/core/schemas';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, depositoryAddresses, programs } from '@portage/solana/program';
import { describe, expect, it } from 'vitest';
import { createOrderCalls } from './createOrderCalls.js';

const address = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
const [depository, filler, solver, allocator] = [1, 2, 3, 4].map(address) as [
  string,
  string,
  string,
  string,
];
const [mint, program, stranger, recipient] = [5, 6, 7, 8].map(address) as [
  string,
  string,
  string,
  string,
];
const addresses = depositoryAddresses(depository);
const tokenAccount = (owner: string, tokenProgram: string = programs.token): string =>
  associatedTokenAddress({ owner, mint, tokenProgram });

/** Accounts of the chain that is asked; what is not among them is not there. */
const chain: Readonly<Record<string, { owner: string; executable?: boolean; data?: Uint8Array }>> =
  {
    [program]: { owner: 'BPFLoader2111111111111111111111111111111111', executable: true },
    [address(20)]: { owner: programs.token, data: holdingOf(solver) },
    [address(21)]: { owner: programs.token2022, data: holdingOf(addresses.vault) },
    [address(22)]: { owner: filler, data: new Uint8Array(48) },
    [address(23)]: { owner: programs.token, data: holdingOf(stranger) },
    [address(24)]: { owner: programs.token, data: holdingOf(allocator) },
  };

/** Bytes of a token account up to its amount. */
function holdingOf(owner: string): Uint8Array {
  return Uint8Array.from([
    ...solanaCodec.encodeAddress(mint),
    ...solanaCodec.encodeAddress(owner),
    ...new Uint8Array(8),
  ]);
}

const rules = createOrderCalls({
  programs: { depository, filler },
  addresses,
  solver,
  allocator,
  mints: [mint],
  tokenProgramOf: () => programs.token,
  rpc: {
    read: ([request]) => {
      const [asked, options] = request!.params as [string[], unknown];
      expect(options).toMatchObject({ dataSlice: { offset: 0, length: 72 } });
      const value = asked.map((each) => {
        const account = chain[each];
        if (account === undefined) return null;
        const { owner, executable = false, data = new Uint8Array() } = account;
        return {
          lamports: 1,
          owner,
          executable,
          data: [Buffer.from(data).toString('base64'), 'base64'],
        };
      });
      return Promise.resolve([{ context: { slot: 1 }, value }]);
    },
  },
});

type Meta = Partial<DestinationInstruction['keys'][number]> & { readonly pubkey: string };

const instruction = (
  keys: readonly Meta[] = [],
  members: Partial<DestinationInstruction> = {},
): DestinationInstruction => ({
  programId: program,
  data: '',
  ...members,
  keys: keys.map((key) => ({ isSigner: false, isWritable: false, ...key })),
});

const requestOf = (instructions: readonly DestinationInstruction[]) => ({
  calls: instructions.map((each) => solanaCodec.instructionCall!(each)),
  authorizations: [],
  payment: { currency: mint, recipient },
});

const fault = (path: string, message: string, code = 'INVALID_EXTRA_TXS'): unknown =>
  expect.objectContaining({ code, details: [{ path, message }] });

const ofService = 'is an account or a program of the service';
const ofCluster = 'is a program of the cluster itself, which is not called';

describe('an instruction of a caller', () => {
  it.each<[string, Meta, string, string]>([
    ['the solver as signer', { pubkey: solver, isSigner: true }, 'pubkey', ofService],
    ['the solver to be written', { pubkey: solver, isWritable: true }, 'pubkey', ofService],
    // Its powers are those of the whole transaction, whatever the instruction says.
    ['the solver to be read', { pubkey: solver }, 'pubkey', ofService],
    [
      'tokens of the solver',
      { pubkey: tokenAccount(solver), isWritable: true },
      'pubkey',
      ofService,
    ],
    [
      'tokens of the solver at the other token program',
      { pubkey: tokenAccount(solver, programs.token2022), isWritable: true },
      'pubkey',
      ofService,
    ],
    ['the vault', { pubkey: addresses.vault, isWritable: true }, 'pubkey', ofService],
    ['tokens of the vault', { pubkey: tokenAccount(addresses.vault) }, 'pubkey', ofService],
    ['the settings of the depository', { pubkey: addresses.config }, 'pubkey', ofService],
    ['the allocator', { pubkey: allocator }, 'pubkey', ofService],
    ['the filler, to call it in turn', { pubkey: filler }, 'pubkey', ofService],
    ['the depository, to call it in turn', { pubkey: depository }, 'pubkey', ofService],
    [
      'another signer',
      { pubkey: stranger, isSigner: true },
      'isSigner',
      'is true, and nobody but the solver signs the payment',
    ],
  ])('that names %s is refused', (_, key, member, message) => {
    const request = requestOf([instruction(), instruction([{ pubkey: stranger }, key])]);
    expect(() => rules.check(request)).toThrow(fault(`txs.1.keys.1.${member}`, message));
  });

  it.each([
    ['the filler', filler, 'is a program or an account of the service'],
    ['the depository', depository, 'is a program or an account of the service'],
    ['the system program', programs.system, ofCluster],
    ['the compute budget', 'ComputeBudget111111111111111111111111111111', ofCluster],
    ['checks of Ed25519 signatures', programs.ed25519, ofCluster],
    ['checks of Secp256k1 signatures', 'KeccakSecp256k11111111111111111111111111111', ofCluster],
    ['checks of Secp256r1 signatures', 'Secp256r1SigVerify1111111111111111111111111', ofCluster],
    ['the loader', programs.upgradeableLoader, ofCluster],
    ['lookup tables', 'AddressLookupTab1e1111111111111111111111111', ofCluster],
  ])('that calls %s is refused', (_, programId, message) => {
    const request = requestOf([instruction([], { programId })]);
    expect(() => rules.check(request)).toThrow(fault('txs.0.programId', message));
  });

  it.each([
    ['an account that holds tokens for the solver', 20],
    ['an account that holds tokens for the vault', 21],
    ['an account of the filler', 22],
    ['an account that holds tokens for the allocator', 24],
  ])('that names %s is refused once the chain is read', async (_, byte) => {
    const request = requestOf([instruction([{ pubkey: address(byte), isWritable: true }])]);
    rules.check(request);
    await expect(rules.confirm(request)).rejects.toEqual(
      fault('txs.0.keys.0.pubkey', 'is an account of the service'),
    );
  });

  it.each([
    ['an account of somebody', 23],
    ['nothing', 30],
  ])('to what is no program is refused: %s', async (_, byte) => {
    const request = requestOf([instruction([], { programId: address(byte) })]);
    await expect(rules.confirm(request)).rejects.toEqual(
      fault('txs.0.programId', 'is no program on the chain'),
    );
  });

  it('to a program of somebody, with accounts of others, is taken', async () => {
    const request = requestOf([
      instruction([{ pubkey: address(23), isWritable: true }, { pubkey: recipient }]),
    ]);
    rules.check(request);
    await expect(rules.confirm(request)).resolves.toBeUndefined();
  });
});

describe('the limits of instructions', () => {
  it('are eight of them', () => {
    rules.check(requestOf(Array(8).fill(instruction())));
    expect(() => rules.check(requestOf(Array(9).fill(instruction())))).toThrow(
      fault('txs', 'are more than 8 instructions'),
    );
  });

  it('are 32 accounts, the programs among them', () => {
    const naming = (count: number) =>
      requestOf([
        instruction(Array.from({ length: count }, (_, index) => ({ pubkey: address(40 + index) }))),
      ]);
    expect(() => rules.check(naming(32))).toThrow(fault('txs', 'name more than 32 accounts'));
  });

  it('are the 1,232 bytes of a transaction, in which the payment has its place (model#codes-too-large)', () => {
    const long = (length: number) => requestOf([instruction([], { data: '00'.repeat(length) })]);
    expect(() => rules.check(long(1_100))).toThrow(
      expect.objectContaining({ code: 'SOLANA_TX_TOO_LARGE' }),
    );
    const { payment, ...alone } = long(1_000);
    expect(payment.recipient).toBe(recipient);
    rules.check(alone);
    expect(() => rules.check(long(1_000))).toThrow(
      expect.objectContaining({ code: 'SOLANA_TX_TOO_LARGE' }),
    );
    rules.check(long(400));
  });

  it('are a million units, 200,000 for each that names none', () => {
    const { calls } = requestOf(Array(8).fill(instruction()));
    expect(rules.gasLimitMax).toBe(1_000_000);
    expect(rules.gasLimit(calls.slice(0, 2))).toBe(400_000);
    expect(rules.gasLimit(calls)).toBe(1_000_000);
  });

  it('are calls of instructions, without a value', () => {
    const { calls } = requestOf([instruction()]);
    const checked = (call: object) => () =>
      rules.check({ calls: [{ ...calls[0]!, ...call }], authorizations: [] });
    expect(checked({ value: 1n })).toThrow(fault('txs.0', 'carries a value'));
    expect(checked({ data: '0x' })).toThrow(expect.objectContaining({ code: 'INVALID_EXTRA_TXS' }));
  });
});
