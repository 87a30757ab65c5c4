import { assert, bytesToHex, hexToBytes, isPortageError } from '@portage/core';
import { createBitcoinCodec } from '../codec.js';
import type { BitcoinNetwork } from '../address/networks.js';

/** Order ids that a transaction carries in an OP_RETURN output. */
export interface OrderMark {
  /** Ids of 32 bytes as hex; several belong to payment outputs in the same order. */
  readonly orderIds: readonly string[];
  /** Whom a deposit names as depositor: a canonical address. */
  readonly depositor?: string;
}

/** Form of a mark: text as payers write it, or bytes, which fit the 80 of old relay policies. */
export type OrderMarkForm = 'text' | 'compact';

const opReturn = 0x6a;
const opPushData1 = 0x4c;
const opPushData2 = 0x4d;
const idBytes = 32;
const idPattern = /^0x[0-9a-f]{64}$/;
const textPattern = /^(0x[0-9a-fA-F]{64})(?:\|depositor=([0-9A-Za-z]{1,90})\|)?$/;
/** Longest text of a mark; longer data is never read as text. */
const textBytesMax = 256;

/**
 * OP_RETURN script of a mark. A text holds one order id, with or without a depositor; the compact
 * form holds one id and perhaps a depositor, or several ids and none.
 *
 * @example
 * ```ts
 * orderMarkScript({ orderIds: [orderId] }, 'text', 'mainnet').length; // 68
 * ```
 */
export function orderMarkScript(
  mark: OrderMark,
  form: OrderMarkForm,
  network: BitcoinNetwork,
): Uint8Array {
  const [id = ''] = mark.orderIds;
  assert(
    mark.orderIds.every((each) => idPattern.test(each)),
    'an order id is 32 bytes as hex in lower case',
  );
  assert(
    mark.orderIds.length === 1 ||
      (mark.orderIds.length > 1 && mark.depositor === undefined && form === 'compact'),
    'only a compact mark without a depositor holds several order ids',
  );
  const { depositor } = mark;
  if (form === 'text')
    return dataScript(
      new TextEncoder().encode(
        depositor === undefined
          ? id
          : `${id}|depositor=${createBitcoinCodec(network).normalizeAddress(depositor)}|`,
      ),
    );
  const address =
    depositor === undefined ? [] : createBitcoinCodec(network).encodeAddress(depositor);
  return dataScript(
    Uint8Array.from([...mark.orderIds.flatMap((each) => [...hexToBytes(each)]), ...address]),
  );
}

/** OP_RETURN script that carries data. */
function dataScript(data: Uint8Array): Uint8Array {
  const { length } = data;
  const push =
    length < opPushData1
      ? [length]
      : length <= 0xff
        ? [opPushData1, length]
        : [opPushData2, length & 0xff, length >> 8];
  return Uint8Array.from([opReturn, ...push, ...data]);
}

/**
 * The mark of an output script in any of its forms; undefined for a script that is none. Of
 * several such outputs of a transaction the first counts.
 *
 * @example
 * ```ts
 * const script = orderMarkScript({ orderIds: [orderId] }, 'compact', 'mainnet');
 * readOrderMark(script, 'mainnet')?.orderIds;
 * ```
 */
export function readOrderMark(script: Uint8Array, network: BitcoinNetwork): OrderMark | undefined {
  const data = readData(script);
  if (data === undefined) return undefined;
  return readText(data, network) ?? readCompact(data, network);
}

/** Data of a script that is OP_RETURN and one push. */
function readData(script: Uint8Array): Uint8Array | undefined {
  const [first, push = 0, low = 0, high = 0] = script;
  if (first !== opReturn || push === 0 || push > opPushData2) return undefined;
  const [start, length] =
    push < opPushData1 ? [2, push] : push === opPushData1 ? [3, low] : [4, low + high * 0x100];
  return script.length === start + length ? script.subarray(start) : undefined;
}

function readText(data: Uint8Array, network: BitcoinNetwork): OrderMark | undefined {
  if (data.length > textBytesMax) return undefined;
  const [, id, depositor] = textPattern.exec(String.fromCharCode(...data)) ?? [];
  if (id === undefined) return undefined;
  const orderIds = [id.toLowerCase()];
  if (depositor === undefined) return { orderIds };
  return withDepositor(orderIds, () => createBitcoinCodec(network).normalizeAddress(depositor));
}

function readCompact(data: Uint8Array, network: BitcoinNetwork): OrderMark | undefined {
  const count = Math.floor(data.length / idBytes);
  const rest = data.length % idBytes;
  if (count === 0) return undefined;
  if (rest === 0)
    return {
      orderIds: Array.from({ length: count }, (_, place) =>
        bytesToHex(data.subarray(idBytes * place, idBytes * (place + 1))),
      ),
    };
  return withDepositor([bytesToHex(data.subarray(0, idBytes))], () =>
    createBitcoinCodec(network).decodeAddress(data.subarray(idBytes)),
  );
}

/** A mark whose depositor is no address of the network is none at all. */
function withDepositor(
  orderIds: readonly string[],
  readDepositor: () => string,
): OrderMark | undefined {
  try {
    return { orderIds, depositor: readDepositor() };
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    return undefined;
  }
}
