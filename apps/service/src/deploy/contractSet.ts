import { depositAddressesAbi, depositoryAbi, fillerAbi, routerAbi } from '@portage/contracts';
import {
  depositAddressesBytecode,
  depositoryBytecode,
  fillerBytecode,
  routerBytecode,
} from '@portage/contracts/bytecode';
import {
  encodeDeployData,
  getContractAddress,
  getCreate2Address,
  type Address,
  type Hex,
} from 'viem';
import { factoryAddress } from './factory.js';

/** Limit of a token, in its smallest unit. */
export interface TokenLimit {
  /** The zero address is the native currency. */
  readonly token: Address;
  /** Id of the asset, as in `usdc`. */
  readonly asset: string;
  readonly limit: { readonly capacity: bigint; readonly window: number };
}

/** Arguments of the depository's constructor. */
export interface DepositoryArguments {
  readonly owner: Address;
  readonly allocator: Address;
  readonly guardian: Address;
  readonly reclaimDelay: bigint;
  readonly defaultLimit: TokenLimit['limit'];
  readonly limits: readonly TokenLimit[];
}

/** Contracts that transactions create, in the order of their creation. */
export const createdNames = ['Depository', 'Filler', 'Router', 'DepositAddresses'] as const;

/** A contract that a transaction creates. */
export type CreatedName = (typeof createdNames)[number];

/** Addresses of the contracts that transactions create. */
export type CreatedAddresses = Readonly<Record<CreatedName, Address>>;

/** Every contract of a chain, those that others make among them. */
export type ContractName =
  CreatedName | 'CallRunner' | 'ApprovalProxy' | 'PlanRunner' | 'DepositAddress';

/** A contract that a transaction creates, and where. */
export interface PlannedContract {
  readonly name: CreatedName;
  readonly address: Address;
  /** Creation code with its arguments. */
  readonly initCode: Hex;
}

/**
 * Contracts of a chain. Their addresses follow from the arguments and the salt alone, so they are
 * equal on chains whose arguments are equal. Pure.
 */
export function planContracts(
  depository: DepositoryArguments,
  salt: Hex,
): readonly PlannedContract[] {
  const { owner, allocator, guardian, reclaimDelay, defaultLimit, limits } = depository;
  const first = placed('Depository', salt, {
    abi: depositoryAbi,
    bytecode: depositoryBytecode,
    args: [owner, allocator, guardian, reclaimDelay, defaultLimit, limits],
  });
  const args = [first.address] as const;
  return [
    first,
    placed('Filler', salt, { abi: fillerAbi, bytecode: fillerBytecode, args }),
    placed('Router', salt, { abi: routerAbi, bytecode: routerBytecode, args }),
    placed('DepositAddresses', salt, {
      abi: depositAddressesAbi,
      bytecode: depositAddressesBytecode,
      args,
    }),
  ];
}

function placed(
  name: CreatedName,
  salt: Hex,
  creation: Parameters<typeof encodeDeployData>[0],
): PlannedContract {
  const initCode = encodeDeployData(creation);
  return {
    name,
    initCode,
    address: getCreate2Address({ from: factoryAddress, salt, bytecode: initCode }),
  };
}

/** Addresses of planned contracts by their names. */
export function addressesOf(contracts: readonly PlannedContract[]): CreatedAddresses {
  const of = (name: CreatedName): Address => {
    const found = contracts.find((contract) => contract.name === name);
    if (found === undefined) throw new Error(`No ${name} is planned.`);
    return found.address;
  };
  return {
    Depository: of('Depository'),
    Filler: of('Filler'),
    Router: of('Router'),
    DepositAddresses: of('DepositAddresses'),
  };
}

/** Every contract's address: those that others make follow from their makers. Pure. */
export function allAddresses(created: CreatedAddresses): Readonly<Record<ContractName, Address>> {
  const made = (from: Address, nonce: bigint): Address => getContractAddress({ from, nonce });
  return {
    ...created,
    CallRunner: made(created.Filler, 1n),
    ApprovalProxy: made(created.Router, 1n),
    PlanRunner: made(created.Router, 2n),
    DepositAddress: made(created.DepositAddresses, 1n),
  };
}

/** Contracts as the configuration of a chain names them. Pure. */
export function configuredContracts(created: CreatedAddresses): Readonly<Record<string, Address>> {
  const all = allAddresses(created);
  return {
    depository: all.Depository,
    filler: all.Filler,
    callRunner: all.CallRunner,
    router: all.Router,
    approvalProxy: all.ApprovalProxy,
    depositAddresses: all.DepositAddresses,
  };
}
