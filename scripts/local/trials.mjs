/**
 * What `npm run local` runs: trials of the whole system on this machine, each a script of a
 * package. A trial has `--help` and `--json` of its own, and starts what it needs.
 */
export const trials = {
  board: {
    filter: '@portage/local',
    what: 'quotes as public boards ask for them: four routes, three sizes, with and without latency',
    example: '--rounds 50 --json',
  },
  calls: {
    filter: '@portage/local',
    what: 'calls of workers without work to nine networks, and what hosts charge for them a month',
    example: '--seconds 60 --endpoints 3 --workers 2',
  },
  chaos: {
    filter: '@portage/local',
    what: 'orders on real processes for minutes, while everything that can fail does',
    example: '--minutes 5 --seed 3 --json',
  },
  chains: {
    filter: '@portage/local',
    what: 'one worker on many idle chains, and what a chain costs a second',
    example: '--count 60 --seconds 60',
  },
  deploy: {
    filter: '@portage/local',
    what: 'the way to real networks on fresh nodes: values, contracts, checks, small transfers; with kills',
    example: '--networks base,optimism --kills 1',
  },
  fuzz: {
    filter: '@portage/local',
    what: 'random bodies around the schema of a quote, and random calls of every endpoint',
    example: '1000 7 500',
  },
  idle: {
    filter: '@portage/local',
    what: 'two workers without work, and what they log',
    example: '--seconds 60',
  },
  networks: {
    filter: '@portage/local',
    what: 'transfers through nodes that keep the rules and refusals of public networks and hosts',
    example: '--only polygon-tip,logs-500',
  },
  push: {
    filter: '@portage/local',
    what: 'webhooks of every kind of receiver, while the workers that tell them are killed',
    example: '--requests 2000 --kills 50',
  },
  rolling: {
    filter: '@portage/local',
    what: 'every process of a service restarted under a constant load',
    example: '--rate 100',
  },
  screenshots: {
    filter: '@portage/local',
    what: 'pictures of every page, on a desktop and on a phone, light and dark',
    example: 'pictures',
  },
  simulate: {
    filter: '@portage/simulation',
    what: 'the settlement core under faults that a seed decides',
    example: '--orders 2000 --seed 7',
  },
  soak: {
    filter: '@portage/local',
    what: 'orders of many kinds under reorgs, kills and an endpoint that lies',
    example: '--orders 200 --reorgs --kills --liar',
  },
  spike: {
    filter: '@portage/local',
    what: 'gas that becomes dear between a charge and a signature, at every door of three families',
    example: '--json',
  },
};

const width = Math.max(...Object.keys(trials).map((name) => name.length));

/** Help of `npm run local`. */
export const usage = `Usage: npm run local -- NAME [options]

Sets up, then tries the whole system on this machine. Exit code: 0 when everything holds, 1 otherwise.
Options of a trial: npm run local -- NAME --help

${Object.entries(trials)
  .map(([name, { what }]) => `  ${name.padEnd(width)}  ${what}`)
  .join('\n')}

Example: npm run local -- soak ${trials.soak.example}
`;
