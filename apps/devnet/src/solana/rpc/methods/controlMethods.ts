import { z } from 'zod';
import { defineMethod, type Method, type RpcContext } from '../defineMethod.js';
import { addressSchema, configOf, countSchema, signatureSchema } from '../parameters.js';
import { invalidParams } from '../rpcError.js';

const slotsMax = 10_000;
const stepSchema = countSchema.max(slotsMax);
const amountMax = 2n ** 64n - 1n;
const amount = z
  .string()
  .regex(/^\d{1,20}$/)
  .refine((text) => BigInt(text) <= amountMax, 'too large for a token')
  .default('0');
const secondsMax = 100 * 365 * 86_400;

/** Methods for faults and other controls of a devnet. */
export const controlMethods: Readonly<Record<string, Method>> = {
  devnetAdvance: defineMethod(
    [stepSchema.min(1), configOf({ skippedSlots: stepSchema.default(0) })],
    (context, slots, { skippedSlots }) => {
      context.ledger.advance(skippedSlots);
      return advance(context, slots - 1);
    },
  ),
  devnetExpireBlockhashes: defineMethod([], (context) => {
    // Finalized blocks decide about expiry too, so their height must pass the window as well.
    const { blockhashWindow, finalizedAfter } = context.ledger.settings;
    return advance(context, blockhashWindow + finalizedAfter + 1);
  }),
  devnetShiftClock: defineMethod([countSchema.max(secondsMax)], ({ clock }, seconds) =>
    done(() => clock.shift(seconds)),
  ),
  devnetPause: defineMethod([], ({ pace }) => done(() => pace.pause())),
  devnetResume: defineMethod([], ({ pace }) => done(() => pace.resume())),
  devnetDrop: defineMethod([countSchema], ({ intake }, count) => done(() => intake.drop(count))),
  devnetHold: defineMethod([], ({ intake }) => done(() => intake.hold())),
  devnetRelease: defineMethod([], ({ intake }) => intake.release()),
  devnetFork: defineMethod(
    [
      stepSchema.min(1),
      configOf({ keep: z.union([z.literal('all'), z.array(signatureSchema)]).default([]) }),
    ],
    ({ ledger }, depth, { keep }) => {
      if (depth > ledger.forkDepthMax)
        throw invalidParams(`At most ${ledger.forkDepthMax} blocks are not finalized.`);
      return { slot: ledger.tip('processed').slot + 1, dropped: ledger.fork(depth, keep) };
    },
  ),
  devnetFaucet: defineMethod(
    [addressSchema, z.object({ lamports: amount, usdc: amount })],
    ({ faucet }, address, { lamports, usdc }) => {
      const gift = { lamports: BigInt(lamports), usdc: BigInt(usdc) };
      if (gift.lamports + gift.usdc === 0n)
        throw invalidParams('Ask for a positive amount of lamports or usdc.');
      return faucet(address, gift);
    },
  ),
};

function advance({ ledger }: RpcContext, slots: number): number {
  for (let index = 0; index < slots; index += 1) ledger.advance();
  return ledger.tip('processed').slot;
}

function done(action: () => void): null {
  action();
  return null;
}
