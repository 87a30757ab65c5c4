import ts from 'typescript';

/** Uses of a code in the sources of a package. */
export interface CodeUses {
  /** Codes that an error is made of. */
  readonly thrown: ReadonlySet<string>;
  /** Reasons that a request is given. */
  readonly reasons: ReadonlySet<string>;
}

/** Name of what is called, as `refund` of `refund('SLIPPAGE')`. */
function callee(node: ts.CallExpression | ts.NewExpression): string {
  return ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : node.expression.getText();
}

/** Calls that only ask for a code. */
const questions = new Set(['isPortageError', 'includes', 'has', 'isOneOf']);

/** Members that hold a reason and no code of an error. */
const reasonMembers = new Set(['reason', 'failReason', 'refundFailReason']);

type Use = 'thrown' | 'reason' | 'question';

function useOf(node: ts.Node): Use {
  for (let at = node; ; at = at.parent) {
    const { parent } = at;
    if (ts.isSourceFile(parent) || ts.isTypeNode(parent)) return 'question';
    if (ts.isNewExpression(parent)) return 'thrown';
    if (ts.isBinaryExpression(parent) && /^[=!]==$/.test(parent.operatorToken.getText()))
      return 'question';
    if (ts.isCaseClause(parent) && parent.expression === at) return 'question';
    if (ts.isPropertyAssignment(parent) && reasonMembers.has(parent.name.getText()))
      return 'reason';
    if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'code') return 'thrown';
    if (ts.isCallExpression(parent)) {
      if (questions.has(callee(parent))) return 'question';
      if (/refund|reason/i.test(callee(parent))) return 'reason';
      if (/error|fault|fail|refuse|unsupported|assert/i.test(callee(parent))) return 'thrown';
    }
    if (ts.isBlock(parent)) return 'reason';
  }
}

/** Uses of codes in a source file: as codes of errors, or as reasons of requests. */
export function codesUsedIn(source: ts.SourceFile): CodeUses {
  const uses = { thrown: new Set<string>(), reasons: new Set<string>() };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && /^[A-Z][A-Z\d_]+$/.test(node.text)) {
      const use = useOf(node);
      if (use === 'thrown') uses.thrown.add(node.text);
      if (use === 'reason') uses.reasons.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}
