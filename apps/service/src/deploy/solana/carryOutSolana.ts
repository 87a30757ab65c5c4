import { assert, PortageError } from '@portage/core';
import {
  bufferHeaderBytes,
  deployBuffer,
  initializeBuffer,
  makeSeeded,
  nameUpgradeAuthority,
  programAccountBytes,
  writeBuffer,
  type Chunk,
} from '@portage/solana-chain';
import { initializeDepository } from '@portage/solana/program';
import { chunkBytes, unitsMax, type SolanaPlan } from './planSolana.js';
import type { PlannedProgram } from './programSet.js';
import { readCluster, type FoundProgram, type FoundPrograms } from './readCluster.js';
import { sendSolanaStep, type SolanaSending } from './sendSolanaStep.js';

/** Chunks that are under way at once. */
const parallelMax = 8;
/** Times that a buffer is compared with its bytes before the deployment fails. */
const roundsMax = 5;
const pollMs = 500;
/** Looks for the final state: some four minutes. */
const looksMax = 480;

/**
 * Deploys what a cluster lacks: buffer, chunks, program, then the depository's roles, and gives the
 * power over the programs away at the end. What the cluster shows is not sent again.
 *
 * @returns programs as they are final
 * @throws PortageError `SERVICE_UNAVAILABLE` where the cluster refuses
 */
export async function carryOutSolana(
  plan: SolanaPlan,
  sending: SolanaSending,
): Promise<FoundPrograms> {
  for (const program of plan.planned) await loadProgram(program, plan, sending);
  await initialize(plan, sending);
  for (const program of plan.planned) await nameAuthority(program, plan, sending);
  return untilFinal(plan, sending);
}

async function loadProgram(
  program: PlannedProgram,
  plan: SolanaPlan,
  sending: SolanaSending,
): Promise<void> {
  const { name, address, seed, buffer, bytes } = program;
  const { key, cluster } = sending;
  const look = (): Promise<FoundProgram> => foundOf(name, plan, sending);
  const isThere = async (): Promise<boolean> => (await look()).loaded !== undefined;
  if (await isThere()) return;
  await openBuffer(program, look, sending);
  await fillBuffer(program, look, sending);
  const account = { base: key.address, seed };
  const [taken] = await cluster.accounts([address]);
  const rent = await cluster.rent(programAccountBytes);
  const lamports = missing(rent, taken?.lamports);
  await sendSolanaStep(
    {
      name: `${name}-program`,
      units: unitsMax.load,
      instructions: [
        ...makeSeeded(account, { bytes: programAccountBytes, lamports }),
        deployBuffer({ address, authority: key.address, buffer, bytesMax: bytes.length }),
      ],
      isDone: isThere,
    },
    sending,
  );
}

async function openBuffer(
  { name, buffer, bufferSeed, bytes }: PlannedProgram,
  look: () => Promise<FoundProgram>,
  sending: SolanaSending,
): Promise<void> {
  const { key, cluster } = sending;
  const size = bufferHeaderBytes + bytes.length;
  const lamports = missing(await cluster.rent(size), (await look()).bufferLamports);
  await sendSolanaStep(
    {
      name: `${name}-buffer`,
      units: unitsMax.write,
      instructions: [
        ...makeSeeded({ base: key.address, seed: bufferSeed }, { bytes: size, lamports }),
        initializeBuffer({ address: buffer, authority: key.address }),
      ],
      isDone: async () => (await look()).written !== undefined,
    },
    sending,
  );
}

/** Writes what a buffer lacks, some chunks at once; an endpoint may be behind with its bytes. */
async function fillBuffer(
  { name, buffer, bytes }: PlannedProgram,
  look: () => Promise<FoundProgram>,
  sending: SolanaSending,
): Promise<void> {
  const place = { address: buffer, authority: sending.key.address };
  for (let round = 0; round < roundsMax; round += 1) {
    const open = missingChunks(bytes, (await look()).written);
    if (open.length === 0) return;
    const write = async (): Promise<void> => {
      for (let chunk = open.shift(); chunk !== undefined; chunk = open.shift())
        await sendSolanaStep(
          {
            name: `${name}-chunk-${String(chunk.offset)}`,
            units: unitsMax.write,
            instructions: [writeBuffer(place, chunk)],
          },
          sending,
        );
    };
    await Promise.all(Array.from({ length: parallelMax }, write));
  }
  if (missingChunks(bytes, (await look()).written).length === 0) return;
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `${sending.chain.slug} does not show what was written to the buffer ${buffer}.`,
    hint: 'Run the same command again, by an endpoint that is not behind.',
  });
}

/** Chunks whose bytes a buffer does not have. Pure. */
export function missingChunks(bytes: Uint8Array, written: Uint8Array | undefined): Chunk[] {
  const chunks: Chunk[] = [];
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    const chunk = bytes.subarray(offset, offset + chunkBytes);
    const isThere = chunk.every((byte, index) => (written?.[offset + index] ?? 0) === byte);
    if (!isThere) chunks.push({ offset, bytes: chunk });
  }
  return chunks;
}

async function initialize(plan: SolanaPlan, sending: SolanaSending): Promise<void> {
  const { chainId, deployer, owner, allocator, guardian, capacity, window } = plan.programs;
  const depository = plan.planned.find(({ name }) => name === 'depository');
  assert(depository !== undefined, 'a depository is planned');
  await sendSolanaStep(
    {
      name: 'depository-initialize',
      units: unitsMax.initialize,
      instructions: [
        initializeDepository({
          depository: depository.address,
          authority: deployer,
          chainId,
          owner,
          allocator,
          guardian,
          defaultLimit: { capacity, window },
        }),
      ],
      isDone: async () => (await readCluster(sending.cluster, plan.planned)).config !== undefined,
    },
    sending,
  );
}

async function nameAuthority(
  { name, address }: PlannedProgram,
  plan: SolanaPlan,
  sending: SolanaSending,
): Promise<void> {
  const { upgradeAuthority, deployer } = plan.programs;
  await sendSolanaStep(
    {
      name: `${name}-authority`,
      units: unitsMax.load,
      instructions: [nameUpgradeAuthority({ address, authority: deployer }, upgradeAuthority)],
      isDone: async () =>
        (await foundOf(name, plan, sending)).loaded?.authority === upgradeAuthority,
    },
    sending,
  );
}

/** Waits until what was sent can no longer be taken back. */
async function untilFinal(
  { planned, programs, chain }: SolanaPlan,
  { cluster, clock, signal }: SolanaSending,
): Promise<FoundPrograms> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const found = await readCluster(cluster, planned, true);
    const isDone =
      found.config !== undefined &&
      found.programs.every(({ loaded }) => loaded?.authority === programs.upgradeAuthority);
    if (isDone) return found;
    await clock.sleep(pollMs, signal);
  }
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `${chain.slug} has not finalized the programs yet.`,
    hint: 'Run the same command again: it waits, and sends nothing twice.',
  });
}

async function foundOf(
  name: PlannedProgram['name'],
  { planned }: SolanaPlan,
  { cluster }: SolanaSending,
): Promise<FoundProgram> {
  const { programs } = await readCluster(cluster, planned);
  const program = programs.find((each) => each.planned.name === name);
  assert(program !== undefined, 'a planned program is looked for');
  return program;
}

function missing(wanted: bigint, held = 0n): bigint {
  return held < wanted ? wanted - held : 0n;
}
