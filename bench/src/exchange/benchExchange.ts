import {
  hashElements,
  privateKeyFrom,
  publicKeyOf,
  sign,
  verify,
} from '@portage/exchange/signature';
import type { BenchOptions } from '../benchOptions.js';
import type { BenchResult } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import { nonceOf, signPlainly } from './plainSigner.js';

const signaturesOfRound = 20;
const goalMs = 15;
const privateKey = privateKeyFrom(new Uint8Array(32).fill(7));

/** Elements of a transfer, each time with another nonce of the account. */
function elementsOf(nonce: number): readonly bigint[] {
  const head = [304n, 12n, BigInt(nonce), 1_795_238_140_741n, 509_564n, 2n, 723_071n];
  return [...head, 3n, 0n, 0n, 1_000_000n, 0n, 3_000_000n, 0n];
}

const readNumber = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Both ways of signing, and verifying, by CPU milliseconds of each round. */
interface Contestant {
  readonly name: 'ours' | 'plain' | 'verify';
  readonly run: (nonce: number) => boolean;
  readonly milliseconds: number[];
}

/** Signing and verifying a transfer, beside the plain arithmetic, in one process. */
export function benchExchange({ rounds, note }: BenchOptions): Promise<BenchResult> {
  checkSame();
  const publicKey = publicKeyOf(privateKey);
  const key = readNumber(privateKey);
  const signed = Array.from({ length: signaturesOfRound }, (_, nonce) => {
    const message = hashElements(elementsOf(nonce));
    return { message, signature: sign(message, privateKey) };
  });
  const contestants: readonly Contestant[] = [
    {
      name: 'ours',
      run: (nonce) => sign(hashElements(elementsOf(nonce)), privateKey).length === 80,
      milliseconds: [],
    },
    {
      name: 'plain',
      run: (nonce) => signPlainly(elementsOf(nonce), { key, nonce: key - BigInt(nonce) }).s > 0n,
      milliseconds: [],
    },
    {
      name: 'verify',
      run: (nonce) => {
        const entry = signed[nonce % signaturesOfRound];
        return entry !== undefined && verify(entry.signature, entry.message, publicKey);
      },
      milliseconds: [],
    },
  ];
  for (let round = 0; round <= rounds; round += 1)
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const milliseconds = timeRound(contestant);
      if (round === 0) continue;
      contestant.milliseconds.push(milliseconds);
      note(`round ${String(round)}: ${contestant.name} ${milliseconds.toFixed(2)} ms`);
    }
  return Promise.resolve(summarise(contestants));
}

/** CPU milliseconds of each of the signatures of a round. */
function timeRound({ name, run }: Contestant): number {
  const before = process.cpuUsage();
  for (let nonce = 0; nonce < signaturesOfRound; nonce += 1)
    if (!run(nonce)) throw new Error(`${name} failed.`);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / signaturesOfRound;
}

/** Throws if the plain way makes another signature with the nonce of ours. */
function checkSame(): void {
  const elements = elementsOf(0);
  const signature = sign(hashElements(elements), privateKey);
  const [s, e] = [readNumber(signature.subarray(0, 40)), readNumber(signature.subarray(40))];
  const key = readNumber(privateKey);
  const plain = signPlainly(elements, { key, nonce: nonceOf({ s, e }, key) });
  if (plain.s !== s || plain.e !== e) throw new Error('The signatures differ.');
}

function summarise(contestants: readonly Contestant[]): BenchResult {
  const of = (name: Contestant['name']): readonly number[] =>
    contestants.find((contestant) => contestant.name === name)?.milliseconds ?? [];
  const ours = median(of('ours'));
  return {
    bench: 'exchange',
    figures: [
      {
        name: 'signing a transfer: CPU ms',
        value: formatSpread(of('ours'), 2),
        goal: `${String(goalMs)} ms`,
        reached: ours < goalMs,
      },
      { name: 'the plain arithmetic: CPU ms', value: formatSpread(of('plain'), 2) },
      { name: 'it takes so many times as long', value: (median(of('plain')) / ours).toFixed(1) },
      { name: 'verifying: CPU ms', value: formatSpread(of('verify'), 2) },
    ],
    notes: [
      `Medians of ${String(of('ours').length)} rounds in rotation, ${String(signaturesOfRound)} transfers each, after one to warm up, which makes the table of the generator; CPU time of this process.`,
      'Both ways make the same signature to the bit with one nonce, checked before.',
    ],
  };
}
