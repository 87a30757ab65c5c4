import { PortageError } from '@portage/core';
import { z } from 'zod';
import { openLineFile } from '../../allocator/lineFile.js';

const digits = z.string().regex(/^\d+$/).transform(BigInt);

const argumentsRecord = z.strictObject({
  kind: z.literal('arguments'),
  chainId: z.number(),
  deployer: z.string(),
  salt: z.string(),
  owner: z.string(),
  guardian: z.string(),
  allocator: z.string(),
  upgradeAuthority: z.string().nullable(),
  capacity: digits,
  window: digits,
});

const signedRecord = z.strictObject({
  kind: z.literal('signed'),
  chainId: z.number(),
  step: z.string(),
  deployer: z.string(),
  signature: z.string(),
  raw: z.string(),
  lastValidBlockHeight: z.number(),
});

const record = z.discriminatedUnion('kind', [argumentsRecord, signedRecord]);

/** Arguments that a cluster's programs were begun with; they never change any more. */
export type SolanaArguments = z.output<typeof argumentsRecord>;

/** Signed bytes, on disk before they are sent. */
export type SignedSolanaStep = z.output<typeof signedRecord>;

/** Record of a deployment. */
export type SolanaRecord = SolanaArguments | SignedSolanaStep;

/** Records of deployments on clusters. */
export interface SolanaJournal {
  readonly records: readonly SolanaRecord[];
  /** Adds a record, on disk once this resolves; calls may overlap. */
  add(added: SolanaRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the journal of deployments, and makes it where there is none. Half a line at its end is cut
 * off: what it told of was never sent.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a line that is no record
 */
export async function openSolanaJournal(path: string): Promise<SolanaJournal> {
  const file = await openLineFile(path);
  let last: Promise<void> = Promise.resolve();
  try {
    const records = file.lines.map((line, index) => readRecord(line, path, index));
    return {
      records,
      add: (added) => {
        last = last.then(async () => {
          const text = JSON.stringify(added, (_, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          );
          await file.append(text);
          records.push(added);
        });
        return last;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads a journal that may not be there, and changes nothing. */
export function readSolanaRecords(text: string, path: string): readonly SolanaRecord[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.slice(0, -1).map((line, index) => readRecord(line, path, index));
}

/** Arguments that were recorded for a chain. */
export function solanaArgumentsIn(
  records: readonly SolanaRecord[],
  chainId: number,
): SolanaArguments | undefined {
  return records.find(
    (each): each is SolanaArguments => each.kind === 'arguments' && each.chainId === chainId,
  );
}

function readRecord(line: string, path: string, index: number): SolanaRecord {
  try {
    return record.parse(JSON.parse(line));
  } catch (cause) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${path}:${String(index + 1)} is no record of a deployment.`,
      hint: 'Put the file back as it was: it keeps a second deployment from being sent.',
      cause,
    });
  }
}
