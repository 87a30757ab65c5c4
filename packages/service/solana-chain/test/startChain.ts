import { Connection, Keypair } from '@solana/web3.js';
import { base58 } from '@scure/base';
// The devnet stands above this package and uses it: only its tests reach up, and past the manifest.
import { eventually } from '@portage/testing';
import {
  createDevnet,
  solanaChain,
  type SolanaControls,
  type SolanaDevnetChain,
} from '@portage/devnet';
import { solanaCodec } from '@portage/solana/codec';
import type { FamilyKeys } from '@portage/core/plugin';
import type { SolanaChainConfig } from '../src/index.js';
import { openSolana } from './openSolana.js';

/** The real SVM with our programs and a token on it. */
export interface TestChain {
  readonly rpcUrl: string;
  readonly connection: Connection;
  readonly controls: SolanaControls;
  readonly usdc: string;
  readonly programs: { readonly depository: string; readonly filler: string };
  readonly testPools: SolanaDevnetChain['testPools'];
  /** Key pairs with SOL and USDC. */
  readonly user: (index: number) => Keypair;
  /** Key that may freeze accounts of the token. */
  readonly issuer: Keypair;
  /** May lower limits and pause. */
  readonly guardian: Keypair;
  /** The configuration that opens it. */
  readonly config: SolanaChainConfig;
  /** Keys of the operator. */
  readonly keys: FamilyKeys;
  /** Key that deposit addresses come from. */
  readonly addressesKey: string;
  /** Returns when so many blocks have been confirmed on top of what was there. */
  readonly mine: (blocks: number) => Promise<void>;
  /** Opens the vault's token accounts, as a service does when it starts. */
  readonly openVault: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Time that a block of these tests takes. */
export const slotMs = 100;

/**
 * Starts a chain whose blocks are final after 30 others, so that there is something to take back.
 */
export async function startChain({
  finalizedAfter = 30,
}: { readonly finalizedAfter?: number } = {}): Promise<TestChain> {
  const devnet = await createDevnet({
    chains: [{ vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' }],
    ports: [0],
    controlPort: 0,
    solana: { slotMs, finalizedAfter },
  });
  const { id, slug, name, rpcUrl, programs, tokens, testPools, roles, accounts, genesisHash } =
    solanaChain(devnet.description);
  const connection = new Connection(rpcUrl, 'confirmed');
  const slot = (): Promise<number> => connection.getSlot('confirmed');
  const config: SolanaChainConfig = {
    id,
    slug,
    name,
    rpcUrls: [rpcUrl],
    devnet: true,
    genesisHash,
    assets: [
      {
        id: 'sol',
        symbol: 'SOL',
        name: 'Solana',
        address: solanaCodec.nativeCurrency,
        decimals: 9,
      },
      { id: 'usdc', ...tokens.usdc },
    ],
    programs,
    pollMs: 50,
  };
  const keys = { solver: roles.solver.secretKey, allocator: roles.allocator.secretKey };
  return {
    rpcUrl,
    connection,
    controls: devnet.solana(),
    usdc: tokens.usdc.address,
    programs,
    testPools,
    user: (index) => Keypair.fromSecretKey(base58.decode(accounts[index]!.secretKey)),
    issuer: Keypair.fromSecretKey(base58.decode(roles.faucet.secretKey)),
    guardian: Keypair.fromSecretKey(base58.decode(roles.guardian.secretKey)),
    config,
    keys,
    addressesKey: roles.addresses.secretKey,
    mine: async (blocks) => {
      const start = await connection.getSlot('processed');
      await eventually(slot, (at) => at >= start + blocks, {
        what: `${String(blocks)} slots`,
        everyMs: 20,
      });
    },
    openVault: async () => {
      const stop = new AbortController();
      await openSolana(config, stop.signal, keys);
      stop.abort();
    },
    stop: () => devnet.close(),
  };
}
