import {
  depositoryProgram,
  fillerProgram,
  programBytes,
  type SolanaProgram,
} from '@portage/contracts/solana';
import { describe, expect, it } from 'vitest';
import { solanaCodec } from '../../src/codec.js';
import {
  deposit,
  depositoryAddresses,
  depositoryDomain,
  executeTransfer,
  fill,
  initializeDepository,
  openOutflowLimit,
  programDataAddress,
  programs,
  transferDigest,
} from '../../src/program/index.js';
import { concatBytes } from '../../src/transaction/bytes.js';
import type { Instruction } from '../../src/transaction/instruction.js';
import { createCluster, signerOf, type Cluster, type Outcome } from './createCluster.js';
import { defaultLimit, id, must, people, requestOf, sol } from './createPrograms.js';
import { createToken } from './createTokens.js';

const { deployer, user, solver } = people;

/**
 * Deploys as deploying tools do: the loader verifies the bytes by its rules of today, stricter than
 * those for old programs.
 */
function deploy(cluster: Cluster, address: string, bytes: Uint8Array): Outcome {
  const buffer = signerOf(`buffer of ${address}`).address;
  const authority = solanaCodec.encodeAddress(deployer.address);
  cluster.setAccount(
    buffer,
    programs.upgradeableLoader,
    concatBytes([Uint8Array.of(1, 0, 0, 0, 1), authority, bytes]),
  );
  cluster.setAccount(address, programs.upgradeableLoader, new Uint8Array(36));
  const meta = (
    pubkey: string,
    isWritable: boolean,
    isSigner = false,
  ): Instruction['keys'][number] => ({ pubkey, isSigner, isWritable });
  const data = new Uint8Array(12);
  data[0] = 2;
  new DataView(data.buffer).setBigUint64(4, BigInt(bytes.length), true);
  const keys = [
    meta(deployer.address, true, true),
    meta(programDataAddress(address), true),
    meta(address, true),
    meta(buffer, true),
    meta('SysvarRent111111111111111111111111111111111', false),
    meta('SysvarC1ock11111111111111111111111111111111', false),
    meta(programs.system, false),
    meta(deployer.address, false, true),
  ];
  return cluster.send([{ programId: programs.upgradeableLoader, keys, data }], [deployer]);
}

function fundedCluster(features: 'usual' | 'all' = 'usual'): Cluster {
  const cluster = createCluster(features);
  for (const { address } of Object.values(people)) cluster.fund(address, 100_000_000_000n);
  return cluster;
}

/** Gives the power to upgrade up, for good. */
function finalize(cluster: Cluster, address: string): Outcome {
  const keys = [
    { pubkey: programDataAddress(address), isSigner: false, isWritable: true },
    { pubkey: deployer.address, isSigner: true, isWritable: false },
  ];
  return cluster.send(
    [{ programId: programs.upgradeableLoader, keys, data: Uint8Array.of(4, 0, 0, 0) }],
    [deployer],
  );
}

/**
 * Offset at which the code begins: behind the headers and the constants, which the first segment
 * tells.
 */
function codeStart(bytes: Buffer): number {
  return Number(bytes.readBigUInt64LE(64 + 56 + 8));
}

describe.each(['usual', 'all'] as const)('the upgradeable loader, with %s features', (features) => {
  it.each([
    ['depository', depositoryProgram],
    ['filler', fillerProgram],
  ])(
    'accepts the %s, and refuses it damaged or as an older version',
    (name, program: SolanaProgram) => {
      const { address } = signerOf(name);
      const bytes = Buffer.from(programBytes(program));
      must(deploy(fundedCluster(features), address, bytes));
      const changed = (change: (copy: Buffer) => void): Buffer => {
        const copy = Buffer.from(bytes);
        change(copy);
        return copy;
      };
      const damaged = [
        changed((copy) => copy.writeUInt8(0xff, codeStart(copy))),
        changed((copy) => copy.writeUInt32LE(0, 48)),
        changed((copy) => copy.writeBigUInt64LE(0n, 24)),
        bytes.subarray(0, -8),
      ];
      for (const copy of damaged)
        expect(deploy(fundedCluster(features), address, copy).result).toMatch(/InvalidAccountData/);
    },
  );

  it('runs both at any address, and lets nobody change them afterwards', () => {
    const cluster = fundedCluster(features);
    const depository = signerOf('depository').address;
    const filler = signerOf('filler').address;
    must(deploy(cluster, depository, programBytes(depositoryProgram)));
    must(deploy(cluster, filler, programBytes(fillerProgram)));
    cluster.nextSlot();
    const roles = {
      owner: user.address,
      allocator: people.allocator.address,
      guardian: user.address,
    };
    must(
      cluster.send(
        [
          initializeDepository({
            depository,
            authority: deployer.address,
            chainId: 1,
            defaultLimit,
            ...roles,
          }),
        ],
        [deployer],
      ),
    );
    for (const program of [depository, filler]) must(finalize(cluster, program));
    expect(cluster.data(programDataAddress(depository))![12]).toBe(0);
    const { vault } = depositoryAddresses(depository);
    const mint = signerOf('mint').address;
    const token = createToken(cluster, mint);
    for (const owner of [user.address, solver.address, vault]) token.hold(owner, 5_000_000n);
    const paid = {
      depository,
      sender: user.address,
      depositor: user.address,
      amount: 1_000_000n,
      id: id(1),
    };
    const tokenProgram = programs.token;
    must(cluster.send([deposit({ ...paid, currency: sol })], [user]));
    must(cluster.send([deposit({ ...paid, currency: mint, tokenProgram })], [user]));
    const payment = {
      filler,
      solver: solver.address,
      recipient: user.address,
      amount: 1_000_000n,
      deadline: cluster.time(),
    };
    must(cluster.send([fill({ ...payment, currency: sol, order: id(1) })], [solver]));
    must(
      cluster.send([fill({ ...payment, currency: mint, tokenProgram, order: id(2) })], [solver]),
    );
    expect(cluster.send([fill({ ...payment, currency: sol, order: id(2) })], [solver]).result).toBe(
      'ALREADY_FILLED',
    );
    const request = {
      ...requestOf(cluster),
      domain: depositoryDomain({ depository, chainId: 1 }),
      vault,
      expiration: cluster.time(),
    };
    for (const [index, currency] of [sol, mint].entries()) {
      const limit = openOutflowLimit(solver.address, { depository, token: currency });
      must(cluster.send([limit], [solver]));
      const asked = { ...request, token: currency, nonce: id(index + 1) };
      const signature = people.allocator.sign(transferDigest(asked));
      must(
        cluster.send(
          executeTransfer({
            depository,
            request: asked,
            executor: solver.address,
            allocator: people.allocator.address,
            signature,
            tokenProgram,
          }),
          [solver],
        ),
      );
    }
    expect([cluster.lamports(vault), token.balance(vault), token.balance(user.address)]).toEqual([
      cluster.rent(0),
      5_000_000n,
      6_000_000n,
    ]);
  });
});
