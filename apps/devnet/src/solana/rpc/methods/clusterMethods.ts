import { slotsPerEpoch } from '../../chain/createBank.js';
import { defineMethod, inContext, slotFor, version, type Method } from '../defineMethod.js';
import { blockhashSchema, configOf, countSchema, stateConfig } from '../parameters.js';

const state = configOf(stateConfig);

/** Methods that describe the node, its chain and its progress. */
export const clusterMethods: Readonly<Record<string, Method>> = {
  getHealth: defineMethod([], () => 'ok'),
  getVersion: defineMethod([], () => ({ 'solana-core': version, 'feature-set': 0 })),
  getGenesisHash: defineMethod([], ({ ledger }) => ledger.genesisHash),
  getSlot: defineMethod([state], slotFor),
  getBlockHeight: defineMethod([state], (context, config) => {
    slotFor(context, config);
    return context.ledger.tip(config.commitment).height;
  }),
  getEpochInfo: defineMethod([state], (context, config) => {
    const absoluteSlot = slotFor(context, config);
    const { height } = context.ledger.tip(config.commitment);
    const slotIndex = absoluteSlot % slotsPerEpoch;
    return {
      absoluteSlot,
      blockHeight: height,
      epoch: Math.floor(absoluteSlot / slotsPerEpoch),
      slotIndex,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: context.ledger.transactionCount,
    };
  }),
  getEpochSchedule: defineMethod([], () => ({
    slotsPerEpoch,
    leaderScheduleSlotOffset: slotsPerEpoch,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  })),
  getTransactionCount: defineMethod([state], (context, config) => {
    slotFor(context, config);
    return context.ledger.transactionCount;
  }),
  getLatestBlockhash: defineMethod([state], (context, config) =>
    inContext(slotFor(context, config), context.ledger.latestBlockhash(config.commitment)),
  ),
  isBlockhashValid: defineMethod([blockhashSchema, state], (context, blockhash, config) =>
    inContext(slotFor(context, config), context.ledger.isUsable({ blockhash }, config.commitment)),
  ),
  getMinimumBalanceForRentExemption: defineMethod(
    [countSchema.max(10 * 1024 * 1024), state],
    ({ ledger }, bytes) => Number(ledger.bank.rentExemption(bytes)),
  ),
};
