/** Process that may stand still. */
export interface Stoppable {
  readonly pid: number;
  readonly kind: string;
}
export declare function readStoppable(list: string, ancestor: number): readonly Stoppable[];
export declare function startStops(seed: string): {
  readonly counts: Readonly<Record<string, number>>;
  end(): void;
};
