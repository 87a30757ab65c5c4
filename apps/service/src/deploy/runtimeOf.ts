import { runtimeCodes } from '@portage/contracts/verification';
import {
  bytesToHex,
  encodeAbiParameters,
  hexToBytes,
  keccak256,
  pad,
  stringToBytes,
  toHex,
  type Address,
  type Hex,
} from 'viem';
import {
  allAddresses,
  type ContractName,
  type CreatedAddresses,
  type DepositoryArguments,
} from './contractSet.js';

/** Values of immutables, 32 bytes each, by the names of contracts and of immutables. */
export type ImmutableValues = Readonly<Record<ContractName, Readonly<Record<string, Hex>>>>;

/** Arguments and addresses of the contracts of a chain. */
export interface DeployedSet {
  readonly chainId: number;
  readonly created: CreatedAddresses;
  readonly depository: Pick<DepositoryArguments, 'reclaimDelay' | 'defaultLimit'>;
}

/** Values that the constructors write into the code. Pure. */
export function immutableValues({ chainId, created, depository }: DeployedSet): ImmutableValues {
  const all = allAddresses(created);
  const word = (value: Address | bigint | number): Hex =>
    typeof value === 'string' ? pad(value, { size: 32 }) : toHex(value, { size: 32 });
  const runner = (creator: Address, own: Address): Readonly<Record<string, Hex>> => ({
    DEPOSITORY: word(all.Depository),
    CREATOR: word(creator),
    IMPLEMENTATION: word(own),
  });
  return {
    Depository: {
      RECLAIM_DELAY: word(depository.reclaimDelay),
      DEFAULT_CAPACITY: word(depository.defaultLimit.capacity),
      DEFAULT_WINDOW: word(depository.defaultLimit.window),
      ...domainValues('PortageDepository', chainId, all.Depository),
    },
    Filler: { RUNNER: word(all.CallRunner) },
    CallRunner: runner(all.Filler, all.CallRunner),
    Router: { RUNNER: word(all.PlanRunner), PROXY: word(all.ApprovalProxy) },
    ApprovalProxy: {
      ROUTER: word(all.Router),
      ...domainValues('PortageApprovalProxy', chainId, all.ApprovalProxy),
    },
    PlanRunner: { PROXY: word(all.ApprovalProxy), ...runner(all.Router, all.PlanRunner) },
    DepositAddresses: { ACCOUNT: word(all.DepositAddress) },
    DepositAddress: { DEPOSITORY: word(all.Depository), FACTORY: word(all.DepositAddresses) },
  };
}

/** Immutables of OpenZeppelin's `EIP712`, version 1. */
function domainValues(
  name: string,
  chainId: number,
  verifyingContract: Address,
): Readonly<Record<string, Hex>> {
  const domain =
    'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
  const hashed = (text: string): Hex => keccak256(stringToBytes(text));
  const separator = encodeAbiParameters(
    [
      { type: 'bytes32' },
      { type: 'bytes32' },
      { type: 'bytes32' },
      { type: 'uint256' },
      { type: 'address' },
    ],
    [hashed(domain), hashed(name), hashed('1'), BigInt(chainId), verifyingContract],
  );
  return {
    _name: shortString(name),
    _version: shortString('1'),
    _cachedThis: pad(verifyingContract, { size: 32 }),
    _cachedChainId: toHex(chainId, { size: 32 }),
    _cachedDomainSeparator: keccak256(separator),
    _hashedName: hashed(name),
    _hashedVersion: hashed('1'),
  };
}

/** A text of at most 31 bytes with its length in the last byte, as OpenZeppelin keeps it. */
function shortString(text: string): Hex {
  const bytes = new Uint8Array(32);
  bytes.set(stringToBytes(text));
  bytes[31] = text.length;
  return bytesToHex(bytes);
}

/** Differences between the code of a chain and that of the sources, in words; none where equal. */
export function compareCode(
  name: ContractName,
  code: Hex | undefined,
  values: ImmutableValues,
): readonly string[] {
  const runtime = runtimeCodes[name];
  if (runtime === undefined) throw new Error(`There is no code of ${name}.`);
  if (code === undefined || code === '0x') return ['there is no code'];
  const found = hexToBytes(code);
  const wanted = hexToBytes(runtime.code);
  const immutables = runtime.immutables.flatMap((immutable) => {
    const value = values[name][immutable.name];
    if (value === undefined) throw new Error(`${name} has no value for ${immutable.name}.`);
    for (const { start } of immutable.places) wanted.set(hexToBytes(value), start);
    const wrong = immutable.places
      .map(({ start, length }) => bytesToHex(found.slice(start, start + length)))
      .find((read) => read !== value.toLowerCase());
    const isWhole = wrong !== undefined && found.length === wanted.length;
    for (const { start, length } of immutable.places)
      found.set(
        wanted.slice(start, Math.min(start + length, found.length)),
        Math.min(start, found.length),
      );
    return isWhole ? [`the immutable ${immutable.name} is ${wrong}, and should be ${value}`] : [];
  });
  if (found.length !== wanted.length)
    return [
      `the code has ${String(found.length)} bytes, and that of the sources ${String(wanted.length)}`,
    ];
  const at = found.findIndex((byte, index) => byte !== wanted[index]);
  if (at === -1) return immutables;
  const both = [found, wanted].map((bytes) => toHex(bytes[at] ?? 0, { size: 1 }));
  return [
    ...immutables,
    `byte ${String(at)} of the code is ${both[0] ?? ''}, and ${both[1] ?? ''} in the sources`,
  ];
}
