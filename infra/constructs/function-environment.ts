import type { LOCAL_VARIABLES } from '#shared/platform/runtime/provision-variables.ts';

/** Variables of one function; values may be CDK tokens. */
export type FunctionEnvironment = Readonly<Record<string, string>> & {
  readonly [Name in LocalVariable]?: never;
};

/** Variables that allow non-public receivers. They exist in the local stack only. */
type LocalVariable = (typeof LOCAL_VARIABLES)[number];

/** Variables that every function gets. */
export type StandardVariable = 'STAGE' | 'POWERTOOLS_LOG_LEVEL' | 'POWERTOOLS_SERVICE_NAME';
