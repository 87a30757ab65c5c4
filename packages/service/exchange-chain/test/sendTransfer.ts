import { createExchangeApi } from '@portage/exchange';
import {
  hashTransfer,
  transactionId,
  transferType,
  writeTransfer,
  type Transfer,
} from '@portage/exchange/transaction';
import { signerOf, type TestAccount, type TestChain } from './startChain.js';

/** Micro-USDC of a transfer to an account of another owner. */
const fee = 3_000_000n;
const signal = new AbortController().signal;

/** Sends a transfer to the depository, unless it says otherwise; returns its hash. */
export async function sendTransfer(
  node: TestChain,
  from: TestAccount,
  change: Partial<Transfer> = {},
): Promise<string> {
  const api = createExchangeApi({ url: node.url });
  const signer = signerOf(from);
  const { circuitId, depository } = node;
  const transfer: Transfer = {
    fromAccountIndex: from.accountIndex,
    apiKeyIndex: from.apiKeyIndex,
    toAccountIndex: depository.accountIndex,
    assetIndex: 3,
    fromRouteType: 0,
    toRouteType: 0,
    amount: 5_000_000n,
    usdcFee: fee,
    memo: `0x${'a1'.repeat(32)}`,
    expiredAt: node.clock.now() + 60_000,
    nonce: await api.nextNonce(from, signal),
    ...change,
  };
  const signatures = await signer.signTransfer({ transfer, circuitId, needsOwner: true });
  const info = writeTransfer({ transfer, ...signatures });
  const outcome = await api.send({ type: transferType, info }, signal);
  if (outcome.type !== 'accepted') throw new Error(JSON.stringify(outcome));
  return transactionId(hashTransfer(transfer, circuitId));
}
