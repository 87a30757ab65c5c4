import { appendFile } from 'node:fs/promises';
import type { Quote } from '@portage/core';
import type { GasOperation } from '@portage/core/chain';
import type { TestSystem } from '../testSystem.js';

/** Names the file that doors are written to; without it none is. */
export const doorsVariable = 'PORTAGE_DOORS';

/** End of something that the solver signs at a payer's word, while a chain is dear. */
export interface DoorLine {
  readonly family: 'EVM' | 'Solana' | 'Bitcoin';
  /** Kind of what is signed, such as `sweep`. */
  readonly door: string;
  /** Charged for it, or borne by its owner, in USD. */
  readonly chargedUsd: number;
  /** Its cost at the fees of the spike, in USD. */
  readonly dearUsd: number;
  /** Paid on the chain by the solver during the spike, in USD. */
  readonly paidUsd: number;
  /** Status, reason, and where the money is. */
  readonly end: string;
}

/** Chain on which a spike is noted. */
interface DoorChain {
  readonly family: DoorLine['family'];
  readonly chainId: number;
  /** Canonical address of the native currency. */
  readonly native: string;
  readonly decimals: number;
}

/** Charge for what was signed at a door, and how it ended. */
export interface DoorEnd {
  /** In smallest units of the native currency, or in USD as quoted. */
  readonly charged: bigint | string;
  readonly end: string;
}

/** How a chain is made dear, and what the solver has there. */
interface Spike {
  /** Does something while the chain is dear. */
  readonly whileDear: (work: () => Promise<void>) => Promise<unknown>;
  /** Native currency of the solver, in smallest units. */
  readonly balance: () => Promise<bigint>;
}

/** Doors of a chain. */
export interface Doors {
  /**
   * Works at a door while the chain is dear, and adds a line to the file that `npm run local --
   * spike` reads, where it asks for one.
   *
   * @param operation - what is signed there, whose cost at the spike is noted
   * @returns what the solver paid on the chain meanwhile, in smallest units
   */
  at(door: string, operation: GasOperation, work: () => Promise<DoorEnd>): Promise<bigint>;
}

/** Charged by a quote for what the solver signs, in USD. */
export const chargeOf = ({ fees }: Quote): string => fees.relayerGas.amountUsd;

/** Doors of a chain of a system; the price of its native currency is the service's. */
export function createDoors(
  system: TestSystem,
  { family, chainId, native, decimals }: DoorChain,
  { whileDear, balance }: Spike,
): Doors {
  const price = async (): Promise<number> => {
    const query = new URLSearchParams({ chainId: String(chainId), address: native });
    const answer = await fetch(`${system.url}/currencies/token/price?${query.toString()}`);
    const { price: usd } = (await answer.json()) as { readonly price?: number };
    if (usd === undefined) throw new Error('The service has no price of the native currency.');
    return usd;
  };
  const cost = (operation: GasOperation): bigint =>
    system.service.chains.byId(chainId).gas.estimate(operation)?.value ?? 0n;
  return {
    at: async (door, operation, work) => {
      let [dear, paid] = [0n, 0n];
      let ended: DoorEnd = { charged: 0n, end: 'not tried' };
      await whileDear(async () => {
        dear = cost(operation);
        const before = await balance();
        ended = await work();
        paid = before - (await balance());
      });
      const file = process.env[doorsVariable];
      if (file === undefined) return paid;
      const usd = await price();
      // For a table that people read: no money follows from it.
      const usdOf = (amount: bigint): number => (Number(amount) / 10 ** decimals) * usd;
      const { charged, end } = ended;
      const line: DoorLine = {
        family,
        door,
        chargedUsd: typeof charged === 'string' ? Number(charged) : usdOf(charged),
        dearUsd: usdOf(dear),
        paidUsd: usdOf(paid),
        end,
      };
      await appendFile(file, `${JSON.stringify(line)}\n`);
      return paid;
    },
  };
}
