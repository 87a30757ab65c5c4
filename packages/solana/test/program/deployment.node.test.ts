import { depositoryProgram, fillerProgram, programBytes, type SolanaProgram } from '@portage/contracts/solana';
import { describe, expect, it } from 'vitest';
import { solanaCodec } from '../../src/codec.js';
import { deposit, depositoryAddresses, fill, initializeDepository, programDataAddress, programs, type Fill } from '../../src/program/index.js';
import { concatBytes } from '../../src/transaction/bytes.js';
import type { Instruction } from '../../src/transaction/instruction.js';
import { createCluster, signerOf, type Cluster, type Outcome } from './createCluster.js';
import { id, must, people, SOL } from './createPrograms.js';

const { deployer, user, solver } = people;

/** Deploys as deploying tools do: the loader verifies the bytes by its rules of today, stricter than those for old programs. */
function deploy(cluster: Cluster, address: string, bytes: Uint8Array): Outcome {
  const buffer = signerOf(`buffer of ${address}`).address;
  const authority = solanaCodec.encodeAddress(deployer.address);
  cluster.setAccount(buffer, programs.upgradeableLoader, concatBytes([Uint8Array.of(1, 0, 0, 0, 1), authority, bytes]));
  cluster.setAccount(address, programs.upgradeableLoader, new Uint8Array(36));
  const meta = (pubkey: string, isWritable: boolean, isSigner = false): Instruction['keys'][number] => ({ pubkey, isSigner, isWritable });
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

function fundedCluster(): Cluster {
  const cluster = createCluster();
  for (const { address } of Object.values(people)) cluster.fund(address, 100_000_000_000n);
  return cluster;
}

describe('the upgradeable loader', () => {
  it.each([
    ['depository', depositoryProgram],
    ['filler', fillerProgram],
  ])('accepts the %s, and refuses it with a broken relocation', (name, program: SolanaProgram) => {
    const bytes = programBytes(program);
    must(deploy(fundedCluster(), signerOf(name).address, bytes));
    const broken = Buffer.from(bytes);
    const call = broken.indexOf('sol_invoke_signed_c');
    broken.write('sol_invoke_signed_x', call, 'latin1');
    expect(deploy(fundedCluster(), signerOf(name).address, broken).result).not.toBe('ok');
  });

  it('runs both at any address', () => {
    const cluster = fundedCluster();
    const depository = signerOf('depository').address;
    const filler = signerOf('filler').address;
    must(deploy(cluster, depository, programBytes(depositoryProgram)));
    must(deploy(cluster, filler, programBytes(fillerProgram)));
    cluster.nextSlot();
    const roles = { owner: user.address, allocator: user.address, guardian: user.address };
    must(cluster.send([initializeDepository({ depository, authority: deployer.address, chainId: 1, ...roles })], [deployer]));
    must(cluster.send([deposit({ depository, sender: user.address, depositor: user.address, currency: SOL, amount: 1_000_000n, id: id(1) })], [user]));
    expect(cluster.lamports(depositoryAddresses(depository).vault)).toBe(cluster.rent(0) + 1_000_000n);
    const payment: Fill = { filler, solver: solver.address, recipient: user.address, currency: SOL, amount: 1_000_000n, order: id(1), deadline: cluster.now };
    must(cluster.send([fill(payment)], [solver]));
    expect(cluster.send([fill(payment)], [solver]).result).toBe('ALREADY_FILLED');
  });
});
