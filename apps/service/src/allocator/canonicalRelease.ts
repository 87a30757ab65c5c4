import { PortageError } from '@portage/core';
import type { ChainFacts, ReleaseIntent } from '@portage/core/plugin';

/** Facts that say how a chain writes addresses and currencies. */
export type CanonicalFacts = Pick<ChainFacts, 'codec' | 'assets' | 'native'>;

const orderIdPattern = /^0x[0-9a-f]{64}$/;

/**
 * Checks that a release is written in the one form that its chain has for it. Caps, names and terms
 * of payments are texts, and the contract reads bytes: an address in capitals would be another
 * currency to the first and the same one to the second.
 *
 * @throws PortageError `RELEASE_REFUSED`
 */
export function checkCanonical(intent: ReleaseIntent, facts: CanonicalFacts): void {
  const { codec } = facts;
  if (!isCanonicalCurrency(intent.currency, facts)) throw refusal('currency');
  const addresses = { depository: intent.depository, recipient: intent.recipient };
  for (const [name, address] of Object.entries(addresses))
    if (canonical(() => codec.normalizeAddress(address)) !== address) throw refusal(name);
  if (!orderIdPattern.test(intent.orderId)) throw refusal('orderId');
  for (const [index, { orderId, depositor }] of intent.releases.entries()) {
    if (!orderIdPattern.test(orderId)) throw refusal(`releases[${String(index)}].orderId`);
    if (canonical(() => codec.normalizeAddress(depositor)) !== depositor)
      throw refusal(`releases[${String(index)}].depositor`);
  }
}

/** Whether a currency is written as the chain's own lists write it. */
export function isCanonicalCurrency(
  currency: string,
  { codec, assets, native }: CanonicalFacts,
): boolean {
  if (currency === native.address || assets.some(({ address }) => address === currency))
    return true;
  return canonical(() => codec.decodeAddress(codec.encodeCurrency(currency))) === currency;
}

function canonical(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function refusal(path: string): PortageError {
  return new PortageError('RELEASE_REFUSED', {
    message: `The release's ${path} is not written in the one form that the chain has for it.`,
    hint: 'Addresses and currencies are written as GET /chains writes them, ids as 0x and 64 lower-case hex digits.',
  });
}
