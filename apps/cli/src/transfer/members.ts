import { readFile } from 'node:fs/promises';
import { Money, type QuoteBody } from '@portage/sdk';
import { quoteBodySchema } from '@portage/core/schemas';
import type { TransferOptions } from '../options.js';
import { usageError } from '../usageError.js';

/** Decimals of `topupGasAmount`: 100000 is one dollar. @see docs/spec/quote.md#topupGasAmount */
const topupDecimals = 5;

/**
 * Decimals of `maxSubsidizationAmount`: 1000000 is one dollar.
 *
 * @see docs/spec/quote.md#maxSubsidizationAmount
 */
const usdDecimals = 6;

/**
 * Members of the request for the way of paying and for what is sent along.
 *
 * @throws InvalidArgumentError
 */
export async function readMembers(options: TransferOptions): Promise<Partial<QuoteBody>> {
  const { topup, subsidize } = options;
  return {
    ...defined({
      recipient: options.recipient,
      refundTo: options.refundTo,
      slippageTolerance: options.slippage,
      ttl: options.ttl,
      useDepositAddress: options.depositAddress,
      recoveryAddress: options.recoveryAddress,
      usePermit: options.permit,
      permitExpiry: options.permitExpiry,
      txs: options.txs === undefined ? undefined : await readTxs(options.txs),
      txsGasLimit: options.txsGasLimit,
      topupGas: topup === undefined ? undefined : true,
      topupGasAmount: typeof topup === 'string' ? readUsd(topup, topupDecimals) : undefined,
      appFees: options.appFee?.map(readAppFee),
      subsidizeFees: subsidize === undefined ? undefined : true,
      maxSubsidizationAmount:
        typeof subsidize === 'string' ? readUsd(subsidize, usdDecimals) : undefined,
    }),
    ...readSet(options.set ?? []),
  };
}

/** Members that have a value. */
function defined(members: {
  readonly [Name in keyof QuoteBody]?: QuoteBody[Name] | undefined;
}): Partial<QuoteBody> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

async function readTxs(path: string): Promise<QuoteBody['txs']> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) throw usageError(`The file "${path}" cannot be read.`);
  return checked(
    'txs',
    parseJson(text),
    `"${path}" is no list of calls, as in [{ "to": "0x…", "value": "0", "data": "0x…" }]; on Solana it has programId, keys and data`,
  ).txs;
}

function readAppFee(text: string): { readonly recipient: string; readonly fee: string } {
  const at = text.lastIndexOf('=');
  if (at < 1) throw usageError(`"${text}" is no app fee, as in 0x…=25 for 25 basis points.`);
  return { recipient: text.slice(0, at), fee: text.slice(at + 1) };
}

function readUsd(text: string, decimals: number): string {
  try {
    return Money.parse(text, decimals).toString();
  } catch {
    throw usageError(
      `"${text}" is no amount in USD with at most ${String(decimals)} decimals, as in 2.5.`,
    );
  }
}

/** Members by name. The service ignores unknown names, so a misspelled one is reported here. */
function readSet(texts: readonly string[]): Partial<QuoteBody> {
  return Object.assign(
    {},
    ...texts.map((text): Partial<QuoteBody> => {
      const at = text.indexOf('=');
      const name = text.slice(0, Math.max(at, 0));
      if (at < 1) throw usageError(`"${text}" is no member, as in useFallbacks=true.`);
      if (!isMember(name))
        throw usageError(
          `A quote request has no member "${name}". Members: ${Object.keys(quoteBodySchema.shape).join(', ')}.`,
        );
      const value = text.slice(at + 1);
      return checked(name, parseJson(value) ?? value, `"${text}" does not fit`);
    }),
  ) as Partial<QuoteBody>; // The assigned member is the one that was checked.
}

function isMember(name: string): name is keyof QuoteBody {
  return Object.hasOwn(quoteBodySchema.shape, name);
}

/** One member, checked by the service's own schema. @throws InvalidArgumentError */
function checked(name: keyof QuoteBody, value: unknown, fault: string): Partial<QuoteBody> {
  const result = quoteBodySchema.shape[name].safeParse(value);
  if (result.success) return { [name]: value };
  const [issue] = result.error.issues;
  const path = [name, ...(issue?.path ?? [])].join('.');
  throw usageError(`${fault}: ${path}: ${issue?.message ?? 'is wrong'}.`);
}

/** JSON value of a text; undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
