import type { Accounts } from '../ledger/createAccounts.js';
import { eth, exchangeIndex, exchangeOwner, usdc } from '../parameters.js';
import type { GenesisAccount, NodeConfiguration } from './nodeConfiguration.js';

/** Whole units that an account starts with: of USDC on each route, and of ETH. */
interface Funds {
  readonly usdc: bigint;
  readonly eth: bigint;
}

const userFunds: Funds = { usdc: 100_000n, eth: 100n };
const solverFunds: Funds = { usdc: 100_000_000n, eth: 100_000n };
const noFunds: Funds = { usdc: 0n, eth: 0n };

/** Opens the accounts of the devnet with their keys and their money, and the exchange's own. */
export function fundAccounts(
  accounts: Accounts,
  { users, roles }: NodeConfiguration['keys'],
): void {
  const open = (keys: GenesisAccount, funds: Funds): void => {
    const { accountIndex, apiKeyIndex, publicKey, owner } = keys;
    accounts.open(owner.address, accountIndex).keys.set(apiKeyIndex, { publicKey, nonce: 0 });
    const give = (assetIndex: number, routeType: number, amount: bigint): void =>
      accounts.credit({ accountIndex, assetIndex, routeType, amount });
    give(usdc.assetIndex, 0, funds.usdc * 10n ** BigInt(usdc.decimals));
    give(usdc.assetIndex, 1, funds.usdc * 10n ** BigInt(usdc.decimals));
    give(eth.assetIndex, 1, funds.eth * 10n ** BigInt(eth.decimals));
  };
  accounts.open(exchangeOwner, exchangeIndex);
  for (const user of users) open(user, userFunds);
  open(roles.solver, solverFunds);
  open(roles.depository, noFunds);
}
