import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { cdkContext } from '#infra/cdk-context.ts';
import { stackName } from './deployment.ts';
import type { Deployment } from './deployment.ts';

export type PlatformStackProps = {
  readonly description: string;
  readonly terminationProtection?: boolean;
};

/** A stack of one stage, in its account and region, and with the feature flags that its templates are tested with. */
export abstract class PlatformStack extends Stack {
  readonly deployment: Deployment;

  constructor(scope: Construct, deployment: Deployment, part: string, props: PlatformStackProps) {
    const { stage, config } = deployment;
    super(scope, stackName(stage, part), { ...(config.env === null ? {} : { env: config.env }), ...props });
    this.deployment = deployment;
    // The app of somebody else has flags of its own, for its own stacks.
    for (const [flag, value] of Object.entries(cdkContext())) this.node.setContext(flag, value);
  }

  belongsTo(deployment: Deployment): boolean {
    return this.deployment === deployment;
  }
}

/** The deployment of the stack that contains a construct. @throws Error if it is in no stack of the platform */
export function deploymentOf(construct: Construct): Deployment {
  const stack = Stack.of(construct);
  if (!(stack instanceof PlatformStack)) throw new Error(`${stack.node.path} is no stack of the platform.`);
  return stack.deployment;
}

/** The stacks of a deployment so far. An app can also contain other stacks, and other stages of the platform. */
export function stacksOf(scope: Construct, deployment: Deployment): readonly PlatformStack[] {
  return scope.node.children
    .filter((child) => child instanceof PlatformStack)
    .filter((stack) => stack.belongsTo(deployment));
}
