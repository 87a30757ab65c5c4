import { InvalidArgumentError, Option } from 'commander';
import { roundsMin } from './judge/judgeRounds.js';

function parseRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isInteger(rounds) || rounds < roundsMin || rounds > 1_000)
    throw new InvalidArgumentError(`Rounds are a whole number from ${String(roundsMin)} to 1000.`);
  return rounds;
}

/** `--rounds` of a comparison. */
export function roundsOption(): Option {
  return new Option('--rounds <n>', 'rounds of each side, in turns')
    .argParser(parseRounds)
    .default(roundsMin);
}
