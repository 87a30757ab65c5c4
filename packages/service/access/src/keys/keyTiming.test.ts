import { randomBytes, randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { createKeyring } from './createKeyring.js';
import { hashSecret, type StoredKey } from './createKeys.js';

/** Samples of each kind, about. The slowest, when the machine did something else, are left out. */
const samples = 10_000;
const kept = 0.9;
/** Standard errors by which the means of equal times differ once in some hundred rounds. */
const tMax = 3;

function mean(times: readonly number[]): number {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

/** Welch's t: by how many standard errors the means of two lists differ. */
function welch(one: readonly number[], two: readonly number[]): number {
  const [first, second] = [one, two].map((times) => {
    const fastest = times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * kept));
    const middle = mean(fastest);
    const variance = mean(fastest.map((time) => (time - middle) ** 2));
    return { middle, error: variance / fastest.length };
  });
  if (first === undefined || second === undefined) throw new Error('two lists are compared');
  return (first.middle - second.middle) / Math.sqrt(first.error + second.error);
}

function otherThan(letter: string | undefined): string {
  return letter === 'A' ? 'B' : 'A';
}

/** Makes a guess anew each time: one text kept in memory is faster or slower by its place there. */
function guessAnew(guess: string): () => string {
  const bytes = Buffer.from(guess, 'latin1');
  return () => bytes.toString('latin1');
}

it('B3: the time of a refusal tells nothing of how much of a secret is right', async () => {
  const secret = randomBytes(32).toString('base64url');
  const id = 'key_0123456789abcdef';
  const key: StoredKey = {
    id,
    name: 'shop',
    owner: id,
    rights: [],
    sponsor: undefined,
    appWallet: undefined,
    createdAt: 0,
    revokedAt: undefined,
    secretHash: hashSecret(secret),
  };
  const keyring = createKeyring(
    { find: () => Promise.resolve(key), onChanged: () => () => undefined },
    { now: () => 0 },
  );
  const refuse = async (guess: string): Promise<number> => {
    const before = performance.now();
    await expectRefusal(() => keyring.authenticate(`${id}.${guess}`, () => Promise.resolve()));
    return performance.now() - before;
  };
  const guesses = {
    near: guessAnew(`${secret.slice(0, -1)}${otherThan(secret.at(-1))}`),
    far: guessAnew(`${otherThan(secret[0])}${secret.slice(1)}`),
  };
  await keyring.authenticate(`${id}.${secret}`, () => Promise.resolve());
  let least = Infinity;
  // A machine at work may shift one round; a leak shows in each.
  for (let round = 0; round < 8 && least >= tMax; round += 1) {
    const times: Record<'near' | 'far', number[]> = { near: [], far: [] };
    for (let sample = 0; sample < samples * 2; sample += 1) {
      // By chance and at one place of the code: a collection of garbage that comes every so many
      // calls, or a place that was compiled better, would favour one of them.
      const kind = randomInt(2) === 0 ? 'near' : 'far';
      times[kind].push(await refuse(guesses[kind]()));
    }
    least = Math.min(least, Math.abs(welch(times.near, times.far)));
  }
  expect(least).toBeLessThan(tMax);
  keyring.close();
});

async function expectRefusal(authenticate: () => Promise<unknown>): Promise<void> {
  try {
    await authenticate();
  } catch {
    return;
  }
  throw new Error('a wrong secret was let in');
}
