import { bytesToHex, hexToBytes, type SwapCall } from '@portage/core';
import { addressWord, uintWord } from '../abi/words.js';
import type { Plan, PlanSettlement } from './plan.js';

/** Type hashes of `PlanHash.sol`; compared with viem in a test. */
const typeHashes = {
  call: '6113afa85f5768a6480dbb6c3b6591efd6c1355a4e56b04cf0751336830417f9',
  settlement: '823555ad8ab22b8047bb16b9e1fd8b2be688bd2844da66dd62693e000b129285',
  plan: '4f2eaf699020f04a59eb4637e10229e273436af9a6bd6f2ab97ed1ff474cc381',
} as const;

/** The EIP-712 struct hash of a plan, as the router tells of it: `0x` and 64 digits. */
export function hashPlan(plan: Plan, keccak: (bytes: Uint8Array) => Uint8Array): string {
  const hash = (hex: string): string => bytesToHex(keccak(hexToBytes(`0x${hex}`))).slice(2);
  const calls = plan.calls.map((call) => hash(callWords(call, hash(call.data.slice(2)))));
  const words = [
    typeHashes.plan,
    hash(calls.join('')),
    hash(settlementWords(plan.settlement)),
    hash(plan.touched.map(addressWord).join('')),
    addressWord(plan.refundTo),
    uintWord(BigInt(plan.deadline)),
    plan.salt.slice(2),
  ];
  return `0x${hash(words.join(''))}`;
}

function callWords({ to, value, token, allowance }: SwapCall, data: string): string {
  return [
    typeHashes.call,
    addressWord(to),
    uintWord(value),
    data,
    addressWord(token),
    uintWord(allowance),
  ].join('');
}

function settlementWords({ id, account, token, minimum, maximum }: PlanSettlement): string {
  return [
    typeHashes.settlement,
    id.slice(2),
    addressWord(account),
    addressWord(token),
    uintWord(minimum),
    uintWord(maximum),
  ].join('');
}
