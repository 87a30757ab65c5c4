/** System calls that our programs may make. The loader knows them by the hash of their name. */
const names = [
  'sol_create_program_address',
  'sol_get_clock_sysvar',
  'sol_get_rent_sysvar',
  'sol_invoke_signed_c',
  'sol_log_data',
  'sol_memcmp_',
  'sol_memcpy_',
  'sol_sha256',
  'sol_try_find_program_address',
] as const;

/** Names to what an instruction calls them by. */
export const systemCalls: ReadonlyMap<string, number> = new Map(
  names.map((name) => [name, murmur3(Buffer.from(name, 'latin1'))]),
);

/** MurmurHash3, 32 bits, seed 0. */
export function murmur3(bytes: Buffer): number {
  let hash = 0;
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4)
    hash = (Math.imul(rotate(hash ^ scramble(bytes.readUInt32LE(at)), 13), 5) + 0xe6546b64) | 0;
  const rest = bytes.subarray(whole).reduce((word, byte, index) => word | (byte << (8 * index)), 0);
  if (whole < bytes.length) hash ^= scramble(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(word: number): number {
  return Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
