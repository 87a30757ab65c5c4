import type { Deposits } from '@portage/core/chain';
import { deniedTargets, planContracts, tokenAddresses, type ChainContext } from './chainContext.js';
import { createDepositAddresses } from './deposit/createDepositAddresses.js';
import { createDeposits } from './deposit/createDeposits.js';
import { createGasless } from './deposit/createGasless.js';
import { createReadNonce } from './deposit/createReadNonce.js';
import type { Fees } from './gas/fees.js';
import { permitsOf } from './readConfig.js';
import { recoverAuthority } from './spend/authorization.js';

/** Facts that decide which deposits a chain offers. */
export interface OpenDepositsOptions {
  /** Whether the solver can send the calls of payers and a node can simulate them. */
  readonly takesGasless: boolean;
  /** Fees from memory; without any the wallet chooses them. */
  readonly fees: () => Fees | undefined;
}

/** Opens the kinds of deposit that the configuration of a chain names. */
export function openDeposits(
  context: ChainContext,
  { takesGasless, fees }: OpenDepositsOptions,
): Deposits {
  const { config, assets, rpc, keccak } = context;
  const { depository, depositAddresses } = config.contracts;
  const chainId = config.id;
  const plans = planContracts(config);
  const denied = [...deniedTargets(context), ...tokenAddresses(context)];
  const bridged = assets.slice(1).filter((token) => token.supportsBridging);
  return createDeposits({
    chainId,
    chainName: config.displayName ?? config.name,
    depository,
    addresses:
      depositAddresses === undefined
        ? undefined
        : createDepositAddresses({
            rpc,
            factory: depositAddresses,
            tokens: bridged.map((token) => token.address),
          }),
    gasless: takesGasless
      ? createGasless({
          chainId,
          denied,
          rpc,
          recoverAuthority: (authorization) => recoverAuthority(authorization, keccak),
        })
      : undefined,
    plans: plans === undefined ? undefined : { ...plans, keccak },
    sends: { keccak, rpc },
    direct: config.directDeposits ? { rpc, tokens: tokenAddresses(context) } : undefined,
    permits: { tokens: permitsOf(config), readNonce: createReadNonce(rpc) },
    symbolOf: (currency) => assets.find((asset) => asset.address === currency)?.symbol ?? currency,
    fees,
  });
}
