import {
  malformedReply,
  readList,
  readObject,
  readResult,
  type Endpoint,
} from '@portage/chain-kit';
import { readBytes, readHash, readInteger } from '../rpc/parse.js';
import { readSatoshi } from '../rpc/readSatoshi.js';
import { scanRequest } from '../rpc/requests.js';
import { isSameScript, type OwnedCoin } from './coin.js';

/** Coins of scripts as nodes have them in blocks. */
export interface Scan {
  readonly coins: readonly OwnedCoin[];
  /** Height up to which blocks were counted. */
  readonly height: number;
}

/**
 * Has nodes look through all coins that there are for those of a few scripts, which takes minutes.
 * What any of them tells is a hint of where to look.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where every endpoint fails
 */
export async function scanCoins(
  endpoints: readonly Endpoint[],
  scripts: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<Scan> {
  const request = scanRequest(scripts.map((script) => Buffer.from(script).toString('hex')));
  const told = await Promise.allSettled(
    endpoints.map(async ({ ask }) => {
      const [reply] = await ask([request], signal);
      return readScan(readResult(reply, request.method), scripts);
    }),
  );
  signal?.throwIfAborted();
  const [failure] = told.flatMap((each) => (each.status === 'rejected' ? [each] : []));
  const scans = told.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (scans.length === 0) throw failure?.reason ?? malformedReply('scan: no endpoint is set');
  return {
    coins: scans.flatMap(({ coins }) => coins),
    height: Math.min(...scans.map(({ height }) => height)),
  };
}

/** Answer of a scan. @throws PortageError `RPC_HTTP_ERROR` */
export function readScan(value: unknown, scripts: readonly Uint8Array[]): Scan {
  const scan = readObject(value, 'scan');
  // A scan that another client of the node aborted has found some of them only.
  if (scan['success'] !== true) throw malformedReply('scan: it did not end');
  const coins = readList(scan['unspents'], 'list of coins').map((each): OwnedCoin => {
    const coin = readObject(each, 'coin');
    const script = readBytes(coin['scriptPubKey'], 'coin');
    if (!scripts.some((own) => isSameScript(own, script)))
      throw malformedReply('coin: it is of another script');
    return {
      txId: readHash(coin['txid'], 'coin'),
      vout: readInteger(coin['vout'], 'coin'),
      script,
      value: readSatoshi(coin['amount'], 'coin'),
    };
  });
  return { coins, height: readInteger(scan['height'], 'height') };
}
