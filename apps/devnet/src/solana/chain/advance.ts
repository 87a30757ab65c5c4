import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { emit, openBlock, tipOf, type Block, type LedgerState } from './ledgerState.js';

/** Slots whose hashes programs can see, as on the main network. */
const slotHashesMax = 512;
/** Number of old blocks that are dropped at once. */
const pruneStep = 1000;

/** Closes the open block and opens the next, after the given number of slots without one. */
export function advance(state: LedgerState, skippedSlots = 0): void {
  const closed = close(state);
  openNext(state, closed, closed.slot + 1 + skippedSlots);
  announce(state, 'confirmed');
  announce(state, 'finalized');
  prune(state);
}

/** Opens a block on top of a closed one. */
export function openNext(state: LedgerState, parent: Block, slot: number): void {
  const previousBlockhash = parent.blockhash;
  if (previousBlockhash === undefined) throw new Error('A block stands on a closed one.');
  const unixTime = Math.max(parent.unixTime, Math.floor(state.settings.now() / 1000));
  state.blocks.push({
    slot,
    parentSlot: parent.slot,
    height: parent.height + 1,
    unixTime,
    previousBlockhash,
    blockhash: undefined,
    records: [],
    before: new Map(),
  });
  const hashes = state.blocks.slice(-slotHashesMax - 1, -1).reverse();
  state.bank.openSlot({
    slot,
    unixTime,
    hashes: hashes.map((block) => ({ slot: block.slot, hash: block.blockhash ?? '' })),
  });
  emit(state, { kind: 'slot', slot, parent: parent.slot, root: tipOf(state, 'finalized').slot });
}

function close(state: LedgerState): Block {
  const block = openBlock(state);
  const hash = createHash('sha256').update(block.previousBlockhash).update(String(block.slot));
  for (const { transaction } of block.records) hash.update(transaction.signature);
  block.blockhash = base58.encode(hash.digest());
  state.blockhashes.set(block.blockhash, block);
  const expired =
    state.blocks[
      state.blocks.length - 2 - state.settings.blockhashWindow - state.settings.finalizedAfter
    ];
  if (expired?.blockhash !== undefined) state.blockhashes.delete(expired.blockhash);
  return block;
}

/** Announces the blocks that have reached a commitment since the last call. */
function announce(state: LedgerState, commitment: 'confirmed' | 'finalized'): void {
  const tip = tipOf(state, commitment);
  const first = state.blocks[0]?.height ?? 0;
  for (let height = state.announced[commitment] + 1; height <= tip.height; height += 1) {
    const block = state.blocks[height - first];
    if (block === undefined) continue;
    state.announced[commitment] = height;
    for (const record of block.records) emit(state, { kind: 'transaction', commitment, record });
    if (block.before.size > 0)
      emit(state, {
        kind: 'accounts',
        commitment,
        slot: block.slot,
        addresses: [...block.before.keys()],
      });
    if (commitment === 'confirmed') continue;
    block.before.clear();
    emit(state, { kind: 'root', slot: block.slot });
  }
}

function prune(state: LedgerState): void {
  if (state.blocks.length < state.settings.blocksMax + pruneStep) return;
  for (const { records } of state.blocks.splice(0, pruneStep)) {
    for (const { transaction, keys } of records) {
      state.records.delete(transaction.signature);
      for (const address of new Set(keys.all)) forgetOldest(state, address);
    }
  }
}

function forgetOldest(state: LedgerState, address: string): void {
  const list = state.signatures.get(address);
  list?.shift();
  if (list?.length === 0) state.signatures.delete(address);
}
