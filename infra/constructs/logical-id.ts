import { CfnElement } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Fixes the logical id of a resource's CloudFormation element, so that moving the construct in the tree never replaces the
 * resource. Throws if the construct is not a resource.
 */
export function fixLogicalId(resource: IConstruct, logicalId: string): void {
  const element = resource.node.defaultChild;
  if (!(element instanceof CfnElement))
    throw new Error(`${resource.node.path} has no CloudFormation element.`);
  element.overrideLogicalId(logicalId);
}

/** `create-endpoint` becomes `CreateEndpoint`. */
export function pascalCase(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
