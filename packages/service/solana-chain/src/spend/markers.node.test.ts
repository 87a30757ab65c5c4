import {
  Keypair,
  PublicKey,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
} from '@solana/web3.js';
import type {
  Chain,
  FillIntent,
  RefundIntent,
  RelayIntent,
  SignedTransaction,
  Spend,
} from '@portage/core/chain';
import type { MarkedPayment } from '@portage/core/plugin';
import { solanaCodec } from '@portage/solana/codec';
import { depositoryAddresses, fillMarkerAddress } from '@portage/solana/program';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carryOut } from '../../test/carryOut.js';
import { startChain, type TestChain } from '../../test/startChain.js';
import { openSolana } from '../../test/openSolana.js';

/** Markers of the solver's payments, on the real virtual machine. */
const closing = new AbortController();
const amount = 5_000_000n;
const week = 7 * 24 * 3_600;

let node: TestChain;
let chain: Chain;
let spend: Spend;

beforeAll(async () => {
  node = await startChain({ finalizedAfter: 3 });
  chain = await openSolana(node.config, closing.signal, node.keys);
  if (chain.spend?.markers === undefined) throw new Error('Its payments leave markers.');
  spend = chain.spend;
  const { vault } = depositoryAddresses(node.programs.depository);
  await sendAndConfirmTransaction(
    node.connection,
    new Transaction().add(
      SystemProgram.transfer({
        fromPubkey: node.user(0).publicKey,
        toPubkey: new PublicKey(vault),
        lamports: 10n * amount,
      }),
    ),
    [node.user(0)],
  );
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const randomId = (): string => `0x${randomBytes(32).toString('hex')}`;
const recipient = (): string => Keypair.generate().publicKey.toBase58();
const fill = (): FillIntent => ({
  type: 'fill',
  orderId: randomId(),
  amount,
  calls: [],
  currency: solanaCodec.nativeCurrency,
  recipient: recipient(),
});
const refund = (): RefundIntent => ({
  type: 'refund',
  orderId: randomId(),
  key: 'main',
  amount,
  currency: solanaCodec.nativeCurrency,
  depositor: node.user(0).publicKey.toBase58(),
  recipient: recipient(),
});

async function land(
  ...intents: readonly (FillIntent | RefundIntent | RelayIntent)[]
): Promise<readonly SignedTransaction[]> {
  const signed = await spend.prepare(intents, await spend.nextSequence());
  await spend.broadcast(signed);
  await node.mine(8);
  return signed;
}

function callOf(payments: readonly MarkedPayment[]): RelayIntent {
  const { to, data, gasLimit } = spend.markers!.close(payments);
  return { type: 'relay', orderId: randomId(), key: 'markers', to, value: 0n, data, gasLimit };
}

const statesOf = (...payments: readonly MarkedPayment[]) => spend.markers!.read(payments);
const outcomeOf = async (transaction: SignedTransaction) => (await spend.inspect([transaction]))[0];
const lamportsOf = (account: string): Promise<number> =>
  node.connection.getBalance(new PublicKey(account), 'finalized');

it('a marker is closed a week after its payment could be made, and its rent comes back', async () => {
  const [paid, back] = [fill(), refund()];
  const [, released] = await land(paid, back);
  const nonce = released?.authorization?.nonce;
  const payments = [{ orderId: paid.orderId }, { orderId: back.orderId, nonce: nonce! }];
  expect(await statesOf(...payments, { orderId: randomId() })).toEqual(['held', 'held', 'gone']);
  // The chain refuses to close what is held, whoever asks.
  const simulated = await spend.simulate?.([callOf(payments)]);
  expect(simulated?.map(({ status }) => status)).toEqual(['reverts']);

  await node.controls.shiftClock(week + 1_200);
  await node.mine(8);
  expect(await statesOf(...payments)).toEqual(['closable', 'closable']);
  const sender = spend.sender;
  const before = await lamportsOf(sender);
  const rent = await node.connection.getMinimumBalanceForRentExemption(48);
  const call = callOf(payments);
  expect((await spend.simulate?.([call]))?.map(({ status }) => status)).toEqual(['passes']);
  const [closed] = await land(call);
  const outcome = await outcomeOf(closed!);
  if (outcome?.status !== 'mined') throw new Error('The markers are closed.');
  // What is booked as its gas is what the sender has paid: the fee, less two rents.
  expect(outcome.gasCost).toBeLessThan(BigInt(-2 * rent + 100_000));
  expect(BigInt(before) - outcome.gasCost).toBe(BigInt(await lamportsOf(sender)));
  expect(await statesOf(...payments)).toEqual(['gone', 'gone']);
  const { filler, depository } = node.programs;
  expect(await lamportsOf(fillMarkerAddress({ filler, solver: sender, order: paid.orderId }))).toBe(
    0,
  );
  expect(call.to).toBe(depository);

  // What was signed is refused for its expiry, without a marker; the chain alone has forgotten it.
  await spend.broadcast([released!]);
  await node.mine(8);
  expect(await chain.balances.read(back.recipient, back.currency)).toBe(amount);
  expect(await spend.authorizationFates!([released!.authorization!])).toEqual(['expired']);
});

it('closes as many markers at once as one transaction holds', async () => {
  const { closedMax } = spend.markers!;
  const fills = Array.from({ length: closedMax }, fill);
  await land(...fills);
  await node.mine(8);
  await node.controls.shiftClock(2 * week);
  await node.mine(8);
  const payments = fills.map(({ orderId }) => ({ orderId }));
  expect(new Set(await statesOf(...payments))).toEqual(new Set(['closable']));
  const [closed] = await land(callOf(payments));
  expect((await outcomeOf(closed!))?.status).toBe('mined');
  expect(new Set(await statesOf(...payments))).toEqual(new Set(['gone']));
});

it('a marker whose rent a stranger bears is not ours to close', async () => {
  const back = refund();
  const [ours] = await spend.prepare([back], await spend.nextSequence());
  await carryOut(node, ours!);
  await node.mine(8);
  const payment = { orderId: back.orderId, nonce: ours!.authorization!.nonce };
  expect(await statesOf(payment)).toEqual(['foreign']);
  await node.controls.shiftClock(3 * week);
  await node.mine(8);
  expect(await statesOf(payment)).toEqual(['foreign']);
  expect((await spend.simulate?.([callOf([payment])]))?.[0]?.status).toBe('reverts');
  expect(() => spend.markers!.close([])).toThrow();
});
