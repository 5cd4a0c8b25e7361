/** A statement of an identity policy, its actions and resources as lists. */
export type Statement = {
  readonly effect: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** A request as IAM sees it. A condition key that the request does not have is absent from its context. */
export type AuthorizedRequest = {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
};

type Operator = (values: readonly string[] | undefined, expected: readonly string[]) => boolean;

/** The condition operators that the policies of this repository use, as the IAM reference defines them. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: (values, expected) =>
    values !== undefined && values.some((value) => expected.includes(value)),
  StringEqualsIfExists: (values, expected) =>
    values === undefined || values.some((value) => expected.includes(value)),
  // A request without the key satisfies `ForAllValues`.
  'ForAllValues:StringEquals': (values = [], expected) => values.every((value) => expected.includes(value)),
  'ForAllValues:StringLike': (values = [], expected) =>
    values.every((value) => expected.some((pattern) => isLike(value, pattern))),
  'ForAllValues:StringNotLike': (values = [], expected) =>
    values.every((value) => !expected.some((pattern) => isLike(value, pattern))),
  Null: (values, expected) => expected.includes(String(values === undefined || values.length === 0)),
};

/** Whether the statements allow the request: one allows it, and none denies it. @throws Error for an unknown condition operator */
export function isAllowed(statements: readonly Statement[], request: AuthorizedRequest): boolean {
  const applicable = statements.filter((statement) => applies(statement, request));
  return (
    applicable.some(({ effect }) => effect === 'Allow') && !applicable.some(({ effect }) => effect === 'Deny')
  );
}

/** Whether action, resource and conditions of a statement match the request. */
export function applies(statement: Statement, { action, resource, context }: AuthorizedRequest): boolean {
  const { actions, resources, conditions } = statement;
  return (
    actions.some((pattern) => isLike(action, pattern)) &&
    resources.some((pattern) => isLike(resource, pattern)) &&
    Object.entries(conditions).every(([name, keys]) =>
      Object.entries(keys).every(([key, expected]) => operatorOf(name)(context[key], textsOf(expected))),
    )
  );
}

function operatorOf(name: string): Operator {
  const operator = OPERATORS[name];
  if (operator === undefined) throw new Error(`The evaluator does not know the condition operator ${name}`);
  return operator;
}

function textsOf(expected: unknown): readonly string[] {
  return (Array.isArray(expected) ? expected : [expected]).map(String);
}

/** `*` matches any characters, `?` exactly one. */
export function isLike(value: string, pattern: string): boolean {
  const source = pattern
    .split(/([*?])/u)
    .map((part) =>
      part === '*' ? '.*' : part === '?' ? '.' : part.replaceAll(/[\\^$.|+()[\]{}]/gu, String.raw`\$&`),
    )
    .join('');
  return new RegExp(`^${source}$`, 'su').test(value);
}
