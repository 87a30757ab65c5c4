import type { NodeRules } from './nodeRules.js';

/** Rule or refusal of a public network, and how a transfer through its node has to end. */
export interface NetworkCase {
  readonly name: string;
  /** Rule that the node keeps, in a few words. */
  readonly rule: string;
  /** Public page that shows it. */
  readonly source: string;
  /** Makes the rules of one node; each node counts for itself. */
  readonly rules: () => NodeRules;
  /** End of the transfer. A refusal is a code of the service, or a refund with its reason. */
  readonly ends: 'fill' | 'refusal';
  /** Nodes that keep the rule. Default: those of both chains. */
  readonly on?: 'destination';
  /** Whether each chain has a second node, without the rule; either of them is believed. */
  readonly isBeside?: boolean;
  /** Moment from which the rule is kept. Default: the start, with the first transactions in it. */
  readonly from?: 'quote';
  /** Blocks that both chains have before the service starts, beside those of a devnet. */
  readonly blocksBefore?: number;
  /** Base fee of the destination, in wei per gas: once before the start, or from the quote on. */
  readonly baseFee?: { readonly wei: bigint; readonly from: 'start' | 'quote' };
  /** Blocks within which a fill has to be there, of two seconds each. Default: 2. */
  readonly blocksMax?: number;
  /** Most refusals after which the service has to keep to the rule. Default: any number. */
  readonly refusalsMax?: number;
  /** Words that the service must have logged: a part of a line. */
  readonly logged?: string;
}
