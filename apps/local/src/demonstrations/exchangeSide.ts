import { hexToBytes } from '@portage/core';
import { exchangeChain } from '@portage/devnet';
import { createExchangeApi, createExchangeExecutor, keySigner } from '@portage/sdk/exchange';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { DemonstrationContext } from './demonstration.js';
import type { Side } from './side.js';

/** Index of USDC, and the route of perpetuals. */
const usdcOfPerpetuals = { assetIndex: 3, routeType: 0 } as const;

/** The exchange with an account of the devnet. */
export function createExchangeSide({ devnet, account: index, signal }: DemonstrationContext): Side {
  const { rpcUrl: url, circuitId, accounts } = exchangeChain(devnet.description);
  const account = accounts[index];
  if (account === undefined) throw new Error('The devnet has no such account on the exchange.');
  const { accountIndex, apiKeyIndex } = account;
  const privateKey = hexToBytes(account.privateKey);
  const wallet = privateKeyToAccount(account.owner.privateKey);
  const signer = keySigner({
    ...{ accountIndex, apiKeyIndex, privateKey },
    owner: {
      address: wallet.address,
      signMessage: (message) => wallet.signMessage({ message }),
    },
  });
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
