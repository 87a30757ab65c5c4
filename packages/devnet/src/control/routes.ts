import { amountSchema, fromZod } from '@portage/core';
import { z } from 'zod';
import type { Controls } from './createControls.js';

/** One thing that can be asked of the control server with POST. */
export interface Route {
  readonly path: string;
  run(controls: (chainId: number) => Controls, body: unknown): Promise<unknown>;
}

const hexSchema = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
const wholeSchema = z.number().int();

/** Every route of the control server. Amounts are decimal strings of smallest units. */
export const routes: readonly Route[] = [
  route('/faucet', { address: z.string(), native: amountSchema.optional(), usdc: amountSchema.optional() }, async (controls, { address, native, usdc }) => ({
    txHashes: await controls.faucet(address, { native: optionalAmount(native), usdc: optionalAmount(usdc) }),
  })),
  route('/mine', { blocks: wholeSchema.default(1) }, (controls, { blocks }) => controls.mine(blocks)),
  route('/reorg', { depth: wholeSchema, transactions: z.array(z.object({ raw: hexSchema, block: wholeSchema })).default([]) }, (controls, { depth, transactions }) =>
    controls.reorg(depth, transactions),
  ),
  route('/drop', { hash: hexSchema }, (controls, { hash }) => controls.dropTransaction(hash)),
  route('/pause', {}, (controls) => controls.pauseMining()),
  route('/resume', {}, (controls) => controls.resumeMining()),
  route('/base-fee', { weiPerGas: amountSchema }, (controls, { weiPerGas }) => controls.setBaseFee(BigInt(weiPerGas))),
  route('/snapshot', {}, async (controls) => ({ snapshot: await controls.snapshot() })),
  route('/revert', { snapshot: hexSchema }, (controls, { snapshot }) => controls.revert(snapshot)),
];

function route<Shape extends z.ZodRawShape>(path: string, shape: Shape, run: (controls: Controls, body: z.output<z.ZodObject<Shape>>) => Promise<unknown>): Route {
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

function optionalAmount(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}
