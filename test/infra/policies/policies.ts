import type { Stage } from '#infra/config.ts';
import { asList, at, resourcesOf } from '#test/infra/synthesized.ts';
import type { Found, Synthesized } from '#test/infra/synthesized.ts';

/** One action on one resource, as a policy of the stage allows it. */
export type Permit = {
  readonly effect: string;
  readonly action: string;
  readonly resource: string;
  readonly condition: unknown;
};

/** The permissions of a role: its inline and attached policies, split into single permits. */
export function permitsOfRole(stage: Synthesized, roleId: string): readonly Permit[] {
  const attached = resourcesOf(stage, 'AWS::IAM::Policy').filter(({ properties }) =>
    asList(properties['Roles']).includes(`\${${roleId}}`),
  );
  const role = resourcesOf(stage, 'AWS::IAM::Role').filter(({ id }) => id === roleId);
  return [...attached, ...role].flatMap(permitsOf);
}

/** Every permit of every policy of a stage, resource policies included, trust policies not. */
export function allPermits(stage: Stage): readonly Permit[] {
  return resourcesOf(stage).flatMap(permitsOf);
}

function permitsOf({ properties }: Found): readonly Permit[] {
  const documents = [
    properties['PolicyDocument'],
    properties['KeyPolicy'],
    ...asList(properties['Policies']).map((policy) => at(policy, 'PolicyDocument')),
  ];
  return documents.flatMap((document) => asList(at(document, 'Statement')).flatMap(permitsOfStatement));
}

function permitsOfStatement(statement: unknown): readonly Permit[] {
  return asList(at(statement, 'Action')).flatMap((action) =>
    asList(at(statement, 'Resource')).map((resource) => ({
      effect: String(at(statement, 'Effect')),
      action: String(action),
      resource: String(resource),
      condition: at(statement, 'Condition'),
    })),
  );
}
