export const usage = `Usage: npm run stress [-- OPTION … FILE …]
Runs files of node tests (parts of their paths; all of them by default) again and again.
  --times N      runs of each file; 3 by default
  --load N       busy loops beside them; 2 by default
  --no-stops     nothing is stopped. By default anvil, PostgreSQL and processes of the service
                 stand still for 0.2 to 2 seconds now and then
  --seed TEXT    seed of what is stopped; the day by default
  --systems      only files that start a whole system
  --changed REF  only files that changed since a commit, those that changed last first
  --minutes N    no run starts later than this
  --shard I/N    only this part of the files
  --resume FILE  results are kept in this file; what stands there is not run again
  --json         one object at the end instead of a table
`;

const numbers = { times: [1, 1_000], load: [0, 64], minutes: [0, 10_000] };

/** Options of the command, or what is wrong with them. */
export function readOptions(args) {
  const options = {
    times: 3,
    load: 2,
    stops: true,
    seed: new Date().toISOString().slice(0, 10),
    systems: false,
    changed: undefined,
    minutes: Infinity,
    shard: undefined,
    resume: undefined,
    json: false,
    help: false,
    names: [],
  };
  const rest = [...args];
  while (rest.length > 0) {
    const given = rest.shift();
    const name = given.replace(/^--/, '');
    if (!given.startsWith('--')) options.names.push(given);
    else if (['systems', 'json', 'help'].includes(name)) options[name] = true;
    else if (name === 'no-stops') options.stops = false;
    else if (!['times', 'load', 'seed', 'changed', 'minutes', 'shard', 'resume'].includes(name))
      return `There is no option ${given}.`;
    else {
      const value = rest.shift();
      if (value === undefined || value.startsWith('--')) return `${given} needs a value.`;
      const fault = readValue(options, name, value);
      if (fault !== undefined) return fault;
    }
  }
  return options;
}

/** Sets an option, or says what is wrong with its value. */
function readValue(options, name, value) {
  if (name === 'shard') {
    const [, part, parts] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
    if (!(part >= 1 && part <= parts)) return `--shard is I/N, such as 2/30; not ${value}`;
    options.shard = { part, parts };
    return undefined;
  }
  const range = numbers[name];
  if (range === undefined) {
    options[name] = value;
    return undefined;
  }
  const number = Number(value);
  const isWhole = name === 'minutes' || Number.isInteger(number);
  if (!(isWhole && number >= range[0] && number <= range[1]))
    return `--${name} is a number from ${range[0]} to ${range[1]}; not ${value}`;
  options[name] = number;
  return undefined;
}
