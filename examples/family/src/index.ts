import {
  defineInstantVm,
  type InstantSigner,
  type TransactionDraft,
} from '@portage/chain-kit/instant';
import { definePlugin, type Plugin, type Vm } from '@portage/core/plugin';
import { z } from 'zod';
import { depository, native, tallyCodec } from './codec.js';
import type { TallyItem } from './wallet.js';
import { tallyNode } from './node.js';
import { openKey, transactionId } from './openKey.js';
import { encodeBody, encodeSigned, type TallyAction } from './transaction.js';

/** Tally: ledgers of accounts, each kept by nodes of its own. */
export const tally: Vm = defineInstantVm({
  codec: tallyCodec,
  depository,
  node: tallyNode,
  openSigner,
  feeOf,
  depositItem: ({ orderId, payer: depositor, currency, amount }, chainId): TallyItem => ({
    vm: 'tally',
    chainId,
    deposit: { depository, orderId, depositor, currency, amount: amount.toString() },
  }),
  pollMs: 100,
});

export const plugin: Plugin = definePlugin({ vms: [tally] });

function openSigner(seed: string): InstantSigner {
  const { address: sender, sign } = openKey(seed);
  return {
    address: sender,
    sign: async ({ chainId, sequence, fee, intent }) => {
      const text = encodeBody({ chainId, sender, sequence, fee, actions: actionsOf(intent) });
      const raw = new TextEncoder().encode(encodeSigned(text, await sign(text)));
      return { txId: transactionId(text), raw };
    },
  };
}

function actionsOf(intent: TransactionDraft['intent']): readonly TallyAction[] {
  if (intent === undefined) return [];
  const { orderId, currency, amount, recipient: to } = intent;
  if (intent.type === 'refund') {
    const { depositor, key } = intent;
    return [{ type: 'release', orderId, depositor, key, to, currency, amount }];
  }
  const { topup = 0n } = intent;
  const fill: TallyAction = { type: 'fill', orderId, to, currency, amount };
  return topup === 0n ? [fill] : [fill, { type: 'transfer', to, currency: native, amount: topup }];
}

const signedSchema = z.object({ body: z.string() });
const feeSchema = z.object({ fee: z.string().regex(/^\d+$/) });

function feeOf(raw: Uint8Array): bigint {
  const { body } = signedSchema.parse(JSON.parse(new TextDecoder().decode(raw)));
  return BigInt(feeSchema.parse(JSON.parse(body)).fee);
}
