import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerVersion, runtimeCodes, standardInput } from '@portage/contracts/verification';
import { depositAddressesBytecode, depositoryBytecode } from '@portage/contracts/bytecode';
import { fillerBytecode, routerBytecode } from '@portage/contracts/bytecode';
import type { Hex } from 'viem';
import { planContracts, type CreatedName } from './contractSet.js';
import type { ResolvedChain } from './resolveArguments.js';

const creations: Readonly<Record<CreatedName, Hex>> = {
  Depository: depositoryBytecode,
  Filler: fillerBytecode,
  Router: routerBytecode,
  DepositAddresses: depositAddressesBytecode,
};

/**
 * Writes what explorers ask for: the compiler's standard input, and for each chain the addresses
 * with names, compiler and encoded arguments. The code carries no metadata.
 *
 * @returns paths of the files
 */
export function writeInput(
  folder: string,
  chains: readonly ResolvedChain[],
  salt: Hex,
): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const input = join(folder, 'standard-input.json');
  writeFileSync(input, `${JSON.stringify(JSON.parse(standardInput), undefined, 2)}\n`);
  const files = chains.map(({ chain, depository }) => {
    const contracts = planContracts(depository, salt).map(({ name, address, initCode }) => ({
      address,
      contract: `${runtimeCodes[name]?.source ?? ''}:${name}`,
      compiler: compilerVersion,
      // Explorers want them without 0x.
      constructorArguments: initCode.slice(creations[name].length),
    }));
    const path = join(folder, `${chain.slug}.json`);
    const { id: chainId, slug } = chain;
    writeFileSync(path, `${JSON.stringify({ chain: slug, chainId, contracts }, undefined, 2)}\n`);
    return path;
  });
  return [input, ...files];
}
