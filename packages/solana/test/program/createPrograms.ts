import { depositoryProgram, fillerProgram } from '@portage/contracts/solana';
import { solanaCodec } from '../../src/codec.js';
import {
  depositoryAddresses,
  depositoryDomain,
  executeTransfer,
  governDepository,
  initializeDepository,
  openOutflowLimit,
  transferDigest,
  unlimited,
  type LimitTerms,
  type DepositoryAddresses,
  type GovernAction,
  type TransferRequest,
} from '../../src/program/index.js';
import type { Instruction } from '../../src/transaction/instruction.js';
import {
  createCluster,
  signerOf,
  type Cluster,
  type Outcome,
  type Signer,
} from './createCluster.js';

/** Everybody has 100 SOL. */
export const people = {
  deployer: signerOf('deployer'),
  owner: signerOf('owner'),
  allocator: signerOf('allocator'),
  guardian: signerOf('guardian'),
  user: signerOf('user'),
  solver: signerOf('solver'),
  stranger: signerOf('stranger'),
} as const;

export const sol: string = solanaCodec.nativeCurrency;
export const depository: string = depositoryProgram.address;
export const filler: string = fillerProgram.address;
export const chainId = 792_703_809;
export const addresses: DepositoryAddresses = depositoryAddresses(depository);

/** Limit of tokens that have none of their own. */
export const defaultLimit: LimitTerms = { capacity: unlimited, window: 3_600n };

/** 32 bytes, all the same. */
export function id(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0').repeat(32)}`;
}

/** The instruction that makes the depository of these tests ready. */
export function initialization(authority: string = people.deployer.address): Instruction {
  return initializeDepository({
    depository,
    authority,
    chainId,
    owner: people.owner.address,
    allocator: people.allocator.address,
    guardian: people.guardian.address,
    defaultLimit,
  });
}

/** A cluster with both programs. The depository is initialised unless asked otherwise. */
export function createPrograms(options: { readonly initialized?: boolean } = {}): Cluster {
  const cluster = createCluster();
  for (const { address } of Object.values(people)) cluster.fund(address, 100_000_000_000n);
  for (const program of [depositoryProgram, fillerProgram])
    cluster.load(program, solanaCodec.encodeAddress(people.deployer.address));
  if (options.initialized !== false) {
    must(cluster.send([initialization()], [people.deployer]));
    for (const token of [sol, signerOf('mint').address]) openLimit(cluster, token);
  }
  return cluster;
}

/** Opens the limit of a token, as a service does when it starts. */
export function openLimit(cluster: Cluster, token: string): Outcome {
  const place = { depository, token };
  return must(cluster.send([openOutflowLimit(people.solver.address, place)], [people.solver]));
}

/** A request that lets SOL out to the user, changed where said. */
export function requestOf(
  cluster: Cluster,
  changes: Partial<TransferRequest> = {},
): TransferRequest {
  return {
    domain: depositoryDomain({ depository, chainId }),
    recipient: people.user.address,
    token: sol,
    amount: 1_000_000n,
    nonce: id(7),
    expiration: cluster.now + 300n,
    vault: addresses.vault,
    order: id(1),
    depositor: people.user.address,
    ...changes,
  };
}

/** The two instructions for it, sent by the solver. */
export function executionOf(
  request: TransferRequest,
  options: {
    readonly signer?: Signer;
    readonly tokenProgram?: string;
    readonly executor?: string;
  } = {},
): [Instruction, Instruction] {
  const { signer = people.allocator, tokenProgram, executor = people.solver.address } = options;
  const signature = signer.sign(transferDigest(request));
  return [
    ...executeTransfer(
      {
        depository,
        request,
        executor,
        allocator: signer.address,
        signature,
        ...(tokenProgram !== undefined && { tokenProgram }),
      },
      addresses,
    ),
  ];
}

/** An action of owner or guardian. */
export function govern(cluster: Cluster, signer: Signer, action: GovernAction): Outcome {
  return cluster.send([governDepository({ depository, signer: signer.address, action })], [signer]);
}

/** An instruction with one account changed. */
export function withKey(
  instruction: Instruction,
  index: number,
  change: Partial<Instruction['keys'][number]>,
): Instruction {
  return {
    ...instruction,
    keys: instruction.keys.map((key, place) => (place === index ? { ...key, ...change } : key)),
  };
}

/** Fails the test unless the transaction went through. */
export function must(outcome: Outcome): Outcome {
  if (outcome.result !== 'ok') throw new Error(`${outcome.result}\n${outcome.logs.join('\n')}`);
  return outcome;
}
