import type { DoorLine } from './doors.js';

/** Doors that a spike is held against, by family. */
export const doorNames: Readonly<Record<DoorLine['family'], readonly string[]>> = {
  EVM: ['fill', 'permit', 'gasless call', 'sweep', 'claim', 'refund', 'small refund', 'withdrawal'],
  Solana: ['fill', 'refund', 'sweep', 'claim', 'withdrawal', 'large withdrawal'],
  Bitcoin: ['fill', 'refund', 'sweep', 'claim', 'withdrawal'],
};

/** Most that the solver bears beyond a charge, as the policy says by default. */
const factorMax = 2;
const lossUsdMax = 0.05;

/** Whether the solver paid no more than the policy lets it. Pure. */
export function isBounded({ chargedUsd, paidUsd }: DoorLine): boolean {
  return paidUsd <= Math.max(chargedUsd * factorMax, chargedUsd + lossUsdMax);
}

/** Faults of a spike: doors that were not tried, and those that cost too much. Pure. */
export function judgeDoors(lines: readonly DoorLine[]): readonly string[] {
  const families = Object.keys(doorNames) as readonly DoorLine['family'][];
  const missing = families.flatMap((family) =>
    doorNames[family]
      .filter((door) => !lines.some((line) => line.family === family && line.door === door))
      .map((door) => `${family}, ${door}: not tried`),
  );
  const dear = lines
    .filter((line) => !isBounded(line))
    .map(({ family, door }) => `${family}, ${door}: the solver paid more than the policy lets it`);
  return [...missing, ...dear];
}

/** Table of doors, for people. Pure. */
export function printDoors(lines: readonly DoorLine[]): string {
  const usd = (value: number): string => value.toFixed(4).padStart(12);
  return [
    `${'chain'.padEnd(8)} ${'door'.padEnd(17)} ${'charged USD'.padStart(12)} ${'dear USD'.padStart(12)} ${'paid USD'.padStart(12)}  end`,
    ...lines.map(
      ({ family, door, chargedUsd, dearUsd, paidUsd, end }) =>
        `${family.padEnd(8)} ${door.padEnd(17)} ${usd(chargedUsd)} ${usd(dearUsd)} ${usd(paidUsd)}  ${end}`,
    ),
  ].join('\n');
}
