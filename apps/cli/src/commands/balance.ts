import { isPortageError, Money, type ChainCurrency, type ChainInfo } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { endpointOf } from '../families/endpointOf.js';
import { findFamily } from '../families/index.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { noKey, readKeys } from '../transfer/account.js';
import { currenciesOf, findChain } from '../transfer/currencies.js';
import { openSigner } from '../transfer/readTransfer.js';

/** Options of `portage balance`. */
export interface BalanceOptions extends AccountOptions {
  readonly chain?: string;
}

/** `portage balance`: what an account holds, asked from the chains themselves. */
export async function balance(
  session: Session,
  address: string | undefined,
  options: BalanceOptions,
): Promise<ExitCode> {
  const { portage, devnet, io } = session;
  const keyOf = await readKeys(options, session);
  if (address === undefined && keyOf === undefined) throw noKey();
  const chains = await portage.getChains({ signal: io.signal });
  const asked = options.chain === undefined ? chains : [findChain(chains, options.chain)];
  for (const chain of asked) {
    const family = findFamily(chain);
    if (family === undefined) continue;
    if (address !== undefined && !(await family.isAddress(address))) continue;
    const account = address ?? (keyOf && (await signerOf(keyOf, chain)));
    if (account === undefined) continue;
    const url = endpointOf(chain.id, chains, devnet);
    const balances = await family.readBalances({ chain, url, account });
    for (const currency of currenciesOf(chain))
      show(session, { chain, currency, account, amount: balances.get(currency.address) ?? 0n });
  }
  return exitCodes.ok;
}

/** Account of the key on a chain; undefined where the key is of another family. */
async function signerOf(
  keyOf: Parameters<typeof openSigner>[0],
  chain: ChainInfo,
): Promise<string | undefined> {
  try {
    return (await openSigner(keyOf, chain)).address;
  } catch (error) {
    if (isPortageError(error)) throw error;
    return undefined;
  }
}

interface Balance {
  readonly chain: ChainInfo;
  readonly currency: ChainCurrency;
  readonly account: string;
  readonly amount: bigint;
}

function show({ output }: Session, { chain, currency, account, amount }: Balance): void {
  const { symbol, decimals, address } = currency;
  const formatted = Money.format(amount, decimals);
  const { chainId } = chain.protocol.v2;
  output.result(
    {
      event: 'balance',
      account,
      chainId: chain.id,
      currency: address,
      symbol,
      amount: amount.toString(),
      amountFormatted: formatted,
    },
    [`${chainId.padEnd(12)} ${formatted} ${symbol}`],
  );
}
