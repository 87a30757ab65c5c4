/** Kind of an output's script, in the words of Esplora. */
export type ScriptKind =
  'p2pkh' | 'p2sh' | 'v0_p2wpkh' | 'v0_p2wsh' | 'v1_p2tr' | 'op_return' | 'unknown';

/** Kind of a script. */
export function scriptKind(script: Uint8Array): ScriptKind {
  const { length } = script;
  const [first, second] = script;
  if (first === 0x6a) return 'op_return';
  if (length === 22 && first === 0 && second === 20) return 'v0_p2wpkh';
  if (length === 34 && first === 0 && second === 32) return 'v0_p2wsh';
  if (length === 34 && first === 0x51 && second === 32) return 'v1_p2tr';
  if (length === 23 && first === 0xa9 && second === 20 && script[22] === 0x87) return 'p2sh';
  const isKeyHash = length === 25 && first === 0x76 && second === 0xa9 && script[2] === 20;
  return isKeyHash && script[23] === 0x88 && script[24] === 0xac ? 'p2pkh' : 'unknown';
}

/** True if an output under the script can never be spent. */
export function isUnspendable(script: Uint8Array): boolean {
  return script[0] === 0x6a || script.length > 10_000;
}
