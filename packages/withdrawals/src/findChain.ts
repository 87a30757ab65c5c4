import { requestFault, type ChainInfo } from '@portage/core';
import type { Transport } from '@portage/core/executor';
import { membersOf } from './answer.js';

/** A chain by its id or by its slug, as `GET /chains` tells them. */
export type ChainName = number | string;

/**
 * Transport that calls the service; a client also has the chains that it trusts, which may be
 * pinned.
 */
export type ChainTransport = Pick<Transport, 'call' | 'now'> & {
  readonly chains?: { read(): Promise<readonly ChainInfo[]> } | undefined;
};

/**
 * The slug of a chain. Nothing is asked for where a slug was given.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`, and what the transport throws
 */
export async function slugOf(transport: ChainTransport, name: ChainName): Promise<string> {
  if (typeof name === 'string') return name;
  const { protocol } = await findChain(transport, name);
  return protocol.v2.chainId;
}

/**
 * The id of a chain. Nothing is asked for where an id was given.
 *
 * @throws PortageError `UNSUPPORTED_CHAIN`, and what the transport throws
 */
export async function idOf(transport: ChainTransport, name: ChainName): Promise<number> {
  return typeof name === 'number' ? name : (await findChain(transport, name)).id;
}

async function findChain(
  transport: ChainTransport,
  name: ChainName,
): Promise<Pick<ChainInfo, 'id' | 'protocol'>> {
  const chains: readonly unknown[] =
    transport.chains === undefined
      ? listOf(await transport.call('chains', {}))
      : await transport.chains.read();
  const found = chains.find(
    (chain): chain is Pick<ChainInfo, 'id' | 'protocol'> => isChain(chain) && isNamed(chain, name),
  );
  if (found !== undefined) return found;
  throw requestFault('chainId', `is no chain of the service: ${String(name)}`, {
    code: 'UNSUPPORTED_CHAIN',
    hint: 'Name a chain by its id or slug, as getChains tells them.',
  });
}

function isNamed({ id, protocol }: Pick<ChainInfo, 'id' | 'protocol'>, name: ChainName): boolean {
  return typeof name === 'number' ? id === name : protocol.v2.chainId === name;
}

function listOf(body: unknown): readonly unknown[] {
  const { chains } = membersOf(body);
  return Array.isArray(chains) ? chains : [];
}

function isChain(value: unknown): value is Pick<ChainInfo, 'id' | 'protocol'> {
  const { id, protocol } = membersOf(value);
  const { chainId } = membersOf(membersOf(protocol)['v2']);
  return typeof id === 'number' && typeof chainId === 'string';
}
