export declare function createDraw(seed: string): () => number;
