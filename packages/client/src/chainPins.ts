import type { ChainInfo } from '@portage/core';
import { PortageError } from '@portage/core/errors';
import { findMismatch } from './transport/findMismatch.js';

/** Members of a chain that verification trusts. */
type Trusted = Pick<
  ChainInfo,
  'vmType' | 'currency' | 'solverAddresses' | 'solverCurrencies' | 'contracts' | 'protocol'
>;

/**
 * A known deployment on one chain. Its members replace what the service says; contracts and the
 * members of `protocol.v2` do so one by one.
 */
export interface ChainPin extends Partial<Omit<Trusted, 'protocol'>> {
  /** Id of the chain. */
  readonly id: number;
  readonly protocol?: { readonly v2: Partial<Trusted['protocol']['v2']> } | undefined;
}

/** Store of one service's chains, as text: `localStorage` or a file, for example. */
export interface PinStore {
  read(): string | null | undefined | Promise<string | null | undefined>;
  write(text: string): void | Promise<void>;
}

/** Chains to trust instead of what a service says. */
export interface Pins {
  readonly pins?: readonly ChainPin[] | undefined;
  readonly pinStore?: PinStore | undefined;
}

/**
 * Puts what is trusted of each chain in the place of what the service says. A chain that the store
 * does not hold yet is trusted as it comes, and stored: from then on it stays.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when the store holds something else
 */
export async function pinChains(
  chains: readonly ChainInfo[],
  { pins = [], pinStore }: Pins,
): Promise<readonly ChainInfo[]> {
  const text = await pinStore?.read();
  const stored = readPins(text ?? '[]');
  const pinned = chains.map((chain) => {
    const known = { ...chain, ...stored.find(({ id }) => id === chain.id) };
    const { contracts, protocol, ...pin } = pins.find(({ id }) => id === chain.id) ?? {};
    return {
      ...known,
      ...pin,
      contracts: { ...known.contracts, ...contracts },
      protocol: { v2: { ...known.protocol.v2, ...protocol?.v2 } },
    };
  });
  const isNew = ({ id }: ChainInfo): boolean => !stored.some((pin) => pin.id === id);
  if (pinned.some(isNew))
    await pinStore?.write(JSON.stringify([...stored, ...pinned.filter(isNew).map(trustedOf)]));
  return pinned;
}

type StoredPin = Trusted & Pick<ChainInfo, 'id'>;

function trustedOf(chain: ChainInfo): StoredPin {
  const { id, vmType, currency, solverAddresses, solverCurrencies, contracts, protocol } = chain;
  return { id, vmType, currency, solverAddresses, solverCurrencies, contracts, protocol };
}

function readPins(text: string): readonly StoredPin[] {
  const pins: unknown = JSON.parse(text);
  if (isPins(pins)) return pins;
  throw new PortageError('INVALID_CONFIGURATION', { message: 'The store holds no pins.' });
}

/** Members that are missing would be taken from the service, so all of them have to be there. */
function isPins(pins: unknown): pins is readonly StoredPin[] {
  return (
    findMismatch(pins, [
      {
        id: 'number',
        vmType: 'string',
        currency: 'object',
        solverAddresses: ['string'],
        solverCurrencies: [{ address: 'string' }],
        contracts: 'object',
        protocol: { v2: { chainId: 'string' } },
      },
    ]) === undefined
  );
}
