/** JavaScript of the loop: what compilers, tests and the service do most. */
import { createHash } from 'node:crypto';

const rounds = 60;

/** Texts, objects, maps, sorting, big integers, JSON and hashes, the same at every call. */
export function runScript() {
  let state = 1;
  const draw = () => (state = (state * 48_271) % 2_147_483_647);
  let digest = '';
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 4_000 }, (_, index) => ({
      id: index,
      name: `order ${draw().toString(36)}`,
      amount: BigInt(draw()) * 1_000_000_007n,
    }));
    const groups = new Map();
    for (const row of rows) {
      const key = row.name.replace(/[aeiou\d]+/g, '-').split(' ')[1];
      groups.set(key, [...(groups.get(key)?.slice(-8) ?? []), (row.amount * 9_970n) / 10_000n]);
    }
    const text = JSON.stringify(
      rows
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((row) => ({ ...row, amount: row.amount.toString() })),
    );
    const sum = [...groups.values()].flat().reduce((total, amount) => total + amount, 0n);
    const length = JSON.parse(text).length;
    digest = createHash('sha256').update(`${digest}${sum}${length}${text}`).digest('hex');
  }
  return digest;
}
