import { requestFault } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { evm, evmChainConfigSchema } from '@portage/evm-chain';
import { solana, solanaChainConfigSchema } from '@portage/solana-chain';
import { z } from 'zod';
import { parsePart } from './parsePart.js';

/** Configuration of one chain, by its VM; `evm` by default. */
export type ChainConfiguration =
  | (z.output<typeof evmChainConfigSchema> & { readonly vm?: 'evm' })
  | (z.output<typeof solanaChainConfigSchema> & { readonly vm: 'svm' });

/** Keys by VM, because their curves differ. */
export interface ChainKeys {
  readonly evm: { readonly solver: string; readonly allocator: string };
  readonly svm?: { readonly solver: string; readonly allocator: string } | undefined;
}

/** Keys for a chain and its position in the operator's list. */
export interface ChainContext extends ChainKeys {
  readonly index: number;
}

const vmSchema = z.object({ vm: z.enum(['evm', 'svm']).default('evm') });

/**
 * Checks an operator's configuration of a chain and adds the keys of its VM.
 *
 * @throws PortageError `INVALID_CONFIGURATION` with the offending paths
 */
export function parseChain(
  input: Readonly<Record<string, unknown>>,
  { index, ...keys }: ChainContext,
): ChainConfiguration {
  const place = ['chains', index];
  const { vm } = parsePart(vmSchema, input, place);
  if (vm === 'evm')
    return {
      ...parsePart(evmChainConfigSchema, { ...input, ...privateKeys(keys.evm) }, place),
      vm,
    };
  if (keys.svm === undefined)
    throw requestFault('keys.svm', 'is needed', {
      code: 'INVALID_CONFIGURATION',
      message: 'keys.svm: is needed for a chain of Solana.',
    });
  return {
    ...parsePart(solanaChainConfigSchema, { ...input, ...privateKeys(keys.svm) }, place),
    vm,
  };
}

/** Opens a chain with its VM. */
export function openChain(configuration: ChainConfiguration, signal: AbortSignal): Promise<Chain> {
  return configuration.vm === 'svm'
    ? solana.open(configuration, signal)
    : evm.open(configuration, signal);
}

/** Every URL that reaches a chain; they may carry secrets. */
export function endpointsOf(configuration: ChainConfiguration): readonly string[] {
  const wsUrl = configuration.vm === 'svm' ? undefined : configuration.wsUrl;
  return [...configuration.rpcUrls, ...(wsUrl === undefined ? [] : [wsUrl])];
}

function privateKeys({
  solver,
  allocator,
}: {
  readonly solver: string;
  readonly allocator: string;
}): object {
  return { solverPrivateKey: solver, allocatorPrivateKey: allocator };
}
