import type { Environment } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Stage, StageConfig } from '#infra/config.ts';

/** Settings of the deployment that every stack receives. */
export type Deployment = {
  readonly stage: Stage;
  readonly config: StageConfig;
  /** Code of the function in `functions/<name>`; its entry is `index.handler`. */
  readonly codeOf: (name: string) => Code;
};

/** Name of one of the platform's stacks, such as `workspace-prod-data`. */
export function stackName(stage: Stage, part: string): string {
  return `workspace-${stage}-${part}`;
}

/** Pins a stack to the account and region of its stage. */
export function stackEnvironment({ config }: Pick<Deployment, 'config'>): { readonly env?: Environment } {
  return config.env === null ? {} : { env: config.env };
}
