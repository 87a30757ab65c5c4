import { Money } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { send } from '@portage/solana/program';
import {
  Connection,
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import type { Demonstration, DemonstrationContext } from './demonstration.js';
import { waitForChild } from './depositAddress.js';
import { describe, expectThat, openSide, routeOf, transfer } from './transfer.js';

/** Sends lamports as an exchange does, which knows nothing but the address. */
async function sendLamports(
  { devnet, solanaKey }: DemonstrationContext,
  recipient: string,
  { currency, amount }: { readonly currency: string; readonly amount: bigint },
): Promise<void> {
  const payer = Keypair.fromSecretKey(bs58.decode(solanaKey));
  const instructions = send({
    ...{ payer: payer.publicKey.toBase58(), recipient, currency, amount, decimals: 9 },
  });
  const transaction = new Transaction();
  for (const { programId, keys, data } of instructions)
    transaction.add({
      programId: new PublicKey(programId),
      keys: keys.map((key) => ({ ...key, pubkey: new PublicKey(key.pubkey) })),
      data: Buffer.from(data),
    });
  const connection = new Connection(solanaChain(devnet.description).rpcUrl, 'confirmed');
  await sendAndConfirmTransaction(connection, transaction, [payer]);
}

/**
 * Two plain transfers of SOL to one address: the quoted amount, and later another one that is
 * quoted on arrival.
 */
export const solanaDepositAddress: Demonstration = {
  name: 'solana-deposit-address',
  title:
    'a plain transfer of SOL to a deposit address, and later another amount to the same address',
  run: async (context) => {
    const done = await transfer(context, {
      from: 'sol@solana',
      to: 'usdc@base',
      amount: '1.5',
      members: { useDepositAddress: true },
    });
    expectThat(done.status === 'success', `the request succeeds (it ended as ${done.status})`);
    expectThat(
      done.received === BigInt(done.quote.details.currencyOut.amount),
      'the recipient got the quoted amount',
    );
    const address = done.quote.steps[0]?.depositAddress ?? '';
    const later = Money.parse('0.75', done.from.decimals);
    await sendLamports(context, address, { currency: done.from.address, amount: later });
    const child = await waitForChild(context, address, done.quote.requestId);
    const out = BigInt(child.data.amountOut ?? 0);
    const received = await openSide(context, done.to).balanceOf(
      done.to,
      done.quote.details.recipient,
    );
    expectThat(received === done.received + out, 'the recipient got both outputs and nothing else');
    const left = await openSide(context, done.from).balanceOf(done.from, address);
    expectThat(left === 0n, 'nothing stayed at the address');
    return describe(
      { ...done, received },
      {
        summary: `${routeOf(done)}, then 0.75 more → ${Money.format(out, done.to.decimals)}`,
        checked: 'received = out₁ + out₂, each quoted for what arrived; the address is empty',
      },
    );
  },
};
