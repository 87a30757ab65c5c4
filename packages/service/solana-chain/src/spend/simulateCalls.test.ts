import { base58 } from '@scure/base';
import type { FillIntent } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs } from '@portage/solana/program';
import { describe, expect, it } from 'vitest';
import { simulateCalls } from './simulateCalls.js';
import { unsignedTransaction } from './signInstructions.js';

const address = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
const [solver, mint, thief] = [3, 5, 9].map(address) as [string, string, string];
const holding = associatedTokenAddress({ owner: solver, mint, tokenProgram: programs.token });

/** Account as a node tells of it. */
interface Told {
  readonly lamports: number;
  readonly owner: string;
  readonly bytes: Uint8Array;
}
const wallet = (lamports: number): Told => ({
  lamports,
  owner: programs.system,
  bytes: new Uint8Array(),
});
/** Token account with an amount; `byte` is written over one of its others. */
function tokens(amount: bigint, byte?: readonly [number, number]): Told {
  const bytes = new Uint8Array(165);
  bytes.set(solanaCodec.encodeAddress(mint));
  bytes.set(solanaCodec.encodeAddress(solver), 32);
  new DataView(bytes.buffer).setBigUint64(64, amount, true);
  if (byte !== undefined) bytes[byte[0]] = byte[1];
  return { lamports: 2_039_280, owner: programs.token, bytes };
}

type State = readonly [Told | undefined, Told | undefined];
const before: State = [wallet(1_000_000), tokens(500n)];

const write = (state: State) =>
  state.map((account) =>
    account === undefined
      ? null
      : {
          lamports: account.lamports,
          owner: account.owner,
          executable: false,
          data: [Buffer.from(account.bytes).toString('base64'), 'base64'],
        },
  );

const fill = (members: Partial<FillIntent> = {}): FillIntent => ({
  type: 'fill',
  orderId: `0x${'0d'.repeat(32)}`,
  currency: mint,
  recipient: thief,
  amount: 100n,
  calls: [{ to: address(6), value: 0n, data: '0x00' }],
  ...members,
});

/** Simulates a payment that leaves the accounts so, each round with its state before and behind. */
async function simulate(
  after: State,
  {
    intent = fill(),
    rounds = [[before, before]] as readonly (readonly [State, State])[],
    isRentKnown = true,
    failure = undefined as object | undefined,
  } = {},
) {
  const cost = isRentKnown ? 10_000n : undefined;
  const keys = [solver, holding].map((pubkey) => ({ pubkey, isSigner: false, isWritable: true }));
  const instruction = { programId: address(6), keys, data: new Uint8Array() };
  const transaction = unsignedTransaction(solver, [instruction], address(8));
  let round = 0;
  const simulation = await simulateCalls(
    { intent, transaction, cost },
    {
      solver,
      accounts: [solver, holding, address(77)],
      tokenProgramOf: () => programs.token,
      costOf: () => cost,
      rpc: {
        read: (requests) => {
          const [first, last] = rounds[Math.min(round, rounds.length - 1)]!;
          round += 1;
          expect(requests.map(({ method }) => method)).toEqual([
            'getMultipleAccounts',
            'simulateTransaction',
            'getMultipleAccounts',
          ]);
          // What is not in the transaction is not asked for.
          expect(requests[0]!.params[0]).toEqual([solver, holding]);
          const context = { slot: 1 };
          return Promise.resolve([
            { context, value: write(first) },
            {
              context,
              value: { err: failure ?? null, logs: ['Program log: why'], accounts: write(after) },
            },
            { context, value: write(last) },
          ]);
        },
      },
    },
    undefined,
  );
  return { simulation, round };
}

describe('a payment with calls', () => {
  it('passes where what is paid and its cost are gone, and no more', async () => {
    const { simulation } = await simulate([wallet(990_000), tokens(400n)]);
    expect(simulation).toEqual({ status: 'passes' });
    const native = fill({ currency: solanaCodec.nativeCurrency, amount: 300_000n });
    const inSol = await simulate([wallet(690_000), tokens(500n)], { intent: native });
    expect(inSol.simulation).toEqual({ status: 'passes' });
  });

  it('passes where what is swapped for it is gone', async () => {
    const swap = { currency: mint, amount: 200n, calls: [], gas: 1, touched: [], minimum: 100n };
    const intent = fill({ currency: address(50), swap });
    const { simulation } = await simulate([wallet(990_000), tokens(300n)], { intent });
    expect(simulation).toEqual({ status: 'passes' });
  });

  it.each<[string, State, string]>([
    ['takes SOL beside', [wallet(989_999), tokens(400n)], solver],
    ['takes tokens beside', [wallet(990_000), tokens(399n)], holding],
    ['empties the account', [wallet(0), tokens(400n)], solver],
    ['makes the account vanish', [undefined, tokens(400n)], solver],
    ['closes the token account', [wallet(990_000), undefined], holding],
    [
      'gives the account to a program',
      [{ ...wallet(990_000), owner: address(6) }, tokens(400n)],
      solver,
    ],
    [
      'writes into the account',
      [{ ...wallet(990_000), bytes: new Uint8Array(8) }, tokens(400n)],
      solver,
    ],
    ['changes the owner of the tokens', [wallet(990_000), tokens(400n, [32, 9])], holding],
    ['names a delegate of the tokens', [wallet(990_000), tokens(400n, [72, 1])], holding],
    ['freezes the tokens', [wallet(990_000), tokens(400n, [108, 2])], holding],
    ['names who may close the account', [wallet(990_000), tokens(400n, [129, 1])], holding],
    [
      'takes the rent of the tokens',
      [wallet(990_000), { ...tokens(400n), lamports: 2_039_279 }],
      holding,
    ],
  ])('is not signed where a call %s', async (_, after, harmed) => {
    const { simulation } = await simulate(after);
    expect(simulation).toEqual({
      status: 'reverts',
      reason: `calls would take from ${harmed}, an account of the solver`,
    });
  });

  it('is judged again where something else was paid meanwhile, and not for ever', async () => {
    const other: State = [wallet(900_000), tokens(450n)];
    const later: State = [wallet(890_000), tokens(350n)];
    const settled = await simulate(later, {
      rounds: [
        [before, other],
        [other, other],
      ],
    });
    expect(settled).toEqual({ simulation: { status: 'passes' }, round: 2 });
    const busy = await simulate(later, { rounds: [[before, other]] });
    expect(busy.simulation.status).toBe('unknown');
    expect(busy.round).toBe(4);
  });

  it('fails as the chain says, and waits while rent is not known', async () => {
    const failed = await simulate(before, { failure: { InstructionError: [3, 'Custom'] } });
    expect(failed.simulation).toMatchObject({ status: 'reverts' });
    const blind = await simulate(before, { isRentKnown: false });
    expect(blind).toMatchObject({ simulation: { status: 'unknown' }, round: 0 });
  });
});
