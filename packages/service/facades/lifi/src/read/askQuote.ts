import {
  isPortageError,
  PortageError,
  zeroAddress,
  type ChainCurrency,
  type ChainInfo,
  type Quote,
} from '@portage/core';
import type { FacadeCall } from '@portage/core/plugin';
import { askFacts, type Facts } from './askFacts.js';
import { askService } from './askService.js';
import { findChain } from './findChain.js';
import { findCurrency } from './findCurrency.js';
import { readSlippage } from './readSlippage.js';
import { chooseSources, isBridgeAllowed } from './readTools.js';
import type { Transfer } from './transfer.js';

/** Account in whose name a quote is made while no wallet is connected. */
const nobody = '0x000000000000000000000000000000000000dead';
/** Percent of a whole. */
const wholePercent = 100;

/** Transfer with the quote of the service, and what its answer is printed from. */
export interface QuotedTransfer {
  readonly transfer: Transfer;
  readonly quote: Quote;
  readonly facts: Facts;
}

/**
 * Asks the service for the quote of a transfer. Refunds go to the payer, as LI.FI's clients expect.
 *
 * @throws PortageError as the service answers, or for what has no meaning here
 */
export async function askQuote(call: FacadeCall, transfer: Transfer): Promise<QuotedTransfer> {
  const facts = await askFacts(call);
  const origin = findChain(facts.chains, transfer.fromChain, 'fromChain');
  const destination = findChain(facts.chains, transfer.toChain, 'toChain');
  const currencies = {
    origin: findCurrency(origin, transfer.fromToken, 'fromToken'),
    destination: findCurrency(destination, transfer.toToken, 'toToken'),
  };
  refuseOrigin(origin);
  if (origin.id !== destination.id && !isBridgeAllowed(transfer.tools))
    throw noRoute('The request allows no bridge that there is here.');
  const body = bodyOf(transfer, { origin, destination, currencies });
  const quote = await askNamed(call, body);
  refuseImpact(transfer, quote);
  return { transfer, quote, facts };
}

/** Asks once more without the app's name where a key is needed for it: LI.FI's clients send one. */
async function askNamed(call: FacadeCall, { referrer, ...unnamed }: AskedBody): Promise<Quote> {
  if (referrer === undefined) return await askService(call, 'quote', { body: unnamed });
  try {
    return await askService(call, 'quote', { body: { ...unnamed, referrer } });
  } catch (error) {
    if (!isPortageError(error, 'UNAUTHORIZED_QUOTE')) throw error;
    return await askService(call, 'quote', { body: unnamed });
  }
}

/** Body of a quote; the façade looks at the name of the app alone. */
type AskedBody = Readonly<Record<string, unknown>>;

interface Ends {
  readonly origin: ChainInfo;
  readonly destination: ChainInfo;
  readonly currencies: { readonly origin: ChainCurrency; readonly destination: ChainCurrency };
}

function bodyOf(transfer: Transfer, { origin, destination, currencies }: Ends): AskedBody {
  const { fromAddress, toAddress, amount, tradeType, integrator, referrer, tools } = transfer;
  const slippageTolerance = readSlippage(transfer.slippage);
  const isWallet = referrer !== undefined && /^0x[0-9a-f]{40}$/i.test(referrer);
  return {
    user: fromAddress ?? nobody,
    ...(toAddress === undefined ? {} : { recipient: toAddress }),
    ...(fromAddress === undefined ? { indicativeQuote: true } : { refundTo: fromAddress }),
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: currencies.origin.address,
    destinationCurrency: currencies.destination.address,
    amount,
    tradeType,
    ...(slippageTolerance === undefined ? {} : { slippageTolerance }),
    ...(integrator === undefined ? {} : { referrer: integrator }),
    ...(isWallet && referrer.toLowerCase() !== zeroAddress ? { referrerAddress: referrer } : {}),
    ...chooseSources(tools),
  };
}

/** LI.FI's client signs other families in forms of its own, which are not made here. */
function refuseOrigin(origin: ChainInfo): void {
  if (origin.vmType === 'evm') return;
  throw new PortageError('UNSUPPORTED_ROUTE', {
    message: `From ${origin.displayName} this interface takes no payment, only from EVM chains.`,
    hint: 'POST /quote/v2 quotes from every chain.',
  });
}

/** Holds the impact that was quoted against what the client allows; the service prints both. */
function refuseImpact({ maxPriceImpact }: Transfer, { details }: Quote): void {
  const lost = -Number(details.totalImpact.percent) / wholePercent;
  if (maxPriceImpact === undefined || lost < maxPriceImpact) return;
  throw noRoute(`The price impact of ${details.totalImpact.percent}% is more than was allowed.`);
}

function noRoute(message: string): PortageError {
  return new PortageError('NO_QUOTES', { message });
}
