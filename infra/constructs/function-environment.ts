import type { LOCAL_VARIABLES } from '#shared/platform/runtime/capabilities.ts';

/** Variables of one function; values may be CDK tokens. */
export type FunctionEnvironment = Readonly<Record<string, string>> & {
  readonly [Name in LocalVariable]?: never;
};

/** Variables that allow non-public receivers. They exist in the local stack only. */
type LocalVariable = (typeof LOCAL_VARIABLES)[number];

/** Variables that every function gets. */
export type StandardVariable = 'STAGE' | 'POWERTOOLS_LOG_LEVEL' | 'POWERTOOLS_SERVICE_NAME';

/** The schema in the `env.ts` of a consumer. */
export type EnvSchema = { readonly entries: object };

/**
 * The variables that the stack sets for a consumer: those of its schema, except the ones that every function gets, that Lambda
 * sets (`AWS_…`) and that only the local stack sets.
 */
export type ConsumerEnvironment<Schema extends EnvSchema> = Readonly<
  Record<
    Exclude<keyof Schema['entries'] & string, StandardVariable | LocalVariable | `AWS_${string}`>,
    string
  >
>;
