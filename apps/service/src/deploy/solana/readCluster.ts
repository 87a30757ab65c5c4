import {
  readBuffer,
  readLoaded,
  type AccountState,
  type Cluster,
  type LoadedProgram,
} from '@portage/solana-chain';
import {
  depositoryAddresses,
  readDepositoryConfig,
  type DepositoryConfig,
} from '@portage/solana/program';
import type { PlannedProgram } from './programSet.js';

/** A program as a cluster has it. */
export interface FoundProgram {
  readonly planned: PlannedProgram;
  readonly loaded: LoadedProgram | undefined;
  /** Whether an account is at its address. */
  readonly isTaken: boolean;
  /** Bytes that were written to its buffer. */
  readonly written: Uint8Array | undefined;
  /** Lamports of its buffer, or of what lies at the buffer's address. */
  readonly bufferLamports: bigint;
}

/** Programs and depository as a cluster has them. */
export interface FoundPrograms {
  readonly programs: readonly FoundProgram[];
  /** The depository's own account; undefined before it is initialised. */
  readonly config: DepositoryConfig | undefined;
}

/** Looks at the programs of a cluster. Sends nothing. */
export async function readCluster(
  cluster: Pick<Cluster, 'accounts'>,
  planned: readonly PlannedProgram[],
  isFinal = false,
): Promise<FoundPrograms> {
  const depository = planned.find(({ name }) => name === 'depository')?.address ?? '';
  const [config, ...accounts] = await cluster.accounts(
    [
      depositoryAddresses(depository).config,
      ...planned.flatMap(({ address, dataAddress, buffer }) => [address, dataAddress, buffer]),
    ],
    isFinal,
  );
  return {
    programs: planned.map((each, index) => found(each, accounts.slice(3 * index))),
    config: config?.owner === depository ? readDepositoryConfig(config.data) : undefined,
  };
}

function found(
  planned: PlannedProgram,
  [program, data, buffer]: readonly (AccountState | undefined)[],
): FoundProgram {
  return {
    planned,
    loaded: readLoaded(planned.address, program, data),
    isTaken: program !== undefined && program.data.length > 0,
    written: readBuffer(buffer)?.bytes,
    bufferLamports: buffer?.lamports ?? 0n,
  };
}
