import { createPortage, type Portage, type QuoteBody } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { createContext } from '../../src/createContext.js';
import { viemChain } from '../../src/demonstrations/evmSide.js';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import type { TestSystem } from '../testSystem.js';

/** Names that pages use without declaring them; `packages/sdk` gives them their types. */
export const givenNames = [
  'apiKey',
  'baseUrl',
  'client',
  'executor',
  'minAmountOut',
  'portage',
  'quote',
  'recipient',
  'render',
  'request',
  'requestId',
  'user',
  'wallet',
] as const;

/** Reader of a guide: an account of the devnet with its SDK, and everything that it was shown. */
export interface Reader {
  readonly system: TestSystem;
  readonly context: DemonstrationContext;
  readonly portage: Portage;
  readonly user: string;
  readonly request: QuoteBody;
  /** Values that blocks rendered, in their order. */
  readonly shown: unknown[];
  /** Values of the given names. */
  readonly cast: Readonly<Record<(typeof givenNames)[number], unknown>>;
}

/** Makes the reader of one page, with an account of its own. */
export async function openReader(
  system: TestSystem,
  account: number,
  members: Partial<QuoteBody> = {},
): Promise<Reader> {
  const context = createContext(system, account);
  const own = privateKeyToAccount(context.privateKey);
  const walletOf = (chainId: number) =>
    createWalletClient({
      account: own,
      chain: viemChain(context, chainId),
      transport: http(),
      pollingInterval: 50,
    });
  const executor = createEvmExecutor({ wallet: walletOf, homeChainId: 8453, pollMs: 100 });
  const baseUrl = system.url;
  const portage = createPortage({ baseUrl, executors: [executor] });
  const user = own.address;
  const amount = (10n ** 17n).toString();
  const request: QuoteBody = {
    user,
    originChainId: 8453,
    destinationChainId: 10,
    amount,
    ...members,
  };
  const quote = await portage.getQuote(request);
  const shown: unknown[] = [];
  const render = (value: unknown): void => {
    shown.push(value);
  };
  const wallet = walletOf(8453);
  const recipient = privateKeyToAddress(generatePrivateKey());
  const cast: Reader['cast'] = {
    apiKey: await system.createSponsor(100_000_000n),
    baseUrl,
    client: portage.client,
    executor,
    minAmountOut: BigInt(quote.details.currencyOut.minimumAmount),
    portage,
    quote,
    recipient,
    render,
    request,
    requestId: quote.requestId,
    user,
    wallet,
  };
  return { system, context, portage, user, request, shown, cast };
}
