import { depositoryAbi } from '@portage/contracts';
import { isAddressEqual, zeroAddress, type Address, type PublicClient } from 'viem';
import { checkOne, failedRow, type CheckRow } from '../check/checkRow.js';
import {
  addressesOf,
  allAddresses,
  configuredContracts,
  planContracts,
  type ContractName,
  type CreatedAddresses,
} from './contractSet.js';
import { openDeployClient, type DeployClient } from './deployClient.js';
import { factoryAddress, factoryCode } from './factory.js';
import type { ResolvedChain } from './resolveArguments.js';
import { compareCode, immutableValues } from './runtimeOf.js';

/**
 * Compares the contracts of a chain with the sources and with the arguments: code with every
 * immutable, by every endpoint; who has power; limits. Sends nothing.
 */
export async function verifyChain(
  resolved: ResolvedChain,
  salt: `0x${string}`,
): Promise<readonly CheckRow[]> {
  const { chain, depository } = resolved;
  const subject = chain.slug;
  let client: DeployClient;
  try {
    client = await openDeployClient(chain);
  } catch (error) {
    return [failedRow({ check: 'endpoints', subject }, error)];
  }
  const created = addressesOf(planContracts(depository, salt));
  const values = immutableValues({ chainId: chain.id, created, depository });
  const all = allAddresses(created);
  const names = Object.keys(all).filter((name): name is ContractName => name in values);
  const codes = await Promise.all(
    names.map((name) =>
      checkOne({ check: `code ${name}`, subject }, async () => {
        const read = await Promise.all(
          client.all.map((each) => each.getCode({ address: all[name] })),
        );
        const [worst = []] = read
          .map((code) => compareCode(name, code, values))
          .sort((a, b) => b.length - a.length);
        if (worst.length > 0) throw new Error(`${all[name]}: ${worst.join('; ')}`);
        return all[name];
      }),
    ),
  );
  const factory = await checkOne({ check: 'factory', subject }, async () => {
    const code = await client.first.getCode({ address: factoryAddress });
    if (code !== factoryCode) throw new Error(`${factoryAddress} has other code than the factory`);
    return undefined;
  });
  const configured = configuredRows(resolved, created);
  if (codes.some(({ check, result }) => check === 'code Depository' && result === 'failed'))
    return [factory, ...codes, ...configured];
  const powers = await powerRows(resolved, { client: client.first, address: created.Depository });
  const limits = await limitRows(resolved, { client: client.first, address: created.Depository });
  return [factory, ...codes, ...configured, ...powers, ...limits];
}

function configuredRows({ chain }: ResolvedChain, created: CreatedAddresses): readonly CheckRow[] {
  return Object.entries(configuredContracts(created)).map(([member, wanted]): CheckRow => {
    const written = chain.contracts[member];
    const place = { check: `contracts.${member}`, subject: chain.slug };
    if (written === undefined)
      return { ...place, result: 'warning', message: `not configured; it is ${wanted}` };
    if (isAddressEqual(written, wanted)) return { ...place, result: 'ok' };
    return { ...place, result: 'failed', message: `is ${written}, and should be ${wanted}` };
  });
}

interface Contract {
  readonly client: PublicClient;
  readonly address: Address;
}

/** Rows about the depository: its powers, its version, and its pauses. */
async function powerRows(
  { chain, depository }: ResolvedChain,
  { client, address }: Contract,
): Promise<readonly CheckRow[]> {
  const subject = chain.slug;
  const abi = depositoryAbi;
  const read = { address, abi } as const;
  const same = (check: string, work: () => Promise<Address>, wanted: Address): Promise<CheckRow> =>
    checkOne({ check, subject }, async () => {
      const found = await work();
      if (isAddressEqual(found, wanted)) return found;
      throw new Error(`is ${found}, and should be ${wanted}`);
    });
  return Promise.all([
    same('owner', () => client.readContract({ ...read, functionName: 'owner' }), depository.owner),
    same(
      'pendingOwner',
      () => client.readContract({ ...read, functionName: 'pendingOwner' }),
      zeroAddress,
    ),
    same(
      'guardian',
      () => client.readContract({ ...read, functionName: 'guardian' }),
      depository.guardian,
    ),
    same(
      'allocator',
      () => client.readContract({ ...read, functionName: 'allocator' }),
      depository.allocator,
    ),
    same(
      'pendingAllocator',
      async () => (await client.readContract({ ...read, functionName: 'pendingAllocator' }))[0],
      zeroAddress,
    ),
    checkOne({ check: 'version', subject }, async () => {
      const [, name, version] = await client.readContract({
        ...read,
        functionName: 'eip712Domain',
      });
      if (name !== 'PortageDepository' || version !== '1')
        throw new Error(`is ${name} ${version}, and should be PortageDepository 1`);
      return `${name} ${version}`;
    }),
    checkOne({ check: 'deposits', subject }, async () => {
      if (await client.readContract({ ...read, functionName: 'depositsPaused' }))
        throw new Error('the guardian has paused deposits');
      return undefined;
    }),
  ]);
}

/** Limits of the configured assets against those that were recorded. */
async function limitRows(
  { chain, depository, missing, isRecorded }: ResolvedChain,
  { client, address }: Contract,
): Promise<readonly CheckRow[]> {
  const wanted = [...depository.limits, ...missing];
  return Promise.all(
    chain.assets.map(async (asset): Promise<CheckRow> => {
      const place = { check: `limit ${asset.id}`, subject: chain.slug };
      const expected = wanted.find(({ token }) => isAddressEqual(token, asset.address));
      const row = await checkOne(place, async () => {
        const { capacity, window } = await client.readContract({
          address,
          abi: depositoryAbi,
          functionName: 'limitOf',
          args: [asset.address],
        });
        if (capacity === 0n) throw new Error('nothing may leave: the owner sets a limit');
        if (capacity === expected?.limit.capacity && window === expected.limit.window)
          return `${String(capacity)} in ${String(window)} seconds`;
        const known = expected === undefined ? 'none' : String(expected.limit.capacity);
        throw new Error(
          `is ${String(capacity)} in ${String(window)} seconds, and the deployment had ${known}`,
        );
      });
      // The owner and the guardian may have changed a limit, and prices move.
      const isMild =
        row.result === 'failed' && !isRecorded && row.message?.startsWith('is ') === true;
      return isMild ? { ...row, result: 'warning' } : row;
    }),
  );
}
