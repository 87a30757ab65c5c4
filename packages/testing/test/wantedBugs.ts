import { isNightly } from '../src/index.js';
import { executorBugs, vmBugs } from './plantedBugs.js';

/** Bugs that are planted for each change, beside none at all; every bug has its turn at night. */
const daily: readonly string[] = [
  'none',
  'skips a block after a restart',
  'swallows rollbacks',
  'sends twice',
];

function pick<Bug>(bugs: Readonly<Record<string, Bug>>): Readonly<Record<string, Bug>> {
  return isNightly
    ? bugs
    : Object.fromEntries(Object.entries(bugs).filter(([name]) => daily.includes(name)));
}

/** Bugs of this run. */
export const wantedBugs = { vmBugs: pick(vmBugs), executorBugs: pick(executorBugs) };
