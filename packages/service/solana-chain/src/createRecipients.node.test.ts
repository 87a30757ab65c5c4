import { isPortageError } from '@portage/core';
import type { Chain, FillIntent, Recipients, RefundIntent } from '@portage/core/chain';
import {
  Keypair,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_SLOT_HASHES_PUBKEY,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { associatedTokenAddress, deposit, programs } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { solanaCodec } from '@portage/solana/codec';
import { listMint } from '../test/createMint.js';
import { openSolana } from '../test/openSolana.js';
import { startChain, type TestChain } from '../test/startChain.js';

const sol = solanaCodec.nativeCurrency;
const closing = new AbortController();
let node: TestChain;
let chain: Chain;
let extended: string;
let recipients: Recipients;

beforeAll(async () => {
  node = await startChain();
  const listed = await listMint(node, [user()]);
  extended = listed.mint;
  chain = await openSolana(listed.config, closing.signal, node.keys);
  if (chain.recipients === undefined) throw new Error('Solana reads its recipients.');
  recipients = chain.recipients;
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const freshAccount = (): string => Keypair.generate().publicKey.toBase58();
const user = (): string => node.user(1).publicKey.toBase58();
const holdingOf = (owner: string, mint = node.usdc): string =>
  associatedTokenAddress({
    owner,
    mint,
    tokenProgram: mint === extended ? programs.token2022 : programs.token,
  });

/** Pays an order of the user's in the extended token. */
async function depositTo({ orderId }: Pick<RefundIntent, 'orderId'>, amount: bigint) {
  const { depository } = node.programs;
  const parties = { depository, sender: user(), depositor: user(), currency: extended };
  const paying = deposit({ ...parties, tokenProgram: programs.token2022, amount, id: orderId });
  await run(node.user(1), paying);
}

/** Makes the user's account refuse transfers without a memo: room for it, then the switch. */
async function wantMemos(owner: Keypair): Promise<void> {
  const [own, programId] = [owner.publicKey.toBase58(), programs.token2022];
  const account = { pubkey: holdingOf(own, extended), isSigner: false, isWritable: true };
  const signer = { pubkey: own, isSigner: true, isWritable: true };
  const system = { pubkey: programs.system, isSigner: false, isWritable: false };
  await run(
    owner,
    { programId, keys: [account, signer, system, signer], data: Uint8Array.of(29, 8, 0) },
    { programId, keys: [account, signer], data: Uint8Array.of(30, 0) },
  );
}

async function run(signer: Keypair, ...instructions: readonly Instruction[]): Promise<void> {
  const transaction = new Transaction();
  for (const { programId, keys, data } of instructions)
    transaction.add({
      programId: new PublicKey(programId),
      keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
      data: Buffer.from(data),
    });
  await sendAndConfirmTransaction(node.connection, transaction, [signer]);
}

describe('accounts that would swallow a payment', () => {
  it('are refused in SOL and in tokens, for quotes and before signing', async () => {
    const refused = [
      holdingOf(user()),
      node.usdc,
      node.programs.filler,
      SYSVAR_CLOCK_PUBKEY.toBase58(),
      programs.token,
    ];
    for (const currency of [sol, node.usdc]) {
      const confirmed = await recipients.confirm(
        [...refused, user()].map((recipient) => ({ currency, recipient })),
      );
      expect(confirmed.map(({ refusal }) => refusal?.code)).toEqual([
        ...refused.map(() => 'INVALID_RECIPIENT'),
        undefined,
      ]);
      for (const recipient of refused)
        expect((await recipients.ask({ currency, recipient })).refusal?.code, recipient).toBe(
          'INVALID_RECIPIENT',
        );
    }
  });

  it('are refused by their address where the cluster reserves it', () => {
    for (const recipient of [
      SYSVAR_CLOCK_PUBKEY.toBase58(),
      SYSVAR_SLOT_HASHES_PUBKEY.toBase58(),
      'Sysvar1nstructions1111111111111111111111111',
      'BPFLoaderUpgradeab1e11111111111111111111111',
      'NativeLoader1111111111111111111111111111111',
      'Ed25519SigVerify111111111111111111111111111',
      'KeccakSecp256k11111111111111111111111111111',
    ])
      expect(() => {
        chain.checkRecipient(recipient);
      }, recipient).toThrow(
        expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_RECIPIENT')),
      );
    expect(() => {
      chain.checkRecipient(freshAccount());
    }).not.toThrow();
  });
});

describe('accounts that a payment opens', () => {
  it('cost rent where a token account is missing', async () => {
    const [there, missing] = await recipients.confirm([
      { currency: node.usdc, recipient: user() },
      { currency: node.usdc, recipient: freshAccount() },
    ]);
    expect(there).toMatchObject({ rent: 0n, least: 0n });
    expect(missing).toMatchObject({ rent: 2_039_280n, least: 0n });
  });

  it('R15: cost the rent of 5 bytes more with Token-2022, which is laid out', async () => {
    const recipient = freshAccount();
    const { spend } = chain;
    if (spend === undefined) throw new Error('The chain spends.');
    const payments = [user(), recipient].map((each) => ({ currency: extended, recipient: each }));
    const [there, missing] = await recipients.confirm(payments);
    expect(there).toMatchObject({ rent: 0n, refusal: undefined });
    expect(missing).toMatchObject({ rent: 2_074_080n, refusal: undefined });
    const refund: RefundIntent = {
      type: 'refund',
      orderId: `0x${randomBytes(32).toString('hex')}`,
      key: 'refund',
      depositor: user(),
      currency: extended,
      recipient,
      amount: 1n,
    };
    await depositTo(refund, 1n);
    const signed = await spend.prepare([refund], await spend.nextSequence());
    await spend.broadcast(signed);
    await node.mine(2);
    const [outcome] = await spend.inspect(signed);
    expect(outcome).toMatchObject({ status: 'mined' });
    const holding = holdingOf(recipient, extended);
    const opened = await node.connection.getAccountInfo(new PublicKey(holding));
    expect(opened).toMatchObject({ lamports: 2_074_080, data: { length: 170 } });
  });

  it('R15: are refused where their owner wants a memo with each transfer', async () => {
    const payment = { currency: extended, recipient: user() };
    const [before] = await recipients.confirm([payment]);
    expect(before?.refusal).toBeUndefined();
    await wantMemos(node.user(1));
    const [after] = await recipients.confirm([payment]);
    expect(after?.refusal).toMatchObject({
      code: 'INVALID_RECIPIENT',
      message: `The token account of ${user()} wants a memo with each transfer.`,
    });
  });

  it('need 890,880 lamports where they are new, and a payment of less fails', async () => {
    const { spend } = chain;
    if (spend === undefined) throw new Error('The chain spends.');
    const recipient = freshAccount();
    const [fresh, there] = await recipients.confirm([
      { currency: sol, recipient },
      { currency: sol, recipient: user() },
    ]);
    expect([fresh?.least, there?.least]).toEqual([890_880n, 0n]);
    for (const [amount, status] of [
      [890_879n, 'reverted'],
      [890_880n, 'mined'],
    ] as const) {
      const orderId = `0x${randomBytes(32).toString('hex')}`;
      const signed = await spend.prepare(
        [{ type: 'fill', orderId, currency: sol, recipient, amount, calls: [] }],
        await spend.nextSequence(),
      );
      await spend.broadcast(signed);
      await node.mine(2);
      expect(await spend.inspect(signed)).toMatchObject([{ status }]);
    }
  });

  it('R8: earn nobody rent who closes them before a payment that charged none', async () => {
    const { spend } = chain;
    if (spend === undefined) throw new Error('The chain spends.');
    let farmed = 0n;
    for (let cycle = 0; cycle < 3; cycle += 1) {
      // As after a quote that found the account open, and its closing.
      const recipient = freshAccount();
      const intent: FillIntent = {
        type: 'fill',
        orderId: `0x${randomBytes(32).toString('hex')}`,
        currency: node.usdc,
        recipient,
        amount: 1_000_000n,
        calls: [],
      };
      const signed = await spend.prepare([intent], await spend.nextSequence());
      await spend.broadcast(signed);
      await node.mine(2);
      expect(await spend.inspect(signed)).toMatchObject([{ status: 'reverted', gasCost: 5_000n }]);
      const holding = await node.connection.getAccountInfo(new PublicKey(holdingOf(recipient)));
      farmed += BigInt(holding?.lamports ?? 0);
    }
    expect(farmed).toBe(0n);
  });

  it('are read for more recipients than one request takes', async () => {
    const states = await recipients.confirm(
      Array.from({ length: 120 }, (_, index) => ({
        currency: node.usdc,
        recipient: index === 119 ? user() : freshAccount(),
      })),
    );
    expect(states.map(({ rent }) => rent > 0n)).toEqual([
      ...Array.from({ length: 119 }, () => true),
      false,
    ]);
  });
});
