import type { Clock } from '@portage/core';
import type { RereadPlace } from '@portage/core/plugin';
import type { Queryable } from '@portage/database';
import { readAssetFaults, writeAssetFaults, type AssetFault } from './assetFaults.js';
import {
  clearBurnedGas,
  readBurnedByChain,
  type BurnedOnChain,
} from '../transactions/outbox/readBurnedGas.js';
import { findUnknownTransactions } from './findUnknownTransactions.js';
import type { KnownProgress } from './filterCanonical.js';
import {
  clearHalt,
  haltChain,
  haltChains,
  readClearedHalts,
  readHalts,
  type ClearedHalt,
  type Halt,
} from './haltChain.js';
import { readRereadHeight, writeRereadHeight } from './rereadHeight.js';
import { createOpenWork, type OpenWork } from './openWork.js';
import { readBacklog, type ChainBacklog } from './readBacklog.js';
import { readShared, type NewReading, type StoredReading, writeShared } from './sharedReadings.js';
import { readChain, readProgress, type ChainState } from './readChain.js';

/** Chains as they are known: how far, and whether they are halted. */
export interface ChainRecords {
  /**
   * Height up to which the events of a chain are written; undefined before the first step. A
   * transaction hands itself over: it must not wait for another connection.
   */
  progress(chainId: number, tx?: Queryable): Promise<KnownProgress | undefined>;
  /** Known blocks of a chain, newest first, with what it waits for. */
  read(chainId: number): Promise<ChainState>;
  /** Nothing is spent on or because of the chain until an operator clears the halt. */
  halt(chainId: number, reason: string): Promise<void>;
  /** Halts several chains for one reason; those that were not halted before. */
  haltAll(chainIds: readonly number[], reason: string): Promise<readonly number[]>;
  /** Chains that are halted. */
  halts(): Promise<readonly Halt[]>;
  /**
   * Lets a chain go on and ends the limits of its circuit breakers; the reasons of both, or
   * undefined where there were none.
   */
  clearHalt(chainId: number, reason: string): Promise<string | undefined>;
  /** Halts that were cleared, newest first; at most a hundred. */
  clearedHalts(): Promise<readonly ClearedHalt[]>;
  /** Currencies that are not quoted for now, whatever becomes of their chains. */
  assetFaults(): Promise<readonly AssetFault[]>;
  /** Notes all faults of one kind on a chain, reasons by currency; any other one has ended. */
  setAssetFaults(
    kind: Pick<AssetFault, 'chainId' | 'kind'>,
    reasons: ReadonlyMap<string, string>,
  ): Promise<void>;
  /**
   * Gas that strangers' reverted calls burned within the last hour, since the last clearance;
   * chains without any are left out.
   */
  burnedGas(): Promise<readonly BurnedOnChain[]>;
  /** Counts burned gas of a chain from now on only; what is no longer counted. */
  clearBurnedGas(chainId: number, reason: string): Promise<bigint>;
  /** Transactions with an event of ours that nothing in the database tells of. */
  unknownTransactions(chainId: number, places: readonly RereadPlace[]): Promise<readonly string[]>;
  /** First block that is still to be read a second time; undefined before the first reading. */
  rereadHeight(chainId: number): Promise<number | undefined>;
  /** Keeps the first block that is still to be read a second time. */
  setRereadHeight(chainId: number, height: number): Promise<void>;
  /**
   * Shares readings of chains with other processes, those of a chain unless another worker did less
   * than `everyMs` milliseconds ago.
   */
  shareReadings(readings: readonly NewReading[], everyMs: number): Promise<void>;
  /** Readings of all chains that workers shared. */
  sharedReadings(): Promise<readonly StoredReading[]>;
  /**
   * Work that is open on any chain, as it was a quarter of a second ago at the most: those who look
   * for it from time to time ask this first.
   */
  openWork(): Promise<OpenWork>;
  /** Waiting work by chain; chains for which nothing waits are left out. */
  backlog(): Promise<readonly ChainBacklog[]>;
}

/** Makes the verbs of chains. */
export function createChainRecords(database: Queryable, clock: Pick<Clock, 'now'>): ChainRecords {
  return {
    progress: (chainId, tx) => readProgress(tx ?? database, chainId),
    read: (chainId) => readChain(database, chainId),
    halt: (chainId, reason) => haltChain(database, chainId, reason),
    haltAll: (chainIds, reason) => haltChains(database, chainIds, reason),
    halts: () => readHalts(database),
    clearHalt: (chainId, reason) => clearHalt(database, chainId, reason),
    clearedHalts: () => readClearedHalts(database),
    assetFaults: () => readAssetFaults(database),
    setAssetFaults: (kind, reasons) => writeAssetFaults(database, kind, reasons),
    burnedGas: () => readBurnedByChain(database),
    clearBurnedGas: (chainId, reason) => clearBurnedGas(database, chainId, reason),
    unknownTransactions: (chainId, places) => findUnknownTransactions(database, chainId, places),
    rereadHeight: (chainId) => readRereadHeight(database, chainId),
    setRereadHeight: (chainId, height) => writeRereadHeight(database, chainId, height),
    shareReadings: (readings, everyMs) => writeShared(database, readings, everyMs),
    sharedReadings: () => readShared(database),
    openWork: createOpenWork(database, clock),
    backlog: () => readBacklog(database),
  };
}
