/** A point of `deploy` at which the process gets SIGKILL. */
export interface Death {
  /** Name of the point, as in `PORTAGE_FAILPOINT`. */
  readonly point: string;
  /** Place of the network that it is on, in the order of the configuration. */
  readonly network: number;
  /** Kind of the journal's last record then: what the next run has to go on from. */
  readonly last: 'arguments' | 'signed' | 'mined';
}

/** Deaths on bare EVM networks in their order, on the first one, between two, and on the second. */
export const evmDeaths: readonly Death[] = [
  // The plan is on disk and nothing is sent; its last arguments are those of the last network.
  { point: 'deploy-planned', network: -1, last: 'arguments' },
  { point: 'deploy-stored-factory-funds', network: 0, last: 'signed' },
  { point: 'deploy-sent-factory-funds', network: 0, last: 'signed' },
  { point: 'deploy-funded', network: 0, last: 'mined' },
  { point: 'deploy-sent-Depository', network: 0, last: 'signed' },
  { point: 'deploy-mined-DepositAddresses', network: 0, last: 'mined' },
  { point: 'deploy-mined-factory-funds', network: 1, last: 'mined' },
  { point: 'deploy-stored-Filler', network: 1, last: 'signed' },
  { point: 'deploy-sent-Router', network: 1, last: 'signed' },
  { point: 'deploy-stored-DepositAddresses', network: 1, last: 'signed' },
];

/** Some entries of a list, spread over it: one alone is the one in the middle. Pure. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  const wanted = Math.min(count, list.length);
  const places = Array.from({ length: wanted }, (_none, place) =>
    Math.floor(((place + 0.5) * list.length) / wanted),
  );
  return list.filter((_, index) => places.includes(index));
}

/**
 * Deaths on EVM networks, the one between two of them first of all: with it the points after it are
 * those of the second one, as no earlier network is left to reach them. Pure.
 *
 * @param count - deaths wanted; all where there are not as many
 */
export function chooseDeaths(count: number): readonly Death[] {
  if (count === 0) return [];
  const between = evmDeaths.find(({ point }) => point === 'deploy-mined-DepositAddresses');
  const rest = evmDeaths.filter((death) => death !== between);
  const chosen = [between, ...spread(rest, count - 1)];
  return evmDeaths.filter((death) => chosen.includes(death));
}
