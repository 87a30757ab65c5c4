import { randomBytes } from 'node:crypto';
import { hexToBytes } from '@portage/core';
import { exchangeChain, type ExchangeDevnetChain } from '@portage/devnet';
import type { ExchangeAsset } from '@portage/exchange/codec';
import {
  hashTransfer,
  transactionId,
  transferType,
  writeTransfer,
} from '@portage/exchange/transaction';
import {
  createExchangeApi,
  createExchangeExecutor,
  keySigner,
  type ExchangeSigner,
} from '@portage/sdk/exchange';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Place } from '../currencies.js';
import type { DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';

/** Index of USDC, and the route of perpetuals. */
const usdcOfPerpetuals: ExchangeAsset = { assetIndex: 3, routeType: 0 };

/** Milliseconds in which the exchange may execute a transfer. */
const validMs = 60_000;

/** The exchange, and the account of a demonstration with its signer. */
function openAccount({ devnet, account: index }: DemonstrationContext): {
  readonly chain: ExchangeDevnetChain;
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  readonly signer: ExchangeSigner;
} {
  const chain = exchangeChain(devnet.description);
  const account = chain.accounts[index];
  if (account === undefined) throw new Error('The devnet has no such account on the exchange.');
  const { accountIndex, apiKeyIndex } = account;
  const wallet = privateKeyToAccount(account.owner.privateKey);
  const signer = keySigner({
    accountIndex,
    apiKeyIndex,
    privateKey: hexToBytes(account.privateKey),
    owner: { address: wallet.address, signMessage: (message) => wallet.signMessage({ message }) },
  });
  return { chain, accountIndex, apiKeyIndex, signer };
}

/** Memo and asset of a payment, where they are others than the usual ones. */
export interface UnmatchedPayment {
  readonly memo?: string;
  readonly asset?: ExchangeAsset;
}

/**
 * Pays the depository under an id, by default one that was never quoted; returns the id of the
 * transfer.
 */
export async function depositUnmatchedOnExchange(
  context: DemonstrationContext,
  _: Place,
  amount: bigint,
  {
    memo = `0x${randomBytes(32).toString('hex')}`,
    asset = usdcOfPerpetuals,
  }: UnmatchedPayment = {},
): Promise<string> {
  const { signal } = context;
  const { chain, signer, ...key } = openAccount(context);
  const { rpcUrl: url, circuitId, roles } = chain;
  const api = createExchangeApi({ url });
  const parties = {
    fromAccountIndex: key.accountIndex,
    toAccountIndex: roles.depository.accountIndex,
  };
  const { assetIndex, routeType } = asset;
  const transfer = {
    ...parties,
    assetIndex,
    fromRouteType: routeType,
    toRouteType: routeType,
    amount,
    apiKeyIndex: key.apiKeyIndex,
    usdcFee: await api.transferFee(parties, signal),
    memo,
    expiredAt: Date.now() + validMs,
    nonce: await api.nextNonce(key, signal),
  };
  const signatures = await signer.signTransfer({ transfer, circuitId, needsOwner: true });
  const info = writeTransfer({ transfer, ...signatures });
  const outcome = await api.send({ type: transferType, info }, signal);
  if (outcome.type !== 'accepted') throw new Error('The exchange did not take the transfer.');
  return transactionId(hashTransfer(transfer, circuitId));
}

/** The exchange with an account of the devnet. */
export function createExchangeSide(context: DemonstrationContext): Side {
  const { devnet, signal } = context;
  const { chain, signer, accountIndex } = openAccount(context);
  const { rpcUrl: url, circuitId } = chain;
  const api = createExchangeApi({ url });
  return {
    executor: createExchangeExecutor({ signer, url, circuitId, pollMs: 200 }),
    user: String(accountIndex),
    freshAccount: async () => {
      const { address } = privateKeyToAccount(generatePrivateKey());
      return String(await devnet.exchange().openAccount(address));
    },
    balanceOf: async (_, holder) => {
      const found = await api.account(Number(holder), signal);
      const held = found?.balances.find(
        ({ assetIndex, routeType }) =>
          assetIndex === usdcOfPerpetuals.assetIndex && routeType === usdcOfPerpetuals.routeType,
      );
      return held?.amount ?? 0n;
    },
  };
}
