/** Values that the example of the README uses. */
import type { DatabaseOptions } from '../src/index.js';

type Migrations = NonNullable<DatabaseOptions['migrations']>[number];

export declare const accessMigrations: Migrations;
export declare const id: string;
export declare const name: string;
export declare const wakeup: { wake(): void };
