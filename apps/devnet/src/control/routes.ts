import { PortageError } from '@portage/core';
import { fromZod, amountSchema } from '@portage/core/schemas';
import { z } from 'zod';
import type { SolanaControls } from '../solana/control/createSolanaControls.js';
import type { ExchangeControls } from '../exchange/control/createExchangeControls.js';
import { faultsSchema } from '../exchange/control/faults.js';
import type { BitcoinControls } from '../bitcoin/control/createBitcoinControls.js';
import type { Controls } from './createControls.js';

/** Controls of one chain of any VM. */
export type AnyControls = Controls | SolanaControls | BitcoinControls | ExchangeControls;

/** POST route of the control server. */
export interface Route {
  readonly path: string;
  run(controls: (chainId: number) => AnyControls, body: unknown): Promise<unknown>;
}

const hexSchema = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
const wholeSchema = z.number().int();
const failureSchema = z.enum(['failed', 'rejected']).default('failed');

/** Every route of the control server. Amounts are decimal strings of smallest units. */
export const routes: readonly Route[] = [
  route(
    '/faucet',
    { address: z.string(), native: amountSchema.optional(), usdc: amountSchema.optional() },
    async (controls, { address, native, usdc }) => ({
      txHashes: await controls.faucet(address, {
        native: optionalAmount(native),
        usdc: optionalAmount(usdc),
      }),
    }),
  ),
  route('/mine', { blocks: wholeSchema.default(1) }, (controls, { blocks }) =>
    controls.mine(blocks),
  ),
  route('/pause', {}, (controls) => controls.pauseMining()),
  route('/resume', {}, (controls) => controls.resumeMining()),
  route('/shift-clock', { seconds: wholeSchema }, (controls, { seconds }) =>
    controls.shiftClock(seconds),
  ),
  evmRoute(
    '/reorg',
    {
      depth: wholeSchema,
      transactions: z.array(z.object({ raw: hexSchema, block: wholeSchema })).default([]),
    },
    (controls, { depth, transactions }) => controls.reorg(depth, transactions),
  ),
  evmRoute('/drop', { hash: hexSchema }, (controls, { hash }) => controls.dropTransaction(hash)),
  evmRoute('/base-fee', { weiPerGas: amountSchema }, (controls, { weiPerGas }) =>
    controls.setBaseFee(BigInt(weiPerGas)),
  ),
  evmRoute('/snapshot', {}, async (controls) => ({ snapshot: await controls.snapshot() })),
  evmRoute('/revert', { snapshot: hexSchema }, (controls, { snapshot }) =>
    controls.revert(snapshot),
  ),
  solanaRoute(
    '/fork',
    { depth: wholeSchema, keep: z.union([z.literal('all'), z.array(z.string())]).default([]) },
    (controls, { depth, keep }) => controls.fork(depth, { keep }),
  ),
  solanaRoute('/skip-slots', { slots: wholeSchema }, (controls, { slots }) =>
    controls.skipSlots(slots),
  ),
  solanaRoute('/expire-blockhashes', {}, (controls) => controls.expireBlockhashes()),
  solanaRoute('/drop-next', { count: wholeSchema.default(1) }, (controls, { count }) =>
    controls.dropTransactions(count),
  ),
  solanaRoute('/hold', {}, (controls) => controls.holdTransactions()),
  solanaRoute('/release', {}, async (controls) => ({
    signatures: await controls.releaseTransactions(),
  })),
  bitcoinRoute('/block-time', { ms: wholeSchema }, (controls, { ms }) => controls.setBlockTime(ms)),
  bitcoinRoute(
    '/bitcoin-reorg',
    {
      depth: wholeSchema,
      leaveOut: z.union([z.literal('all'), z.array(z.string())]).default([]),
      spendAgain: z.array(z.string()).default([]),
      transactions: z.array(z.string()).default([]),
    },
    (controls, { depth, ...options }) => controls.reorg(depth, options),
  ),
  bitcoinRoute(
    '/spend-again',
    { txid: z.string(), mine: z.boolean().default(false) },
    async (controls, { txid, mine }) => ({ txHashes: [await controls.spendAgain(txid, mine)] }),
  ),
  bitcoinRoute(
    '/fee-pressure',
    { satPerVb: wholeSchema, blocks: wholeSchema.default(3) },
    (controls, { satPerVb, blocks }) => controls.setFeePressure(satPerVb, blocks),
  ),
  bitcoinRoute('/drop-transaction', { txid: z.string() }, async (controls, { txid }) => ({
    txHashes: await controls.dropTransaction(txid),
  })),
  exchangeRoute('/open-account', { owner: z.string() }, async (controls, { owner }) => ({
    accountIndex: await controls.accountFor(owner),
  })),
  exchangeRoute(
    '/fail-transaction',
    { hash: z.string(), status: failureSchema },
    (controls, { hash, status }) => controls.failTransaction(hash, status),
  ),
  exchangeRoute(
    '/fail-next',
    { count: wholeSchema.default(1), status: failureSchema },
    (controls, { count, status }) => controls.failNext(count, status),
  ),
  exchangeRoute('/faults', { faults: faultsSchema }, (controls, { faults }) =>
    controls.setFaults(faults),
  ),
];

function route<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  run: (controls: AnyControls, body: z.output<z.ZodObject<Shape>>) => Promise<unknown>,
): Route {
  const chainSchema = z.object({ chainId: wholeSchema });
  const schema = z.object(shape);
  return {
    path,
    run: async (controls, body) => {
      const chain = chainSchema.safeParse(body);
      if (!chain.success) throw fromZod(chain.error);
      const parsed = schema.safeParse(body);
      if (!parsed.success) throw fromZod(parsed.error);
      return (await run(controls(chain.data.chainId), parsed.data)) ?? {};
    },
  };
}

function evmRoute<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  run: (controls: Controls, body: z.output<z.ZodObject<Shape>>) => Promise<unknown>,
): Route {
  return route(path, shape, (controls, body) => {
    if (controls.vm !== 'evm')
      throw new PortageError('UNSUPPORTED_CHAIN', { message: `${path} works on EVM chains only.` });
    return run(controls, body);
  });
}

function solanaRoute<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  run: (controls: SolanaControls, body: z.output<z.ZodObject<Shape>>) => Promise<unknown>,
): Route {
  return route(path, shape, (controls, body) => {
    if (controls.vm !== 'svm')
      throw new PortageError('UNSUPPORTED_CHAIN', { message: `${path} works on Solana only.` });
    return run(controls, body);
  });
}

function bitcoinRoute<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  run: (controls: BitcoinControls, body: z.output<z.ZodObject<Shape>>) => Promise<unknown>,
): Route {
  return route(path, shape, (controls, body) => {
    if (controls.vm !== 'bvm')
      throw new PortageError('UNSUPPORTED_CHAIN', { message: `${path} works on Bitcoin only.` });
    return run(controls, body);
  });
}

function exchangeRoute<Shape extends z.ZodRawShape>(
  path: string,
  shape: Shape,
  run: (controls: ExchangeControls, body: z.output<z.ZodObject<Shape>>) => Promise<unknown>,
): Route {
  return route(path, shape, (controls, body) => {
    if (controls.vm !== 'lvm')
      throw new PortageError('UNSUPPORTED_CHAIN', {
        message: `${path} works on the exchange only.`,
      });
    return run(controls, body);
  });
}

function optionalAmount(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}
