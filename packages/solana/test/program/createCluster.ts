import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { base58 } from '@scure/base';
import { loadedProgram, type SolanaProgram } from '@portage/contracts/solana';
import {
  Account,
  Clock,
  FailedTransactionMetadata,
  FeatureSet,
  InstructionErrorCustom,
  LiteSvm,
  TransactionErrorInstructionError,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { solanaCodec } from '../../src/codec.js';
import { programDataAddress, programError, programs } from '../../src/program/index.js';
import { concatBytes } from '../../src/transaction/bytes.js';
import { compileMessage } from '../../src/transaction/compileMessage.js';
import type { Instruction } from '../../src/transaction/instruction.js';

/** A key pair that is the same in every run. */
export interface Signer {
  readonly address: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** Outcome of a transaction: `ok`, or the name of our refusal, or what the runtime said. */
export interface Outcome {
  readonly result: string;
  readonly logs: readonly string[];
  readonly units: number;
}

/** The key pair of a name. */
export function signerOf(name: string): Signer {
  const secret = createHash('sha256').update(name).digest();
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: base58.encode(publicKey), sign: (message) => sign(null, message, key) };
}

/** Cluster that runs in this process, as a test drives it. */
export interface Cluster {
  readonly now: bigint;
  /** Time of the cluster's clock. */
  time(): bigint;
  setTime(unixSeconds: bigint): void;
  /** Goes to the next slot: a program runs from the slot after its deployment on. */
  nextSlot(): void;
  fund(address: string, lamports: bigint): void;
  setAccount(address: string, owner: string, data: Uint8Array, lamports?: bigint): void;
  load(program: SolanaProgram, upgradeAuthority: Uint8Array): void;
  lamports(address: string): bigint;
  data(address: string): Uint8Array | undefined;
  owner(address: string): string | undefined;
  rent(size: number): bigint;
  /** The first signer pays the fees. */
  send(instructions: readonly Instruction[], signers: readonly Signer[]): Outcome;
}

const genesisTime = 1_800_000_000n;

/**
 * A cluster with the standard programs, at a fixed time.
 *
 * @param features - of the runtime: those of the library, or every one that is planned
 */
export function createCluster(features: 'usual' | 'all' = 'usual'): Cluster {
  const svm = new LiteSvm();
  if (features === 'all') {
    svm.setFeatureSet(allFeatures());
    svm.setBuiltins();
    svm.setDefaultPrograms();
    svm.setPrecompiles();
  }
  const bytes = (address: string): Uint8Array => solanaCodec.encodeAddress(address);
  const setTime = (now: bigint): void => {
    const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = svm.getClock();
    svm.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, now));
  };
  setTime(genesisTime);
  const put = (
    address: string,
    owner: string,
    data: Uint8Array,
    lamports: bigint,
    executable = false,
  ): void => {
    svm.setAccount(bytes(address), new Account(lamports, data, bytes(owner), executable, 0n));
  };
  const rent = (size: number): bigint => svm.minimumBalanceForRentExemption(BigInt(size));
  return {
    now: genesisTime,
    time: () => svm.getClock().unixTimestamp,
    setTime,
    nextSlot: () => svm.warpToSlot(svm.getClock().slot + 1n),
    rent,
    fund: (address, lamports) => put(address, programs.system, new Uint8Array(), lamports),
    setAccount: (address, owner, data, lamports = rent(data.length)) =>
      put(address, owner, data, lamports),
    load: (program, upgradeAuthority) => {
      const programData = programDataAddress(program.address);
      const loaded = loadedProgram(program, { programData: bytes(programData), upgradeAuthority });
      put(
        programData,
        programs.upgradeableLoader,
        loaded.programData.data,
        rent(loaded.programData.data.length),
      );
      put(
        program.address,
        programs.upgradeableLoader,
        loaded.program.data,
        rent(loaded.program.data.length),
        true,
      );
    },
    lamports: (address) => svm.getBalance(bytes(address)) ?? 0n,
    data: (address) => svm.getAccount(bytes(address))?.data(),
    owner: (address) => {
      const owner = svm.getAccount(bytes(address))?.owner();
      return owner && base58.encode(owner);
    },
    send: (instructions, signers) => {
      svm.expireBlockhash();
      return readOutcome(
        svm.sendVersionedTransaction(signTransaction(instructions, signers, svm.latestBlockhash())),
      );
    },
  };
}

/**
 * All but the two that exist for the runtime's own tests and switch off what its standard programs
 * are made of.
 */
function allFeatures(): FeatureSet {
  const features = FeatureSet.allEnabled();
  for (const test of [
    'TestFeature11111111111111111111111111111111',
    'TestFeature21111111111111111111111111111111',
  ])
    features.deactivate(base58.decode(test));
  return features;
}

function signTransaction(
  instructions: readonly Instruction[],
  signers: readonly Signer[],
  blockhash: string,
): Uint8Array {
  const message = compileMessage({ feePayer: signers[0]!.address, blockhash, instructions });
  const signatures = message.signers.map((address) => {
    const signer = signers.find((candidate) => candidate.address === address);
    return signer === undefined ? new Uint8Array(64) : signer.sign(message.bytes);
  });
  return concatBytes([Uint8Array.of(signatures.length), ...signatures, message.bytes]);
}

function readOutcome(answer: TransactionMetadata | FailedTransactionMetadata): Outcome {
  if (!(answer instanceof FailedTransactionMetadata))
    return { result: 'ok', logs: answer.logs(), units: Number(answer.computeUnitsConsumed()) };
  const meta = answer.meta();
  const error = answer.err();
  const inner = error instanceof TransactionErrorInstructionError ? error.err() : undefined;
  const result =
    inner instanceof InstructionErrorCustom
      ? (programError(inner.code) ?? `Custom ${inner.code}`)
      : error.toString();
  return { result, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
}
