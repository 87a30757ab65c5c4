import { PortageError } from '@portage/core';
import type { DevnetAccount } from '../contracts/deriveAccounts.js';
import type { ExchangeDevnetChain } from '../description.js';
import type { ProcessRecord } from '../node/processRecord.js';
import type { Guard } from '../node/startGuard.js';
import { createExchangeControls, type ExchangeControls } from './control/createExchangeControls.js';
import { deployGateway, type GatewayChain } from './gateway/deployGateway.js';
import {
  deriveExchangeAccounts,
  type ExchangeAccountKeys,
  type ExchangeKeys,
} from './keys/deriveExchangeAccounts.js';
import type { GenesisAccount, NodeConfiguration } from './node/nodeConfiguration.js';
import { startExchangeNode } from './node/startExchangeNode.js';
import { circuitId } from './parameters.js';

/** Exchange of a devnet while it runs. */
export interface OpenExchangeChain {
  readonly vm: 'lvm';
  readonly description: ExchangeDevnetChain;
  readonly controls: ExchangeControls;
  /** Process id of the exchange. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Settings of the exchange; everything has a default. */
export interface ExchangeSettings {
  /** Milliseconds between blocks, 0 for blocks on demand only; by default 200. */
  readonly blockMs?: number;
}

/** Options of the exchange. */
export interface ExchangeChainOptions {
  readonly devnetId: string;
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly port: number;
  readonly users: number;
  readonly dataDir: string;
  readonly settings: ExchangeSettings;
  readonly record: ProcessRecord;
  readonly guard: Guard;
  /** EVM chain on which the exchange takes deposits, and who deploys their contract. */
  readonly deposits?: DepositChain | undefined;
}

/** EVM chain on which the exchange takes deposits. */
export interface DepositChain {
  readonly chain: GatewayChain;
  readonly owner: DevnetAccount;
}

/**
 * Starts the exchange with its funded accounts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `SERVICE_UNAVAILABLE`
 */
export async function openExchangeChain({
  devnetId,
  id,
  slug,
  name,
  users,
  settings,
  deposits,
  ...rest
}: ExchangeChainOptions): Promise<OpenExchangeChain> {
  const { blockMs = 200 } = settings;
  if (!Number.isInteger(blockMs) || blockMs < 0)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The block time of the exchange is a whole number of milliseconds, or 0.',
    });
  const gateway =
    deposits === undefined ? undefined : await deployGateway(deposits.chain, deposits.owner);
  const keys = deriveExchangeAccounts(users);
  const node = await startExchangeNode({ ...rest, blockMs, gateway, keys: withoutSecrets(keys) });
  const rpcUrl = `http://127.0.0.1:${node.port}`;
  return {
    vm: 'lvm',
    description: {
      vm: 'lvm',
      id,
      slug,
      name,
      rpcUrl,
      circuitId,
      blockTimeSeconds: blockMs / 1_000,
      instance: devnetId,
      ...(gateway === undefined
        ? {}
        : { gateway: { chainId: gateway.chainId, address: gateway.address } }),
      accounts: keys.users.map(describe),
      roles: { solver: describe(keys.roles.solver), depository: describe(keys.roles.depository) },
    },
    controls: createExchangeControls(rpcUrl),
    pid: node.pid,
    close: () => node.close(),
  };
}

/** Accounts as the exchange's process gets them: public keys and addresses alone. */
function withoutSecrets({ users, roles }: ExchangeKeys): NodeConfiguration['keys'] {
  const strip = (account: ExchangeAccountKeys): GenesisAccount => {
    const { accountIndex, apiKeyIndex, publicKey, owner } = account;
    return { accountIndex, apiKeyIndex, publicKey, owner: { address: owner.address } };
  };
  return {
    users: users.map(strip),
    roles: { solver: strip(roles.solver), depository: strip(roles.depository) },
  };
}

function describe(keys: ExchangeAccountKeys): ExchangeDevnetChain['accounts'][number] {
  const { owner, ...account } = keys;
  return { ...account, owner: { ...owner } };
}
