/** Values that the examples of this package use, for `scripts/check-examples.ts`. */
import type { UsageEntry } from '@portage/core';
import type { UsageWindow } from '@portage/metrics';

export declare const entries: readonly UsageEntry[];
export declare const hours: readonly UsageEntry[];
export declare const window: UsageWindow;
