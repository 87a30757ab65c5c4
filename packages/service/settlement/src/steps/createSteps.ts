import type { Chain, ChainRollback } from '@portage/core/chain';
import { applyStep, type WritingStep } from './applyStep.js';
import type { ChainPosition, NextStep, StepContext } from './context.js';
import { rollBack } from './rollBack.js';

/** Steps of chains: each is one transaction. */
export interface Steps {
  /** Takes a step in, from judging to committing. The next one may be judged meanwhile. */
  apply(context: Omit<StepContext, 'settlement'>, step: NextStep): WritingStep;
  /** Takes back what a reorg took back. */
  rollBack(
    context: Pick<StepContext, 'log'>,
    chain: Chain,
    position: ChainPosition,
    rollback: ChainRollback,
  ): Promise<ChainPosition>;
}

/** Makes the verbs of steps. */
export function createSteps(settlement: StepContext['settlement']): Steps {
  return {
    apply: (context, step) => applyStep({ ...context, settlement }, step),
    rollBack: (context, chain, position, rollback) =>
      rollBack({ ...context, settlement }, chain, position, rollback),
  };
}
