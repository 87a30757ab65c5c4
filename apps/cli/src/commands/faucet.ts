import type { ChainInfo } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { AccountOptions } from '../options.js';
import type { Session } from '../session.js';
import { noKey, readKeys } from '../transfer/account.js';
import { findChain } from '../transfer/currencies.js';
import { openSigner, readAmount } from '../transfer/readTransfer.js';
import { usageError } from '../usageError.js';

/** Options of `portage faucet`, amounts in whole units. */
export interface FaucetOptions extends AccountOptions {
  readonly chain: string;
  readonly native?: string;
  readonly usdc?: string;
}

/** `portage faucet`: test money of a devnet. */
export async function faucet(
  session: Session,
  address: string | undefined,
  options: FaucetOptions,
): Promise<ExitCode> {
  const { portage, devnet, output, io } = session;
  if (devnet?.controlUrl === undefined)
    throw usageError('Only a devnet has a faucet: give --devnet FILE.');
  const chain = findChain(await portage.getChains({ signal: io.signal }), options.chain);
  const keyOf = await readKeys(options, session);
  const recipient = address ?? (keyOf && (await openSigner(keyOf, chain)).address);
  if (recipient === undefined) throw noKey();
  const { native, usdc } = amountsOf(options, chain);
  const response = await fetch(`${devnet.controlUrl}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: io.signal,
    body: JSON.stringify({
      chainId: chain.id,
      address: recipient,
      ...(native === undefined ? {} : { native: readAmount(native, chain.currency.decimals) }),
      ...(usdc === undefined ? {} : { usdc: readAmount(usdc, usdcDecimals) }),
    }),
  });
  const text = await response.text();
  if (!response.ok) throw usageError(`The faucet of the devnet refused: ${text.slice(0, 300)}`);
  const paid = [native && `${native} ${chain.currency.symbol}`, usdc && `${usdc} USDC`].filter(
    (part) => part !== undefined,
  );
  output.result({ event: 'faucet', address: recipient, chainId: chain.id, native, usdc }, [
    `${paid.join(' and ')} for ${recipient} on ${chain.displayName}`,
  ]);
  return exitCodes.ok;
}

const usdcDecimals = 6;

/** Amounts in whole units; undefined of what is not asked for. */
interface Amounts {
  readonly native: string | undefined;
  readonly usdc: string | undefined;
}

/** Amounts to request: one unit of the native currency by default, which USDC may be itself. */
function amountsOf({ native, usdc }: FaucetOptions, { currency, displayName }: ChainInfo): Amounts {
  const asked = native === undefined && usdc === undefined ? '1' : native;
  if (currency.id !== 'usdc' || asked === undefined) return { native: asked, usdc };
  if (usdc !== undefined)
    throw usageError(`USDC is the native currency of ${displayName}: give --usdc alone.`);
  return { native: undefined, usdc: asked };
}
