import type { ArithmeticExpression } from 'unbash';

/** What an arithmetic expression is read with. */
export interface ArithmeticContext {
  /** The number that a variable holds, where that is known. */
  readonly numberOf: (name: string) => number | undefined;
  /** Called for a variable that is set. */
  readonly assign: (name: string, value: number | undefined) => void;
  /** Called where it nests deeper than it is followed. */
  readonly tooDeep: () => void;
  /** Called for every substitution and word in it. */
  readonly visit: (
    node: Extract<ArithmeticExpression, { type: 'ArithmeticWord' | 'ArithmeticCommandExpansion' }>,
  ) => void;
}

/** The value of an expression; undefined where it cannot be told. */
export function evaluateArithmetic(
  expression: ArithmeticExpression | undefined,
  context: ArithmeticContext,
  depth = 0,
): number | undefined {
  if (expression === undefined) return undefined;
  if (depth > 200) {
    context.tooDeep();
    return undefined;
  }
  const next = (inner: ArithmeticExpression): number | undefined => evaluateArithmetic(inner, context, depth + 1);
  switch (expression.type) {
    case 'ArithmeticWord':
      return readWord(expression, context);
    case 'ArithmeticCommandExpansion':
      context.visit(expression);
      return undefined;
    case 'ArithmeticGroup':
      return next(expression.expression);
    case 'ArithmeticUnary': {
      const value = next(expression.operand);
      if (expression.operator === '++' || expression.operator === '--')
        assignTo(expression.operand, undefined, context);
      return value === undefined ? undefined : applyUnary(expression.operator, value);
    }
    case 'ArithmeticTernary':
      next(expression.test);
      next(expression.consequent);
      next(expression.alternate);
      return undefined;
    case 'ArithmeticBinary': {
      const assigns = /^(?:[-+*/%&|^]|<<|>>)?=$/.test(expression.operator);
      const left = expression.operator === '=' ? undefined : next(expression.left);
      const right = next(expression.right);
      const value =
        expression.operator === '=' ? right : applyBinary(expression.operator.replace(/=$/, ''), left, right);
      if (assigns) assignTo(expression.left, value, context);
      return value;
    }
  }
}

function readWord(
  expression: Extract<ArithmeticExpression, { type: 'ArithmeticWord' }>,
  context: ArithmeticContext,
): number | undefined {
  context.visit(expression);
  const { value } = expression;
  if (/^\d{1,15}$/.test(value)) return value.startsWith('0') && value !== '0' ? undefined : Number(value);
  const [, name] = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(value) ?? [];
  return name === undefined ? undefined : context.numberOf(name);
}

function assignTo(target: ArithmeticExpression, value: number | undefined, context: ArithmeticContext): void {
  if (target.type !== 'ArithmeticWord') return;
  const [, name] = /^([A-Za-z_]\w*)/.exec(target.value) ?? [];
  if (name !== undefined) context.assign(name, value);
}

function applyUnary(operator: string, value: number): number | undefined {
  if (operator === '-') return -value;
  return operator === '+' ? value : undefined;
}

function applyBinary(operator: string, left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  const value = compute(operator, left, right);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}

function compute(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : Math.trunc(left / right);
    case '%':
      return right === 0 ? undefined : left % right;
    default:
      return undefined;
  }
}
