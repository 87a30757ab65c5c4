import { depositoryProgram } from '@portage/contracts/solana';
import { beforeEach, describe, expect, it } from 'vitest';
import { solanaCodec } from '../../src/codec.js';
import {
  depositoryDomain,
  governDepository,
  programDataAddress,
  programs,
  readDepositoryConfig,
  type DepositoryConfig,
  type GovernAction,
} from '../../src/program/index.js';
import { signerOf, type Cluster } from './createCluster.js';
import {
  addresses,
  chainId,
  createPrograms,
  depository,
  executionOf,
  govern,
  initialization,
  must,
  people,
  requestOf,
  sol,
  withKey,
} from './createPrograms.js';

const { deployer, owner, guardian, allocator, stranger, solver } = people;
const hour = 3600n;

let cluster: Cluster;

function config(): DepositoryConfig {
  return readDepositoryConfig(cluster.data(addresses.config)!)!;
}

describe('initialize', () => {
  beforeEach(() => {
    cluster = createPrograms({ initialized: false });
  });

  it('says who rules, and keeps the vault alive', () => {
    must(cluster.send([initialization()], [deployer]));
    expect(config()).toMatchObject({
      owner: owner.address,
      allocator: allocator.address,
      guardian: guardian.address,
      vault: addresses.vault,
      chainId: BigInt(chainId),
      domain: depositoryDomain({ depository, chainId }),
      pendingOwner: sol,
      pendingAllocator: sol,
      depositsPaused: 0n,
    });
    expect(cluster.lamports(addresses.vault)).toBe(cluster.rent(0));
  });

  it('is done once', () => {
    must(cluster.send([initialization()], [deployer]));
    expect(cluster.send([initialization()], [deployer]).result).toBe('ALREADY_INITIALIZED');
  });

  it('is done though somebody sent lamports to both accounts before', () => {
    cluster.fund(addresses.config, 1n);
    cluster.fund(addresses.vault, 10_000_000n);
    must(cluster.send([initialization()], [deployer]));
    expect([cluster.owner(addresses.config), cluster.lamports(addresses.config)]).toEqual([
      depository,
      cluster.rent(296),
    ]);
    expect(cluster.lamports(addresses.vault)).toBe(10_000_000n);
  });

  it('is refused to everybody but the upgrade authority', () => {
    expect(cluster.send([initialization(stranger.address)], [stranger]).result).toBe(
      'UNAUTHORIZED',
    );
    expect(cluster.send([initialization(owner.address)], [owner]).result).toBe('UNAUTHORIZED');
    expect(
      cluster.send([withKey(initialization(), 1, { isSigner: false })], [stranger]).result,
    ).toBe('MISSING_SIGNATURE');
  });

  it("is refused on a lookalike of the loader's accounts", () => {
    const data = cluster.data(programDataAddress(depository))!.slice(0, 45);
    data.set(solanaCodec.encodeAddress(stranger.address), 13);
    const fake = signerOf('fake program data').address;
    cluster.setAccount(fake, programs.upgradeableLoader, data);
    expect(
      cluster.send([withKey(initialization(stranger.address), 4, { pubkey: fake })], [stranger])
        .result,
    ).toBe('ADDRESS');
    cluster.setAccount(fake, programs.system, data);
    expect(
      cluster.send([withKey(initialization(stranger.address), 4, { pubkey: fake })], [stranger])
        .result,
    ).toBe('OWNER');
    const program = signerOf('fake program').address;
    cluster.setAccount(
      program,
      programs.upgradeableLoader,
      Uint8Array.from([2, 0, 0, 0, ...solanaCodec.encodeAddress(fake)]),
    );
    expect(
      cluster.send(
        [
          withKey(withKey(initialization(stranger.address), 3, { pubkey: program }), 4, {
            pubkey: fake,
          }),
        ],
        [stranger],
      ).result,
    ).toBe('ADDRESS');
  });

  it('is refused once the program cannot be upgraded any more', () => {
    const address = programDataAddress(depository);
    const data = cluster.data(address)!.slice();
    data[12] = 0;
    cluster.setAccount(address, programs.upgradeableLoader, data);
    expect(cluster.send([initialization()], [deployer]).result).toBe('UNAUTHORIZED');
  });

  it('is refused with other accounts, nobody in a role, or other lengths', () => {
    for (const [index, expected] of [
      [0, 'ADDRESS'],
      [2, 'ADDRESS'],
      [3, 'ADDRESS'],
      [5, 'ADDRESS'],
    ] as const) {
      expect(
        cluster.send([withKey(initialization(), index, { pubkey: stranger.address })], [deployer])
          .result,
      ).toBe(expected);
    }
    const instruction = initialization();
    for (const at of [16, 48, 80]) {
      const data = instruction.data.slice();
      data.fill(0, at, at + 32);
      expect(cluster.send([{ ...instruction, data }], [deployer]).result).toBe('UNAUTHORIZED');
    }
    expect(
      cluster.send([{ ...instruction, data: instruction.data.subarray(0, 111) }], [deployer])
        .result,
    ).toBe('INSTRUCTION_DATA');
    expect(
      cluster.send([{ ...instruction, keys: instruction.keys.slice(0, 5) }], [deployer]).result,
    ).toBe('ACCOUNT_COUNT');
  });

  it('needs the bytes that the module names', () => {
    expect(
      Buffer.from(cluster.data(programDataAddress(depository))!.subarray(45)).toString('base64'),
    ).toBe(depositoryProgram.base64);
  });
});

describe('the powers', () => {
  beforeEach(() => {
    cluster = createPrograms();
    cluster.fund(addresses.vault, 10_000_000n);
  });

  const ofOwner: readonly GovernAction[] = [
    { type: 'transfer_ownership', named: stranger.address },
    { type: 'set_guardian', named: stranger.address },
    { type: 'propose_allocator', named: stranger.address },
    { type: 'apply_allocator' },
    { type: 'kill_allocator' },
    { type: 'unpause_deposits' },
    { type: 'unpause_withdrawals' },
    { type: 'propose_limit', token: sol, capacity: 1n, window: 1n },
    { type: 'apply_limit', token: sol },
  ];
  const ofGuardian: readonly GovernAction[] = [
    { type: 'pause_deposits' },
    { type: 'pause_withdrawals', seconds: 60n },
    { type: 'lower_limit', token: sol, capacity: 1n, window: 1n },
  ];

  it.each([
    ...ofOwner.map((action) => ({ action, holder: owner })),
    ...ofGuardian.map((action) => ({ action, holder: guardian })),
  ])('of $action.type are one role’s', ({ action, holder }) => {
    for (const other of [owner, guardian, allocator, stranger, deployer]) {
      if (other !== holder) expect(govern(cluster, other, action).result).toBe('UNAUTHORIZED');
    }
    const unsigned = withKey(governDepository({ depository, signer: holder.address, action }), 1, {
      isSigner: false,
    });
    expect(cluster.send([unsigned], [stranger]).result).toBe('MISSING_SIGNATURE');
    const fixed = withKey(governDepository({ depository, signer: holder.address, action }), 0, {
      isWritable: false,
    });
    expect(cluster.send([fixed], [holder]).result).toBe('NOT_WRITABLE');
    const own = governDepository({ depository, signer: holder.address, action });
    for (const keys of [own.keys.slice(0, 1), [...own.keys, own.keys[0]!], []])
      expect(cluster.send([{ ...own, keys }], [holder]).result).toBe('ACCOUNT_COUNT');
    expect(
      cluster.send([{ ...own, data: Uint8Array.from([...own.data, 0]) }], [holder]).result,
    ).toBe('INSTRUCTION_DATA');
    if (own.data.length > 8)
      expect(cluster.send([{ ...own, data: own.data.subarray(0, -1) }], [holder]).result).toBe(
        'INSTRUCTION_DATA',
      );
  });

  it('name nobody', () => {
    for (const type of ['transfer_ownership', 'set_guardian', 'propose_allocator'] as const)
      expect(govern(cluster, owner, { type, named: sol }).result).toBe('ADDRESS');
  });

  it('of the owner go over in two steps', () => {
    expect(govern(cluster, stranger, { type: 'accept_ownership' }).result).toBe('UNAUTHORIZED');
    must(govern(cluster, owner, { type: 'transfer_ownership', named: stranger.address }));
    expect(govern(cluster, owner, { type: 'accept_ownership' }).result).toBe('UNAUTHORIZED');
    must(govern(cluster, stranger, { type: 'accept_ownership' }));
    expect(config()).toMatchObject({ owner: stranger.address, pendingOwner: sol });
    expect(govern(cluster, owner, { type: 'kill_allocator' }).result).toBe('UNAUTHORIZED');
    expect(govern(cluster, stranger, { type: 'accept_ownership' }).result).toBe('UNAUTHORIZED');
  });

  it('change the allocator after 48 hours and remove it at once', () => {
    expect(govern(cluster, owner, { type: 'apply_allocator' }).result).toBe('UNAUTHORIZED');
    must(govern(cluster, owner, { type: 'propose_allocator', named: stranger.address }));
    cluster.setTime(cluster.now + 48n * hour - 1n);
    expect(govern(cluster, owner, { type: 'apply_allocator' }).result).toBe('TOO_EARLY');
    cluster.setTime(cluster.now + 48n * hour);
    for (const other of [stranger, guardian, allocator])
      expect(govern(cluster, other, { type: 'apply_allocator' }).result).toBe('UNAUTHORIZED');
    must(govern(cluster, owner, { type: 'apply_allocator' }));
    const request = requestOf(cluster, { expiration: cluster.now + 48n * hour + 60n });
    expect(cluster.send(executionOf(request), [solver]).result).toBe('SIGNATURE');
    must(cluster.send(executionOf(request, { signer: stranger }), [solver]));
    must(govern(cluster, owner, { type: 'propose_allocator', named: allocator.address }));
    must(govern(cluster, owner, { type: 'kill_allocator' }));
    expect(config()).toMatchObject({ allocator: sol, pendingAllocator: sol });
    expect(govern(cluster, owner, { type: 'apply_allocator' }).result).toBe('UNAUTHORIZED');
  });

  it('pause withdrawals for 72 hours at most, with a day between two pauses', () => {
    expect(
      govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 72n * hour + 1n }).result,
    ).toBe('INSTRUCTION_DATA');
    expect(
      govern(cluster, guardian, { type: 'pause_withdrawals', seconds: (1n << 64n) - 1n }).result,
    ).toBe('INSTRUCTION_DATA');
    must(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 72n * hour }));
    expect(cluster.send(executionOf(requestOf(cluster)), [solver]).result).toBe('PAUSED');
    const end = cluster.now + 72n * hour;
    cluster.setTime(end);
    must(cluster.send(executionOf(requestOf(cluster, { expiration: end })), [solver]));
    cluster.setTime(end + 24n * hour - 1n);
    expect(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 1n }).result).toBe(
      'TOO_EARLY',
    );
    cluster.setTime(end + 24n * hour);
    must(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 1n }));
  });

  it('end a pause of withdrawals, and keep the day between two', () => {
    must(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 72n * hour }));
    must(govern(cluster, owner, { type: 'unpause_withdrawals' }));
    must(cluster.send(executionOf(requestOf(cluster)), [solver]));
    expect(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 1n }).result).toBe(
      'TOO_EARLY',
    );
    cluster.setTime(cluster.now + 24n * hour);
    must(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 1n }));
  });

  it('end no pause that is over, so they cannot put off the next', () => {
    must(govern(cluster, owner, { type: 'unpause_withdrawals' }));
    must(govern(cluster, guardian, { type: 'pause_withdrawals', seconds: 1n }));
  });

  it('are not those of another config', () => {
    const copy = signerOf('copy').address;
    cluster.setAccount(copy, depository, cluster.data(addresses.config)!);
    const instruction = governDepository({
      depository,
      signer: owner.address,
      action: { type: 'kill_allocator' },
    });
    expect(cluster.send([withKey(instruction, 0, { pubkey: copy })], [owner]).result).toBe(
      'ADDRESS',
    );
    expect(
      cluster.send([withKey(instruction, 0, { pubkey: addresses.vault })], [owner]).result,
    ).toBe('NOT_INITIALIZED');
  });
});
