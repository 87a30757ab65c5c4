/** A trial of the whole system: a script of a package. */
export interface Trial {
  /** Package whose script has the name of the trial. */
  readonly filter: string;
  readonly what: string;
  /** Options of a run as people make it. */
  readonly example: string;
}

export declare const trials: Readonly<Record<string, Trial>>;
export declare const usage: string;
