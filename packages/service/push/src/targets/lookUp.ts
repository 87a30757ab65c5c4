import { lookup, promises } from 'node:dns';
import { promisify } from 'node:util';

/** Address of a host. */
export interface HostAddress {
  readonly address: string;
  /** Version of the internet protocol, 4 or 6. */
  readonly family: number;
}

/** Finds all addresses of a host. */
export type LookUp = (host: string) => Promise<readonly HostAddress[]>;

const lookUpAll = promisify(lookup);

/**
 * The lookup of the machine, with its own names. It takes one of four threads that the whole
 * process shares, so it is for devnets.
 */
export const localLookUp: LookUp = (host) => lookUpAll(host, { all: true });

/** Milliseconds for an answer of a name server, and how often it is asked. */
const resolving = { timeout: 2_000, tries: 2 } as const;

/**
 * Makes a lookup that asks name servers alone, without the names of this machine and the search
 * domains of its network. It takes no thread, so a name server that hangs holds up its own hosts
 * and no others.
 *
 * @param servers - name servers as `address:port`; by default those of the machine
 */
export function createPublicLookUp(servers?: readonly string[]): LookUp {
  const resolver = new promises.Resolver(resolving);
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}
