/**
 * CommonJS builds of the compared SDKs. Their ES modules name files without an extension, which
 * Node rejects.
 */
import { createRequire } from 'node:module';
import type * as Core from '@uniswap/sdk-core';
import type * as V2 from '@uniswap/v2-sdk';
import type * as V3 from '@uniswap/v3-sdk';

const load = createRequire(import.meta.url);

// The packages' own types describe both of their builds.
export const sdkCore = load('@uniswap/sdk-core') as typeof Core;
export const v2Sdk = load('@uniswap/v2-sdk') as typeof V2;
export const v3Sdk = load('@uniswap/v3-sdk') as typeof V3;
