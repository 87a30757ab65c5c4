import { isPortageError } from '@portage/core';
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { deposit as depositOf } from '../program/index.js';
import { nativeCurrency } from '../transaction/address.js';
import { setComputeUnitPrice } from '../transaction/computeBudget.js';
import type { Instruction } from '../transaction/instruction.js';
import type { SolanaTransactionData } from '../transaction/solanaTransactionData.js';
import { checkUnchanged } from './checkUnchanged.js';
import { isSamePurpose } from './isSamePurpose.js';

const chainId = 792_703_809;
const lighthouse = new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');
const [user, sponsor, stranger, unknownProgram] = Array.from(
  { length: 4 },
  () => Keypair.generate().publicKey,
) as [PublicKey, PublicKey, PublicKey, PublicKey];
const blockhash = PublicKey.unique().toBase58();
const depository = PublicKey.unique().toBase58();

const deposit = depositOf({
  depository,
  sender: user.toBase58(),
  depositor: user.toBase58(),
  currency: nativeCurrency,
  amount: 5n,
  id: `0x${'ab'.repeat(32)}`,
});
const library = ({ programId, keys, data }: Instruction): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
    data: Buffer.from(data),
  });

type Power = Partial<Record<'isSigner' | 'isWritable', boolean>>;
const assertion = (
  pubkey: PublicKey,
  power: Power = {},
  programId = lighthouse,
): TransactionInstruction =>
  new TransactionInstruction({
    programId,
    keys: [{ pubkey, isSigner: false, isWritable: false, ...power }],
    data: Buffer.from([5, 4, 0]),
  });

interface Case {
  readonly feePayer?: PublicKey | undefined;
  readonly tables?: readonly AddressLookupTableAccount[];
  readonly known?: readonly AddressLookupTableAccount[];
  readonly blockhash?: string;
}

/** Whether a wallet may sign these instructions where a deposit was asked for. */
function isTaken(
  change: (asked: TransactionInstruction) => readonly TransactionInstruction[],
  { feePayer, tables = [], known = tables, blockhash: later = blockhash }: Case = {},
): boolean {
  const data: SolanaTransactionData = {
    instructions: [{ ...deposit, data: Buffer.from(deposit.data).toString('hex') }],
    addressLookupTableAddresses: [],
    feePayer: feePayer?.toBase58(),
  };
  const bytesOf = (
    instructions: readonly TransactionInstruction[],
    recentBlockhash: string,
  ): Uint8Array =>
    new TransactionMessage({
      payerKey: feePayer ?? user,
      recentBlockhash,
      instructions: [...instructions],
    })
      .compileToV0Message([...tables])
      .serialize();
  const asked = library(deposit);
  try {
    checkUnchanged({
      chainId,
      user: user.toBase58(),
      data,
      unsigned: { tables: known },
      asked: bytesOf([asked], blockhash),
      signed: bytesOf(change(asked), later),
    });
    return true;
  } catch (error) {
    if (!isPortageError(error, 'WALLET_ERROR')) throw error;
    return false;
  }
}

const table = new AddressLookupTableAccount({
  key: PublicKey.unique(),
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: deposit.keys.map(({ pubkey }) => new PublicKey(pubkey)),
  },
});

describe('what a wallet adds to what it signs', () => {
  it('R13: assertions are taken, wherever they stand and whoever pays the fees', () => {
    for (const feePayer of [undefined, sponsor])
      for (const tables of [[], [table]]) {
        const given = { feePayer, tables };
        expect(isTaken((asked) => [assertion(user), asked, assertion(stranger)], given)).toBe(true);
        expect(isTaken((asked) => [asked, assertion(user, { isSigner: true })], given)).toBe(true);
      }
  });

  it('R13: an assertion that adds a signer or a writable account is another transaction', () => {
    for (const feePayer of [undefined, sponsor])
      for (const power of [{ isSigner: true }, { isWritable: true }])
        expect(isTaken((asked) => [asked, assertion(stranger, power)], { feePayer })).toBe(false);
  });

  it('R13: other programs, other amounts and other payments are another transaction', () => {
    const away = SystemProgram.transfer({ fromPubkey: user, toPubkey: stranger, lamports: 1 });
    for (const feePayer of [undefined, sponsor]) {
      const given = { feePayer };
      expect(isTaken((asked) => [asked, assertion(user, {}, unknownProgram)], given)).toBe(false);
      expect(isTaken((asked) => [asked, assertion(user), away], given)).toBe(false);
      expect(isTaken(() => [assertion(user)], given)).toBe(false);
    }
  });

  it('a price of compute units is the payer’s of the fees', () => {
    const price = library(setComputeUnitPrice(1_000n));
    expect(isTaken((asked) => [price, asked, assertion(user)])).toBe(true);
    expect(isTaken((asked) => [price, asked], { feePayer: sponsor })).toBe(false);
    const late = { feePayer: sponsor, blockhash: PublicKey.unique().toBase58() };
    expect(isTaken((asked) => [asked, assertion(user)], late)).toBe(false);
  });

  it('a lookup table that nobody asked for is not read', () => {
    const given = { tables: [table], known: [] };
    expect(isTaken((asked) => [asked, assertion(user)], given)).toBe(false);
  });

  it('what was sent with assertions is what was verified', () => {
    const wire = { ...deposit, data: Buffer.from(deposit.data).toString('hex') };
    const added = {
      programId: lighthouse.toBase58(),
      data: '050400',
      keys: [{ pubkey: user.toBase58(), isSigner: true, isWritable: true }],
    };
    const asked: SolanaTransactionData = { instructions: [wire], addressLookupTableAddresses: [] };
    const known = { chainId, user: user.toBase58() };
    expect(isSamePurpose(asked, [added, wire], known)).toBe(true);
    const strange = [{ ...added, keys: added.keys.map((key) => ({ ...key, pubkey: '1' })) }, wire];
    expect(isSamePurpose(asked, strange, known)).toBe(false);
  });
});
