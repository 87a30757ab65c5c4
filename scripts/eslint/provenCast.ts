import type { Rule } from 'eslint';

const holder = /(?:Statement|Declaration|^Property|Definition)$/;

/** Line on which the statement or the member begins that holds a node. */
function firstLine(node: Rule.Node): number {
  let current = node;
  while (!holder.test(current.type) && current.type !== 'Program') current = current.parent;
  return current.loc?.start.line ?? 0;
}

/** Demands a comment at each `as` but `as const`: it says why the type is true. */
export const provenCast: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    docs: { description: 'Demands a comment at each cast.' },
    messages: { unproven: 'Say in a comment why the cast is true, or let a check give the type.' },
  },
  create: (context) => ({
    TSAsExpression: (node: Rule.Node) => {
      const { sourceCode } = context;
      if (sourceCode.getText(node).endsWith('as const')) return;
      const from = firstLine(node) - 1;
      const to = node.loc?.end.line ?? from;
      const isProven = sourceCode
        .getAllComments()
        .some(({ loc }) => loc && loc.end.line >= from && loc.start.line <= to);
      if (!isProven) context.report({ node, messageId: 'unproven' });
    },
  }),
};
