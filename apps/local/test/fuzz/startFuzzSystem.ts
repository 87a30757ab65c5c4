import { bitcoinChain, solanaChain } from '@portage/devnet';
import type { Quote, QuoteBody } from '@portage/core';
import { createPortage } from '@portage/sdk';
import { createContext } from '../../src/createContext.js';
import { findPlace } from '../../src/currencies.js';
import { openSide } from '../../src/demonstrations/transfer.js';
import { startTestSystem } from '../testSystem.js';
import type { CallWorld } from './endpointCalls.js';
import { findHarm } from './findHarm.js';
import { prepareCalls } from './prepareCalls.js';
import { startTrap } from './startTrap.js';

/** Service on real chains, with everything that a quote may ask for, and what bodies may name. */
export interface FuzzSystem {
  readonly url: string;
  readonly world: CallWorld;
  /**
   * Verifies a quote as a client does before anything is signed: order id, amounts, recipient, and
   * the bytes of each step.
   *
   * @throws PortageError
   */
  readonly verify: (quote: Quote, request: QuoteBody) => Promise<void>;
  /** Number of connections to the addresses that must not be called. */
  readonly trapped: () => number;
  /** Rules of the books that do not hold, and payments that no call may bring about. */
  readonly findHarm: () => Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Starts it in this process. */
export async function startFuzzSystem(): Promise<FuzzSystem> {
  const trap = await startTrap();
  // Looks at transactions and connections are bounded for each caller; here all callers are one.
  const system = await startTestSystem({
    configure: (described) => ({
      ...described,
      http: {
        ...Object(described['http']),
        limits: { tracesPerMinuteMax: 1_000_000, connectionsPerAddressMax: 5_000 },
      },
    }),
  });
  const { settlement, access } = system.service;
  const key = async (name: string, microUsd: bigint): Promise<string> => {
    await settlement.sponsors.credit({ account: name, microUsd, ref: name });
    const rights = ['fixed-rate', 'route-racing'] as const;
    return (await access.keys.create({ name, sponsor: name, rights })).secret;
  };
  const solana = solanaChain(system.devnet.description);
  const { secret: plain } = await access.keys.create({ name: 'plain' });
  const evm = ([8453, 10] as const).map((id) => {
    const { tokens, uniswap, contracts } = system.chain(id);
    const listed = [...Object.values(tokens), ...Object.values(uniswap.tokens)];
    return {
      id,
      currencies: listed.map(({ address }) => address),
      targets: [
        contracts.multicall3,
        contracts.depository,
        ...listed.map(({ address }) => address),
      ],
    };
  });
  const bitcoin = bitcoinChain(system.devnet.description);
  const context = createContext(system, 0);
  const places = (['eth@base', 'sol@solana', 'btc@bitcoin', 'usdc@lighter'] as const).map((text) =>
    findPlace(system.devnet, text),
  );
  const sides = places.map((place) => openSide(context, place));
  const executors = sides.map(({ executor }) => executor);
  const portage = createPortage({ baseUrl: system.url, executors });
  const trusted = await portage.getChains();
  const world = {
    chains: [
      ...evm.map(({ id, currencies }) => ({ id, vm: 'evm' as const, currencies })),
      {
        id: solana.id,
        vm: 'svm' as const,
        currencies: [solana.tokens.usdc.address, '1'.repeat(32)],
      },
      ...places
        .filter(({ vm }) => vm === 'bvm' || vm === 'lvm')
        .map(({ chainId: id, vm, address }) => ({ id, vm, currencies: [address] })),
    ],
    accounts: {
      evm: system.devnet.description.accounts.map(({ address }) => address),
      svm: solana.accounts.map(({ address }) => address),
      bvm: bitcoin.accounts.map(({ address }) => address),
      // Its transfers name the account that signs them.
      lvm: sides.slice(-1).map(({ user }) => user),
    },
    targets: evm.flatMap(({ targets }) => targets),
    apiKeys: [await key('rich', 10n ** 12n), await key('poor', 1n), plain, 'key_none'],
  };
  const slugs = Object.values(system.devnet.description.chains).map(({ slug }) => slug);
  const seen = await prepareCalls({
    context,
    payer: sides[0]?.user ?? '',
    portage,
    apiKey: world.apiKeys[0] ?? '',
  });
  return {
    url: system.url,
    trapped: trap.calls,
    findHarm: () => findHarm(system.service, seen.requestIds.length),
    verify: (quote, request) =>
      portage.verifyQuote(quote, { request, chains: trusted, maxSlippageBps: 10_000 }),
    world: { ...world, ...seen, slugs, trapUrls: trap.urls },
    close: async () => {
      await system.close();
      await trap.close();
    },
  };
}
