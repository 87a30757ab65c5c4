import { Money, type ChainInfo, type QuoteBody } from '@portage/sdk';
import { familyOf, findFamily, type Signer } from '../families/index.js';
import type { TransferOptions } from '../options.js';
import type { Session } from '../session.js';
import { usageError } from '../usageError.js';
import { readKeys, type KeyOf } from './account.js';
import { findPlace } from './currencies.js';
import { readMembers } from './members.js';

/** Transfer as the command line describes it. */
export interface Transfer {
  readonly request: QuoteBody;
  readonly chains: readonly ChainInfo[];
  /** Account that signs; undefined if no key was named. */
  readonly signer: Signer | undefined;
}

/**
 * Reads a transfer. `standInOf` names a stand-in account of a chain, where no account is needed.
 * @throws InvalidArgumentError
 */
export async function readTransfer(
  session: Session,
  options: TransferOptions,
  standInOf?: (chain: ChainInfo) => string | undefined,
): Promise<Transfer> {
  const { portage, io } = session;
  const keyOf = await readKeys(options, session);
  if (options.user === undefined && keyOf === undefined && standInOf === undefined)
    throw usageError(
      'Who pays? Give --user ADDRESS, or a key through PORTAGE_PRIVATE_KEY, --key-file, or --account with --devnet.',
    );
  const tradeType = readTradeType(options);
  const members = await readMembers(options);
  const chains = await portage.getChains({ signal: io.signal });
  const from = findPlace(chains, options.from);
  const to = findPlace(chains, options.to);
  const signer = keyOf === undefined ? undefined : await openSigner(keyOf, from.chain);
  const isAcross = from.chain.vmType !== to.chain.vmType;
  // A test account has keys of every family, and is paid to itself.
  const recipientOn = async (chain: ChainInfo): Promise<string | undefined> =>
    keyOf !== undefined && options.account !== undefined && findFamily(chain) !== undefined
      ? (await openSigner(keyOf, chain)).address
      : standInOf?.(chain);
  const request: QuoteBody = {
    user: options.user ?? signer?.address ?? standInOf?.(from.chain) ?? '',
    recipient: isAcross ? await recipientOn(to.chain) : undefined,
    originChainId: from.chain.id,
    originCurrency: from.currency.address,
    destinationChainId: to.chain.id,
    destinationCurrency: to.currency.address,
    amount: readAmount(options.amount, (tradeType === 'EXACT_INPUT' ? from : to).currency.decimals),
    tradeType,
    ...members,
  };
  return { request, chains, signer };
}

/** Opens the account of a key on a chain. @throws InvalidArgumentError */
export function openSigner(keyOf: KeyOf, chain: ChainInfo): Promise<Signer> {
  return familyOf(chain).openSigner(keyOf(chain.vmType), chain);
}

function readTradeType({
  exactOutput,
  expectedOutput,
}: TransferOptions): NonNullable<QuoteBody['tradeType']> {
  if (exactOutput === true && expectedOutput === true)
    throw usageError('Give either --exact-output or --expected-output.');
  if (exactOutput === true) return 'EXACT_OUTPUT';
  return expectedOutput === true ? 'EXPECTED_OUTPUT' : 'EXACT_INPUT';
}

/** Reads an amount in whole units. @throws InvalidArgumentError */
export function readAmount(text: string, decimals: number): string {
  try {
    return Money.parse(text, decimals).toString();
  } catch {
    throw usageError(
      `"${text}" is not an amount with at most ${String(decimals)} decimals, as in 1.5.`,
    );
  }
}
