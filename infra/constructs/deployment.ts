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
