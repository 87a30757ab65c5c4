/**
 * Writes the function that prints a quote as JSON, from core's `quoteSchema`: one function for each
 * object of the schema, so that a new member is printed as soon as the schema names it.
 */
import * as schemas from '../../packages/core/src/schemas/index.js';
import type { Generator } from './generator.js';

const file = 'packages/service/quoter/src/answer/generated/serializeQuote.ts';

/** Parts that may carry their own text. */
const printedParts: readonly string[] = ['CurrencyAmount', 'OrderData'];

/** Objects whose types core exports under the name of their schema. */
const namedParts: readonly string[] = [
  'Currency',
  'CurrencyAmount',
  'Details',
  'Fees',
  'FeeSponsorship',
  'OrderData',
  'PaymentDetails',
  'ProtocolV2',
  'Quote',
  'Step',
];

/**
 * Patterns of text that needs no escaping: digits or hex from end to end, with a sign, and with
 * decimals.
 */
const plainPattern =
  /^\^(?:-\?)?(?:0x)?\[[a-zA-Z0-9-]+\](?:[*+]|\{\d+(?:,\d*)?\})(?:\(\?:\\\.\[0-9\]\+\)\?)?\$$/;

/** The function that prints one object of the schema. */
interface Printer {
  readonly name: string;
  readonly text: string;
}

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** A schema, as far as zod tells of it. */
interface Schema {
  readonly _zod: { readonly def: Definition };
}

interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: object } }[] | undefined;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
}

const partNames = new Map<unknown, string>(
  Object.entries(schemas).map(([name, schema]) => [schema, partName(name.replace(/Schema$/, ''))]),
);
const printers = new Map<Schema, Printer>();

function partName(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** A name out of a path: `Details['route']['origin']` is DetailsRouteOrigin. */
function pathName(type: string): string {
  return (type.replaceAll('[number]', '').match(/\w+/g) ?? []).map(partName).join('');
}

/** Text of a template that prints a value. */
function templateOf(schema: Schema, value: string, type: string): string {
  const { def } = schema._zod;
  const quoted = `"\${${value}}"`;
  const escaped = `\${quoteText(${value})}`;
  if (def.type === 'string') return isPlain(schema) ? quoted : escaped;
  if (def.entries !== undefined) return areNames(Object.values(def.entries)) ? quoted : escaped;
  if (def.values !== undefined) return def.values.map((each) => JSON.stringify(each)).join('');
  if (def.type === 'number' || def.type === 'boolean') return `\${${value}}`;
  if (def.element !== undefined)
    return `[\${list(${value}, ${itemPrinter(def.element, `${type}[number]`)})}]`;
  if (def.shape !== undefined || def.keyType?._zod.def.entries !== undefined)
    return `\${${printerOf(schema, type).name}(${value})}`;
  if (def.keyType !== undefined) return `\${JSON.stringify(${value})}`;
  throw new Error(`${value}: nothing prints a schema of the type ${def.type}`);
}

function areNames(entries: readonly (string | number)[]): boolean {
  return entries.every((each) => /^[\w ]+$/.test(String(each)));
}

/** A function that prints an element of a list. */
function itemPrinter(schema: Schema, type: string): string {
  return schema._zod.def.shape === undefined
    ? `(item) => \`${templateOf(schema, 'item', type)}\``
    : printerOf(schema, type).name;
}

/** Whether every value of a text is printed as it stands. */
function isPlain(schema: Schema): boolean {
  return (schema._zod.def.checks ?? []).some(({ _zod: { def } }) => {
    const pattern = 'pattern' in def ? def.pattern : undefined;
    return pattern instanceof RegExp && plainPattern.test(pattern.source);
  });
}

function membersOf({ _zod: { def } }: Schema): readonly Member[] {
  const { valueType, keyType, shape = {} } = def;
  if (valueType !== undefined)
    return Object.values(keyType?._zod.def.entries ?? {}).map((name) => ({
      name: String(name),
      schema: valueType,
      isOptional: true,
    }));
  return Object.entries(shape).map(([name, member]) => {
    const { type, innerType } = member._zod.def;
    return type === 'optional' && innerType !== undefined
      ? { name, schema: innerType, isOptional: true }
      : { name, schema: member, isOptional: false };
  });
}

/** The printer of an object, made at its first use. @param type - its type at that place */
function printerOf(schema: Schema, type: string): Printer {
  const known = printers.get(schema);
  if (known !== undefined) return known;
  const part = partNames.get(schema) ?? pathName(type);
  const ownType = namedParts.includes(part) ? part : `NonNullable<${type}>`;
  const name = `serialize${part}`;
  // Known before its members are read, so that it stands before them in the file.
  printers.set(schema, { name, text: '' });
  const carries = printedParts.includes(part);
  const isExported = ['Quote', 'OrderData'].includes(part);
  const printer = {
    name,
    text: [
      ...(carries
        ? [
            `${isExported ? 'export ' : ''}function ${name}(value: Printed<${ownType}>): string {`,
            `  return value[printed] ?? print${part}(value);`,
            '}',
            '',
          ]
        : []),
      `${isExported && !carries ? 'export ' : ''}function ${carries ? 'print' : 'serialize'}${part}(value: ${ownType}): string {`,
      ...bodyOf(schema, namedParts.includes(part) ? part : type),
      '}',
    ].join('\n'),
  };
  printers.set(schema, printer);
  return printer;
}

function bodyOf(schema: Schema, type: string): readonly string[] {
  const members = membersOf(schema);
  const textOf = (member: Member): string => {
    const key = /^\w+$/.test(member.name) ? `.${member.name}` : `['${member.name}']`;
    const template = templateOf(member.schema, `value${key}`, `${type}['${member.name}']`);
    return `"${member.name}":${template}`;
  };
  if (members[0]?.isOptional === true)
    return [
      "  let text = '';",
      ...members.map((member) => {
        const key = /^\w+$/.test(member.name) ? `.${member.name}` : `['${member.name}']`;
        return `  if (value${key} !== undefined) text += \`\${text === '' ? '' : ','}${textOf(member)}\`;`;
      }),
      '  return `{${text}}`;',
    ];
  return [
    '  return (',
    ...members.map((member, index) => {
      const key = /^\w+$/.test(member.name) ? `.${member.name}` : `['${member.name}']`;
      const text = `\`${index === 0 ? '{' : ','}${textOf(member)}\``;
      return member.isOptional
        ? `    (value${key} === undefined ? '' : ${text}) +`
        : `    ${text} +`;
    }),
    "    '}'",
    '  );',
  ];
}

/** The function that prints a quote. */
export const generateSerializer: Generator = () => {
  printerOf(schemas.quoteSchema, 'Quote');
  const body = [...printers.values()].map(({ text }) => text);
  const used = namedParts.filter((name) =>
    body.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  const text = [
    '// Made from quoteSchema by `pnpm serializer`. Do not edit.',
    `import type { ${used.join(', ')} } from '@portage/core';`,
    "import { printed, type Printed } from '../printed.js';",
    "import { quoteText } from '../quoteText.js';",
    '',
    'function list<Item>(items: readonly Item[], serialize: (item: Item) => string): string {',
    "  let text = '';",
    "  for (const item of items) text += text === '' ? serialize(item) : `,${serialize(item)}`;",
    '  return text;',
    '}',
    '',
    body.join('\n\n'),
    '',
  ].join('\n');
  return { files: [{ file, text }] };
};
