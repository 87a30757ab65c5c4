import type { BroadcastResult } from '@portage/core/chain';

/** Words of nodes that have the transaction already. */
const known = [
  'txn-already-in-mempool',
  'txn-already-known',
  'transaction already in block chain',
  'transaction outputs already in utxo set',
];

/** Words of nodes for which the coins are spent, or never were: it cannot land as things are. */
const refused = [
  'bad-txns-inputs-missingorspent',
  'missing inputs',
  'missing-inputs',
  'txn-mempool-conflict',
  'insufficient fee',
  'too-long-mempool-chain',
  'too-large-cluster',
  'truc-violation',
  'dust',
  'bad-txns',
  'mandatory-script-verify-flag-failed',
];

/** Words of nodes that take the same payment at a higher rate. */
const underpriced = ['min relay fee not met', 'mempool min fee not met'];

/**
 * Reads the refusal of a node, Core's or Esplora's, which passes on what Core says. What it knows
 * already is accepted; everything unclear may still land.
 */
export function classifySendFailure(message: string): BroadcastResult {
  const text = message.toLowerCase();
  if (known.some((words) => text.includes(words))) return { status: 'accepted' };
  if (underpriced.some((words) => text.includes(words)))
    return { status: 'rejected', reason: message, isUnderpriced: true };
  return refused.some((words) => text.includes(words))
    ? { status: 'rejected', reason: message }
    : { status: 'unknown', reason: message };
}
