import { fromZod, isPortageError, PortageError, type Chain, type Spend } from '@portage/core';
import {
  createFinality,
  createRefresh,
  createRpc,
  createSightings,
  openEndpoints,
  type Rpc,
} from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  depositoryAddresses,
  programs as known,
  type DepositoryAddresses,
} from '@portage/solana/program';
import {
  solanaChainConfigSchema,
  type ParsedChainConfig,
  type SolanaChainConfig,
} from './chainConfig.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { createBalances } from './createBalances.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createRent } from './createRent.js';
import { createDeposits } from './deposit/createDeposits.js';
import { operationCost } from './gas/computeUnits.js';
import { createFees, type FeeMemory } from './gas/createFees.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createHeads } from './observe/createHeads.js';
import { createUpdates } from './observe/createUpdates.js';
import { selfCheck } from './selfCheck.js';
import {
  createBlockhashes,
  type Blockhash,
  type BlockhashMemory,
} from './spend/createBlockhashes.js';
import { createKey, type Key } from './spend/createKey.js';
import { createPayments } from './spend/createPayments.js';
import { createSpend } from './spend/createSpend.js';
import { openVault } from './spend/openVault.js';

/** A node that is unhealthy, behind the slot that was asked for, or asked too often. */
const busyCodes = [-32005, -32016, -32429, 429];
/** A blockhash older than this has too little of its life left to be signed with. */
const blockhashAgeMsMax = 20_000;
/** What most of the network has voted for; what may be spent against is decided by finality. */
const commitment = 'confirmed';

/**
 * Connects to a Solana chain: checks every endpoint, program and mint, fills the memory, and
 * follows the chain until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export async function openSolanaChain(
  input: SolanaChainConfig,
  signal: AbortSignal,
): Promise<Chain> {
  const failed = new AbortController();
  try {
    return await openConfigured(readConfig(input), AbortSignal.any([signal, failed.signal]));
  } catch (error) {
    // What was started already stops with the failure, so that nothing keeps the process alive.
    failed.abort();
    throw error;
  }
}

async function openConfigured(config: ParsedChainConfig, signal: AbortSignal): Promise<Chain> {
  const { clock, programs, priceCeiling } = config;
  const solver =
    config.solverPrivateKey === undefined ? undefined : createKey(config.solverPrivateKey);
  const allocator =
    config.allocatorPrivateKey === undefined ? undefined : createKey(config.allocatorPrivateKey);
  const { endpoints, quorum } = openEndpoints(config, signal);
  const assets = readAssets(config);
  const [native, ...tokens] = assets;
  const addresses = depositoryAddresses(programs.depository);
  await selfCheck(
    {
      endpoints,
      chainId: config.id,
      genesisHash: config.genesisHash,
      programs,
      addresses,
      allocator: allocator?.address,
      tokens,
    },
    signal,
  );

  const rpc = createRpc(endpoints, { busyCodes: busyCodes });
  const heads = createHeads({ rpc, commitment: commitment, pollMs: config.pollMs, clock, signal });
  await heads.next(undefined, signal);
  const sightings = createSightings();
  const fees = createFees({
    accounts: solver === undefined ? [] : [solver.address],
    ceiling: priceCeiling,
    clock,
  });
  const balances = createBalances({
    rpc,
    assets,
    solver: solver?.address,
    holders: new Map([[programs.depository, addresses.vault]]),
    clock,
  });
  const blockhashes = createBlockhashes({ heads, clock });
  await createRefresh({
    rpc,
    heads,
    parts: [fees, balances, blockhashes],
    afterHeadMs: 0,
    clock,
    signal,
  });
  const parts = { config, rpc, addresses, fees, blockhashes, quorum };
  const spend =
    solver === undefined || allocator === undefined
      ? undefined
      : await openSpend(
          parts,
          { solver, allocator, mints: tokens.map(({ address }) => address) },
          signal,
        );
  const reading = { rpc, programs, commitment: commitment } as const;
  const rent = createRent({ rpc, market: () => fees.market(), clock });
  return {
    id: config.id,
    slug: config.slug,
    vm: 'svm',
    codec: solanaCodec,
    native,
    assets,
    info: chainInfo(config, assets, addresses, solver?.address),
    extraData: '0x',
    secondsPerPayment: config.secondsPerPayment,
    observe: {
      updates: createUpdates({ heads, ...reading, startHeight: config.startHeight, sightings }),
      trace: createTrace(reading),
      confirm: createConfirm(reading, quorum, sightings),
      tip: () => heads.latest(),
    },
    finality: createFinality(config.finality),
    deposit: createDeposits({
      chainId: config.id,
      chainName: config.displayName ?? config.name,
      depository: programs.depository,
      addresses,
      symbolOf: (currency) =>
        assets.find((asset) => asset.address === currency)?.symbol ?? currency,
      price: () => fees.market()?.value.price ?? 0n,
    }),
    ...(spend === undefined ? {} : { spend }),
    balances: {
      read: (account, currency, stop) => balances.read(account, currency, stop),
      spendable: (currency) => balances.spendable(currency),
    },
    gas: {
      estimate: (operation) => {
        const market = fees.market();
        return market === undefined || operation.type === 'call'
          ? undefined
          : { value: operationCost(operation, market.value), observedAt: market.observedAt };
      },
      rent,
    },
    checkRecipient: createCheckRecipient(
      ourAccounts(
        config,
        addresses,
        tokens.map(({ address }) => address),
        solver,
      ),
    ),
  };
}

/**
 * Accounts that must not be paid: programs, vaults, mints, and the solver, which would pay itself.
 */
function ourAccounts(
  { programs }: ParsedChainConfig,
  { config, vault }: DepositoryAddresses,
  mints: readonly string[],
  solver: Key | undefined,
): readonly string[] {
  const holdings = mints.map((mint) =>
    associatedTokenAddress({ owner: vault, mint, tokenProgram: known.token }),
  );
  return [
    programs.depository,
    programs.filler,
    config,
    vault,
    ...mints,
    ...holdings,
    ...(solver === undefined ? [] : [solver.address]),
  ];
}

interface Parts {
  readonly config: ParsedChainConfig;
  readonly rpc: Rpc;
  readonly addresses: DepositoryAddresses;
  readonly fees: FeeMemory;
  readonly blockhashes: BlockhashMemory;
  readonly quorum: number;
}

async function openSpend(
  { config, rpc, addresses, fees, blockhashes, quorum }: Parts,
  wallet: { readonly solver: Key; readonly allocator: Key; readonly mints: readonly string[] },
  signal: AbortSignal,
): Promise<Spend> {
  const { programs, clock } = config;
  const { solver, allocator, mints } = wallet;
  const blockhash = (): Blockhash => {
    const latest = blockhashes.latest();
    if (latest === undefined || clock() - latest.observedAt > blockhashAgeMsMax) {
      throw new PortageError('PRICE_FETCH_FAILED', {
        message: `The newest blockhash of ${config.name} is not known.`,
      });
    }
    return latest.value;
  };
  const price = (): bigint => fees.market()?.value.price ?? 0n;
  await openVault({ rpc, solver, vault: addresses.vault, mints, blockhash, clock }, signal);
  return createSpend({
    rpc,
    programs,
    quorum,
    solver,
    payments: createPayments({
      chainId: config.id,
      depository: programs.depository,
      addresses,
      filler: programs.filler,
      solver: solver.address,
      allocator,
    }),
    blockhash,
    price,
    priceCeiling: config.priceCeiling,
  });
}

function readConfig(input: SolanaChainConfig): ParsedChainConfig {
  const parsed = solanaChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const config = parsed.data;
  try {
    for (const address of [
      config.programs.depository,
      config.programs.filler,
      ...config.assets.map((asset) => asset.address),
    ])
      solanaCodec.normalizeAddress(address);
    return config;
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${config.name}: ${error.message}`,
      cause: error,
    });
  }
}
