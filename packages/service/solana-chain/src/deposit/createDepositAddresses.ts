import type { AddressCurrency, DepositAddresses } from '@portage/core/chain';
import type { Rpc } from '@portage/chain-kit';
import { depositAddress } from '@portage/solana/addresses';
import { encodeSweep, sweptMax } from '../addresses/sweepCall.js';
import { computeUnitLimit } from '../gas/computeUnits.js';
import { accountsRequest, readAccounts } from '../rpc/accounts.js';
import { movableBalance, placeOf } from '../rpc/balances.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import { createAddressPayments } from './createAddressPayments.js';

/** Accounts of one request: nodes refuse more. */
const chunkMax = 100;

/**
 * Addresses whose token accounts are read with one block: the newest, and some of the older ones in
 * turn. A transfer of a token names no address, so nothing but its account tells of it.
 */
const newestMax = 200;
const inTurnMax = 100;

/** Endpoints, root and tokens of deposit addresses. */
export interface DepositAddressesOptions {
  readonly rpc: Pick<Rpc, 'read'>;
  /** Public key that the addresses come from. */
  readonly root: string;
  /** Mints of the listed tokens; others at an address are left alone. */
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
}

/**
 * The deposit addresses of a chain: children of one public key, computed here. A sweep is a call
 * that says whose address it empties and what is there; the solver makes a transaction of it that
 * the address signs.
 */
export function createDepositAddresses({
  rpc,
  root,
  mints,
  tokenProgramOf,
}: DepositAddressesOptions): DepositAddresses {
  const takeTurn = createTurn();
  const holdings: DepositAddresses['holdings'] = async (of, signal) => {
    const chunks = Array.from({ length: Math.ceil(of.length / chunkMax) }, (_, index) =>
      of.slice(index * chunkMax, (index + 1) * chunkMax),
    );
    const found: bigint[] = [];
    // One chunk after another: a chain's endpoint has others to serve.
    for (const chunk of chunks) {
      const places = chunk.map(({ address, currency }) =>
        placeOf(address, currency, tokenProgramOf),
      );
      const [result] = await rpc.read([accountsRequest(places)], signal);
      const accounts = readAccounts(result);
      found.push(...chunk.map(({ currency }, place) => movableBalance(accounts[place], currency)));
    }
    return found;
  };
  return {
    addressOf: (owner) => depositAddress(root, owner),
    sweep: (owner, currencies, amounts) => {
      const swept = currencies
        .map((currency, index) => ({ currency, amount: amounts[index] ?? 0n }))
        .filter(({ amount }) => amount > 0n)
        .slice(0, sweptMax);
      const units = swept.map(({ currency }) => computeUnitLimit({ type: 'sweep', currency }));
      return {
        to: depositAddress(root, owner),
        data: encodeSweep({ owner, amounts: swept }),
        gasLimit: BigInt(units.reduce((sum, each) => sum + each, 0)),
      };
    },
    holdings,
    receipts: async (addresses, _, signal) => {
      const looked = takeTurn(addresses);
      const places = mints.flatMap((currency) =>
        looked.map((address): AddressCurrency => ({ address, currency })),
      );
      const amounts = await holdings(places, signal);
      return places.filter((_place, index) => (amounts[index] ?? 0n) > 0n);
    },
    ...createAddressPayments({ rpc, mints, tokenProgramOf }),
  };
}

/** Says which addresses to look at: the newest, which come last, and the others in turn. */
function createTurn(): (addresses: readonly string[]) => readonly string[] {
  let turn = 0;
  return (addresses) => {
    const older = addresses.slice(0, -newestMax);
    const count = Math.min(inTurnMax, older.length);
    const taken = Array.from({ length: count }, (_, index) => older[(turn + index) % older.length]);
    turn = older.length === 0 ? 0 : (turn + count) % older.length;
    return [...addresses.slice(-newestMax), ...taken.filter((address) => address !== undefined)];
  };
}
