/** A violation of each rule that oxlint asks; `typedRules.test.ts` plants each in its own file. */
export const planted: Readonly<Record<string, string>> = {
  'await-thenable': 'export const f = async (n: number): Promise<number> => await n;',
  'no-array-delete': 'export const f = (list: number[]): void => { delete list[0]; };',
  'no-base-to-string': 'export const f = (value: { a: number }): string => String(value);',
  'no-confusing-void-expression':
    'declare const g: () => void; export const f = (): void => { return g(); };',
  'no-deprecated': '/** @deprecated Ask h. */ declare const g: () => number; export const f = g();',
  'no-duplicate-type-constituents': 'export type T = 1 | 2 | 1;',
  'no-floating-promises': 'export const f = (p: Promise<void>): void => { p; };',
  'no-for-in-array':
    'export const f = (list: number[]): void => { for (const i in list) void i; };',
  'no-generated-empty-object-type': 'export type T = Omit<{ a: 1 }, "a">;',
  'no-implied-eval': 'export const f = new Function("return 1");',
  'no-meaningless-void-operator':
    'declare const g: () => void; export const f = (): void => { void g(); };',
  'no-misused-promises':
    'export const f = (p: Promise<boolean>): number => { if (p) return 1; return 2; };',
  'no-misused-spread': 'export const f = (p: Promise<number>): object => ({ ...p });',
  'no-mixed-enums': 'export enum E { A = 1, B = "b" }',
  'no-redundant-type-constituents': 'export type T = unknown | string;',
  'no-unnecessary-boolean-literal-compare':
    'export const f = (is: boolean): number => { if (is === true) return 1; return 2; };',
  'no-unnecessary-condition': 'export const f = (o: { a: 1 }): number => o?.a;',
  'no-unnecessary-template-expression': 'export const f = `${"a"}b`;',
  'no-unnecessary-type-arguments':
    'declare const g: <T = number>(x?: T) => void; export const f = (): void => { g<number>(); };',
  'no-unnecessary-type-assertion': 'export const f = (n: number): number => n!;',
  'no-unnecessary-type-conversion': 'export const f = (s: string): string => String(s);',
  'no-unnecessary-type-parameters': 'export function f<T>(a: T): void { void a; }',
  'no-unsafe-argument': 'declare const a: any; declare const g: (n: number) => void; g(a);',
  'no-unsafe-assignment': 'declare const a: any; export const f = a;',
  'no-unsafe-call': 'declare const a: any; a();',
  'no-unsafe-enum-assignment': 'export enum E { A = 1 } export const f: E = 1;',
  'no-unsafe-enum-comparison':
    'enum E { A = 1 } export const f = (e: E, n: number): boolean => e === n;',
  'no-unsafe-member-access': 'declare const a: any; a.b;',
  'no-unsafe-return': 'export const f = (a: any) => a;',
  'no-unsafe-unary-minus': 'export const f = (a: string): number => -a;',
  'no-useless-default-assignment': 'export const f = ({ a = 1 }: { a: number }): number => a;',
  'only-throw-error': 'export const f = (): never => { throw "a"; };',
  'prefer-promise-reject-errors': 'export const f = (): Promise<never> => Promise.reject("a");',
  'prefer-reduce-type-parameter':
    'export const f = (list: string[]): string[] => list.reduce((all, s) => all.concat(s), [] as string[]);',
  'prefer-return-this-type': 'export class C { f(): C { return this; } }',
  'related-getter-setter-pairs':
    'export class C { get a(): string { return "a"; } set a(n: number) { void n; } }',
  'require-await': 'export const f = async (): Promise<number> => 1;',
  'restrict-plus-operands': 'export const f = (a: number, b: string): string => a + b;',
  'restrict-template-expressions': 'export const f = (a: object): string => `${a}`;',
  'return-await':
    'export const f = async (p: Promise<number>): Promise<number> => { try { return p; } finally { void 0; } };',
  'unbound-method': 'class C { f(): C { void this; return this; } } export const f = new C().f;',
  'use-unknown-in-catch-callback-variable':
    'export const f = (p: Promise<number>): Promise<number> => p.catch((e: any) => 1);',
};
