import type { Rule } from 'eslint';

/** Node of a syntax tree with JSX, which the types of ESLint do not know. */
interface Syntax {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly expression?: Syntax;
  readonly consequent?: Syntax;
  readonly alternate?: Syntax;
  readonly right?: Syntax;
  readonly body?: Syntax;
  readonly callee?: Syntax;
  readonly arguments?: readonly Syntax[];
  readonly children?: readonly Syntax[];
  readonly openingElement?: { readonly name: Syntax };
}

/** Part that a child of an element takes in the page. */
type Part = 'nothing' | 'text' | 'stays' | 'may go';

/**
 * Refuses text that changes beside other children of an element, and text behind a child that may
 * come and go. Translators of browsers take text out of its place: React then finds neither what it
 * has to take away nor what it has to put something before, and the page is gone. Text that is the
 * only child of its element is replaced whole.
 */
export const ownText: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    docs: { description: 'Demands an element of its own for each text that changes.' },
    messages: { shared: 'Put this text into an element of its own: translators move text.' },
  },
  create(context) {
    const check = (node: Rule.Node): void => {
      // The parser gives JSX the shape above.
      const children = ((node as unknown as Syntax).children ?? []).map((child) => ({
        child,
        part: partOf(child),
      }));
      const shown = children.filter(({ part }) => part !== 'nothing');
      if (shown.length < 2) return;
      for (const [place, { child, part }] of shown.entries()) {
        const isBehind = shown.slice(0, place).some((other) => other.part === 'may go');
        const isText = child.type === 'JSXText' ? isBehind : part === 'text';
        // As above.
        if (isText) context.report({ node: child as unknown as Rule.Node, messageId: 'shared' });
      }
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

function partOf(child: Syntax): Part {
  if (child.type === 'JSXText') return String(child.value).trim() === '' ? 'nothing' : 'stays';
  if (child.type !== 'JSXExpressionContainer') return isTag(child) ? 'stays' : 'may go';
  const { expression } = child;
  if (expression === undefined || expression.type === 'JSXEmptyExpression') return 'nothing';
  // A space, which translators leave where it is.
  if (expression.type === 'Literal' && String(expression.value).trim() === '') return 'nothing';
  return isNode(expression) ? 'may go' : 'text';
}

/** Whether a child is an element of HTML, which stays as long as what it stands in. */
function isTag({ type, openingElement }: Syntax): boolean {
  const name = openingElement?.name.name;
  return type === 'JSXElement' && typeof name === 'string' && /^[a-z]/.test(name);
}

/** Whether an expression gives elements or nothing, and no text. */
function isNode(expression: Syntax): boolean {
  const { type, name, value, consequent, alternate, right, body } = expression;
  switch (type) {
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'Identifier':
      return name === 'undefined' || name === 'children';
    case 'Literal':
      return value === null;
    case 'ConditionalExpression':
      return [consequent, alternate].every((branch) => branch !== undefined && isNode(branch));
    case 'LogicalExpression':
      return right !== undefined && isNode(right);
    case 'ArrowFunctionExpression':
      return body !== undefined && (body.type === 'BlockStatement' || isNode(body));
    case 'CallExpression':
      return (
        expression.callee?.name === 'children' ||
        expression.arguments?.some(
          (each) => each.type === 'ArrowFunctionExpression' && isNode(each),
        ) === true
      );
    default:
      return false;
  }
}
