import { isPortageError, PortageError } from '@portage/core';
import { z } from 'zod';
import { openLineFile, type LineFile } from '../allocator/lineFile.js';
import type { CreatedName, DepositoryArguments } from './contractSet.js';

/** Transactions of a deployment, in their order. */
export const stepNames = [
  'factory-funds',
  'Depository',
  'Filler',
  'Router',
  'DepositAddresses',
] as const satisfies readonly (CreatedName | 'factory-funds')[];

/** A transaction that a deployment signs. */
export type StepName = (typeof stepNames)[number];

const hex = z.templateLiteral(['0x', z.string()]);
const amount = z.string().regex(/^\d+$/).transform(BigInt);
const limit = z.strictObject({ capacity: amount, window: z.number() });

const argumentsRecord = z.strictObject({
  kind: z.literal('arguments'),
  chainId: z.number(),
  salt: hex,
  depository: z.strictObject({
    owner: hex,
    allocator: hex,
    guardian: hex,
    reclaimDelay: amount,
    defaultLimit: limit,
    limits: z.array(z.strictObject({ token: hex, asset: z.string(), limit })),
  }),
});

const signedRecord = z.strictObject({
  kind: z.literal('signed'),
  chainId: z.number(),
  step: z.enum(stepNames),
  sender: hex,
  nonce: z.number(),
  hash: hex,
  raw: hex,
  maxFeePerGas: amount,
  maxPriorityFeePerGas: amount,
});

const minedRecord = z.strictObject({
  kind: z.literal('mined'),
  chainId: z.number(),
  step: z.enum(stepNames),
  hash: hex,
  block: z.number(),
});

const record = z.discriminatedUnion('kind', [argumentsRecord, signedRecord, minedRecord]);

/** Arguments that a chain's contracts were planned with; they never change any more. */
export interface RecordedArguments {
  readonly kind: 'arguments';
  readonly chainId: number;
  readonly salt: `0x${string}`;
  readonly depository: DepositoryArguments;
}

/** Signed bytes, on disk before they are sent. */
export type SignedStep = z.output<typeof signedRecord>;

/** A transaction that a block has. */
export type MinedStep = z.output<typeof minedRecord>;

/** Record of a deployment: arguments, signed bytes, or a transaction that a block has. */
export type DeployRecord = RecordedArguments | SignedStep | MinedStep;

/** Records of a deployment. */
export interface DeployJournal {
  readonly records: readonly DeployRecord[];
  /** Adds a record, on disk once this resolves. */
  add(added: DeployRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the journal of deployments, and makes it where there is none. Half a line at its end is cut
 * off: what it told of was never sent.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a line that is no record
 */
export async function openDeployJournal(path: string): Promise<DeployJournal> {
  const file: LineFile = await openLineFile(path);
  try {
    const records = file.lines.map((line, index) =>
      readRecord(line, `${path}:${String(index + 1)}`),
    );
    return {
      records,
      add: async (added) => {
        await file.append(JSON.stringify(added, (_, value: unknown) => plain(value)));
        records.push(added);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a journal that may not be there, and changes nothing. */
export function readDeployRecords(text: string, path: string): readonly DeployRecord[] {
  const whole = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  return whole.map((line, index) => readRecord(line, `${path}:${String(index + 1)}`));
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function readRecord(line: string, place: string): DeployRecord {
  try {
    return record.parse(JSON.parse(line));
  } catch (cause) {
    if (isPortageError(cause)) throw cause;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${place} is no record of a deployment.`,
      hint: 'Put the file back as it was: it keeps a second deployment from being sent.',
      cause,
    });
  }
}

/** Arguments that were recorded for a chain. */
export function argumentsIn(
  records: readonly DeployRecord[],
  chainId: number,
): RecordedArguments | undefined {
  for (const each of records)
    if (each.kind === 'arguments' && each.chainId === chainId) return each;
  return undefined;
}
