import type { SignatureData } from '@portage/core';
import { permitTypeHashes, planTypeHashes } from '../abi/generated/typeHashes.js';
import {
  parseStructs,
  typedDataDigest,
  type Keccak,
  type TypedDomain,
  type TypedMember,
  type TypedStructs,
} from '../abi/typedData.js';

/** Typed data as wallets take it. */
export type TypedData = Extract<SignatureData['sign'], { signatureKind: 'eip712' }>;

/** Names of the structs that payers sign. */
export type StructName =
  | 'Permit'
  | 'TransferWithAuthorization'
  | 'ReceiveWithAuthorization'
  | 'TokenPermissions'
  | 'PermitDetails'
  | 'PermitTransferFrom'
  | 'PermitBatchTransferFrom'
  | 'PermitSingle'
  | 'PermitBatch'
  | 'PermitWitnessTransferFrom'
  | 'Transfer'
  | 'Plan'
  | 'PlanCall'
  | 'Settlement';

/** EIP-3009 asks for the same members whichever account submits. */
const authorization =
  'from address,to address,value uint256,validAfter uint256,validBefore uint256,nonce bytes32';

/**
 * Members of every struct that payers sign, as `name type` in order: what is signed, its digest and
 * the check of its shape come from this table alone.
 */
const memberTexts: Readonly<Record<StructName, string>> = {
  Permit: 'owner address,spender address,value uint256,nonce uint256,deadline uint256',
  TransferWithAuthorization: authorization,
  ReceiveWithAuthorization: authorization,
  TokenPermissions: 'token address,amount uint256',
  PermitDetails: 'token address,amount uint160,expiration uint48,nonce uint48',
  PermitTransferFrom: 'permitted TokenPermissions,spender address,nonce uint256,deadline uint256',
  PermitBatchTransferFrom:
    'permitted TokenPermissions[],spender address,nonce uint256,deadline uint256',
  PermitSingle: 'details PermitDetails,spender address,sigDeadline uint256',
  PermitBatch: 'details PermitDetails[],spender address,sigDeadline uint256',
  PermitWitnessTransferFrom:
    'permitted TokenPermissions,spender address,nonce uint256,deadline uint256,witness Plan',
  Transfer: 'owner address,token address,amount uint256,plan Plan',
  Plan: 'calls PlanCall[],settlement Settlement,touched address[],refundTo address,deadline uint256,salt bytes32',
  PlanCall: 'to address,value uint256,data bytes,token address,allowance uint256',
  Settlement: 'id bytes32,account address,token address,minimum uint256,maximum uint256',
};

/** Members of the structs that payers sign. */
export const structMembers: TypedStructs['members'] = parseStructs(memberTexts);

/** Permits with a witness have one member more at their end, whatever it is. */
const witnessed: Readonly<Record<string, StructName>> = {
  PermitWitnessTransferFrom: 'PermitTransferFrom',
  PermitBatchWitnessTransferFrom: 'PermitBatchTransferFrom',
};

/** Struct of the table to sign, and its domain. */
export interface StructMessage {
  readonly domain: TypedDomain;
  readonly primaryType: StructName;
  readonly value: object;
}

/** The 32 bytes that a key signs for a struct of the table. */
export function structDigest(input: StructMessage, keccak: Keccak): Uint8Array {
  const typeHashes = { ...planTypeHashes, ...permitTypeHashes };
  return typedDataDigest(input, { structs: { members: structMembers, typeHashes }, keccak });
}

/** Typed data of a struct as wallets take it: numbers as decimal text. */
export function typedMessage({ domain, primaryType, value }: StructMessage): TypedData {
  const { chainId, verifyingContract, ...named } = domain;
  return {
    signatureKind: 'eip712',
    domain: { ...named, chainId: Number(chainId), verifyingContract },
    types: typesOf(primaryType),
    primaryType,
    value: messageValue(primaryType, value),
  };
}

/**
 * Whether typed data describes a struct with the members of its name in the table: a struct with
 * other members is not what its name says.
 */
export function hasKnownShape(types: TypedData['types'], name: string): boolean {
  const plain = witnessed[name];
  const expected = membersOf(plain ?? name);
  const actual = types[name] ?? [];
  if (expected === undefined || actual.length !== expected.length + (plain === undefined ? 0 : 1))
    return false;
  if (expected.some((each, at) => each.name !== actual[at]?.name || each.type !== actual[at].type))
    return false;
  // The plan of a transfer is compared as a whole with the plan beside it.
  return expected.every(
    ({ type }) => !isPermitted(structOf(type)) || hasKnownShape(types, structOf(type)),
  );
}

function isPermitted(name: string): boolean {
  return name === 'TokenPermissions' || name === 'PermitDetails';
}

function structOf(type: string): string {
  return type.endsWith('[]') ? type.slice(0, -2) : type;
}

function membersOf(name: string): readonly TypedMember[] | undefined {
  return Object.hasOwn(structMembers, name) ? structMembers[name] : undefined;
}

/** A struct and the structs that it holds, each once. */
function typesOf(name: string, found: Record<string, TypedMember[]> = {}): TypedData['types'] {
  const own = membersOf(name);
  if (own === undefined || found[name] !== undefined) return found;
  found[name] = own.map((member) => ({ ...member }));
  for (const { type } of own) typesOf(structOf(type), found);
  return found;
}

function messageValue(name: string, value: object): Record<string, unknown> {
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return Object.fromEntries(
    (membersOf(name) ?? []).map((member) => [
      member.name,
      messageMember(member.type, fields[member.name]),
    ]),
  );
}

function messageMember(type: string, value: unknown): unknown {
  if (type.endsWith('[]') && Array.isArray(value))
    return value.map((item: unknown) => messageMember(structOf(type), item));
  if (typeof value === 'object' && value !== null) return messageValue(type, value);
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
}
