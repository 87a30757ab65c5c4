import { PortageError, systemClock } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { defineExecutor, type Executor } from '@portage/core/executor';
import type { ExchangeTransaction } from '../api/answers.js';
import { createExchangeApi } from '../api/createExchangeApi.js';
import type { StatusPolicy } from '../api/statuses.js';
import { exchangeCodec } from '../codec.js';
import type { ExchangeSigner } from '../signer/exchangeSigner.js';
import { confirmTransfer } from './confirmTransfer.js';
import { createSentTransfers } from './createSentTransfers.js';
import { compareTransfer } from './compareTransfer.js';
import { readActionData } from './readAction.js';
import { signDigest } from './signDigest.js';
import { submitTransfer } from './submitTransfer.js';
import { transferEffects } from './transferEffects.js';

/** Options of {@link createExchangeExecutor}. */
export interface ExchangeExecutorOptions {
  /** `keySigner(…)`, or whatever signs for the account. */
  readonly signer: ExchangeSigner;
  /** Address of the exchange's host, without `/api/v1`; nothing else is called. */
  readonly url: string;
  /** The exchange's id in quotes. Default 3586256. */
  readonly chainId?: number | undefined;
  /** Id of the exchange's own signatures: 304 on mainnet, 300 on testnet. Default 304. */
  readonly circuitId?: number | undefined;
  /** Milliseconds between looks while a transfer is awaited. Default 2000. */
  readonly pollMs?: number | undefined;
  /** Milliseconds that the exchange may take a transfer. Default 600000. */
  readonly validMs?: number | undefined;
  /**
   * Meaning of the numbers of statuses, and at which a transfer is no longer awaited. Default: 3 is
   * executed, and final.
   */
  readonly statuses?: StatusPolicy | undefined;
  /** Micro-USDC of a fee at most; a higher one is an unknown effect. Default 5000000. */
  readonly usdcFeeMax?: bigint | undefined;
}

const exchangeChainId = 3_586_256;
const mainnetCircuitId = 304;
const pollIntervalMs = 2_000;
const validityMs = 600_000;
const highestFee = 5_000_000n;

/**
 * Performs transfers on the exchange with a signer: says exactly what a transfer does, has it
 * signed, checks the signature, sends it, and waits until the exchange has executed it.
 *
 * @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR`, `INSUFFICIENT_FUNDS`, `QUOTE_EXPIRED`,
 *   `TRANSACTION_REVERTED`, `TRANSACTION_EXPIRED`, `TRANSACTION_ALTERED`, `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const signer = keySigner({ accountIndex: 509564, apiKeyIndex: 2, privateKey, owner });
 * const url = 'https://mainnet.zklighter.elliot.ai';
 * await execute(client, {
 *   quote,
 *   request,
 *   minAmountOut,
 *   executors: [createExchangeExecutor({ signer, url })],
 * });
 * ```
 */
export function createExchangeExecutor(options: ExchangeExecutorOptions): Executor {
  checkOptions(options, ['signer', 'url']);
  const { signer, url, statuses, usdcFeeMax = highestFee } = options;
  const { chainId = exchangeChainId, circuitId = mainnetCircuitId } = options;
  const { pollMs = pollIntervalMs, validMs = validityMs } = options;
  const api = createExchangeApi({ url, statuses });
  const sent = createSentTransfers();
  const clock = systemClock;
  const machineTime = (): number => clock.now();
  const submitContext = { chainId, circuitId, signer, api, validMs, sent };
  const { accountIndex } = signer;
  const effectsContext = { chainId, accountIndex, usdcFeeMax };
  return defineExecutor({
    vm: exchangeCodec.vm,
    codec: exchangeCodec,
    address: () => Promise.resolve(exchangeCodec.normalizeAddress(String(accountIndex))),
    read: (item) => {
      const data = readActionData(item);
      return (data?.chainId ?? chainId) === chainId ? data : undefined;
    },
    effects: ({ action }, { id }) =>
      transferEffects(effectsContext, { action, isSend: id === 'send' }),
    signDigest: (digest) => signDigest(signer, digest),
    submit: ({ action: { transfer, fault } }, { signal, now = machineTime }) => {
      if (transfer === undefined)
        throw new PortageError('WALLET_ERROR', { message: `The step holds ${fault}.` });
      return submitTransfer({ ...submitContext, clock: { ...clock, now } }, transfer, signal);
    },
    confirm: async (
      submission,
      { signal, onCompared, now = machineTime },
      { action: { transfer } },
    ) => {
      if (submission.type !== 'transaction') return;
      let comparison = submission.comparison;
      const compare = (found: ExchangeTransaction): void => {
        if (comparison !== undefined || transfer === undefined) return;
        comparison = compareTransfer(transfer, found);
        onCompared?.(comparison);
      };
      const timed = { ...clock, now };
      await confirmTransfer({ api, clock: timed, pollMs, sent, compare }, submission.txId, signal);
    },
  });
}
