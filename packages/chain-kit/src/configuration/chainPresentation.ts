import { z } from 'zod';

/** Presentation of a chain to people in `GET /chains`, as an operator writes it. */
export interface ChainPresentation {
  readonly explorerUrl?: string | undefined;
  readonly explorerName?: string | undefined;
  /**
   * Paths behind `explorerUrl` where they are not the usual ones; `{TX_HASH}`, `{ADDRESS}` and
   * `{TOKEN}` stand for what is looked up.
   */
  readonly explorerPaths?:
    | {
        readonly transaction?: string | undefined;
        readonly address?: string | undefined;
        readonly token?: string | undefined;
      }
    | undefined;
  /** Query members that every link into the explorer needs, as in `cluster`. */
  readonly explorerQueryParams?: Readonly<Record<string, string>> | undefined;
  readonly iconUrl?: string | undefined;
  readonly logoUrl?: string | undefined;
  /** A colour as in `#0052ff`. */
  readonly brandColor?: string | undefined;
  /** A sentence that apps show beside the chain, as in an announcement of an upgrade. */
  readonly statusMessage?: string | undefined;
  /** The chain that this one settles on, where it is a rollup. */
  readonly baseChainId?: number | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** The presentation with its defaults. */
export type ParsedChainPresentation = Omit<
  ChainPresentation,
  'explorerUrl' | 'explorerName' | 'iconUrl' | 'tags'
> & {
  readonly explorerUrl: string;
  readonly explorerName: string;
  readonly iconUrl: string;
  readonly tags: readonly string[];
};

const pathSchema = z.string().startsWith('/').max(256).optional();
const linkSchema = z.url({ protocol: /^https?$/ }).max(512);

/** Members of {@link ChainPresentation} for the schema of a chain. */
export const chainPresentationShape: {
  readonly [Key in keyof Required<ParsedChainPresentation>]: z.ZodType<
    ParsedChainPresentation[Key],
    ChainPresentation[Key]
  >;
} = {
  explorerUrl: z.string().default(''),
  explorerName: z.string().default(''),
  explorerPaths: z
    .strictObject({ transaction: pathSchema, address: pathSchema, token: pathSchema })
    .optional(),
  explorerQueryParams: z.record(z.string().min(1).max(64), z.string().max(256)).optional(),
  iconUrl: z.string().default(''),
  logoUrl: linkSchema.optional(),
  brandColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour as in #0052ff')
    .optional(),
  statusMessage: z.string().min(1).max(512).optional(),
  baseChainId: z.number().int().positive().optional(),
  tags: z.array(z.string().min(1).max(64)).max(16).default([]),
};
