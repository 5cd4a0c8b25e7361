import { at, asList, functionOf, type Synthesized } from '#test/infra/synthesized.ts';
import type { IamCall } from '#test/support/fixtures/platform/records/iam-calls.ts';
import { permitsOfRole } from './policies.ts';
import { type AuthorizedRequest, type Statement, isAllowed } from './policy-evaluator.ts';

/** The statements of a function's role, one for each action on each resource. */
export function statementsOf(stage: Synthesized, operation: string): readonly Statement[] {
  const roleId = String(functionOf(stage, operation).properties['Role']).slice('${'.length, -'.Arn}'.length);
  return permitsOfRole(stage, roleId).map(({ effect, action, resource, condition }) => ({
    effect,
    actions: [action],
    resources: [resource],
    conditions: conditionsOf(condition),
  }));
}

/** Whether the role of a function may make the call. */
export function mayCall(stage: Synthesized, operation: string, call: IamCall): boolean {
  return isAllowed(statementsOf(stage, operation), toRequest(call));
}

/** The call with the ARN of its resource as the synthesized policies state it, and the context keys that AWS sets. */
export function toRequest({ action, resource, ...values }: IamCall): AuthorizedRequest {
  const { keys, attributes, returnValues, purpose } = values;
  return {
    action,
    resource: arnOf(action, resource),
    context: {
      ...(keys && keys.length > 0 ? { 'dynamodb:LeadingKeys': keys } : {}),
      ...(attributes ? { 'dynamodb:Attributes': attributes } : {}),
      ...(returnValues === undefined ? {} : { 'dynamodb:ReturnValues': [returnValues] }),
      ...(purpose === undefined ? {} : { 'kms:EncryptionContext:purpose': [purpose] }),
      // The numbers of the local stack have the tag; a policy limits only those calls by it that are about numbers.
      ...(isMessaging(action) ? { 'aws:ResourceTag/workspace': ['local'] } : {}),
      ...(action === 'iam:PassRole' ? { 'iam:PassedToService': ['scheduler.amazonaws.com'] } : {}),
    },
  };
}

function isMessaging(action: string): boolean {
  return action.startsWith('sms-voice:') || action.startsWith('social-messaging:');
}

function arnOf(action: string, resource: string): string {
  if (isMessaging(action))
    return `arn:\${AWS::Partition}:${action.split(':')[0]}:\${AWS::Region}:\${AWS::AccountId}:${resource}`;
  if (action.startsWith('kms:')) return '${SecretKey.Arn}';
  if (action.startsWith('scheduler:')) {
    const group = resource.replace('schedules/', '');
    return `arn:\${AWS::Partition}:scheduler:\${AWS::Region}:\${AWS::AccountId}:schedule/${group}/name`;
  }
  const [name = '', ...path] = resource.replace('roles/', '').split('/');
  const within = path.length > 0 && action.startsWith('s3:') ? [...path, 'name'] : path;
  return [`\${${name}.Arn}`, ...within].join('/');
}

function conditionsOf(condition: unknown): Statement['conditions'] {
  const operators = typeof condition === 'object' && condition !== null ? Object.keys(condition) : [];
  return Object.fromEntries(
    operators.map((operator) => {
      const keys: object = Object(at(condition, operator));
      return [operator, Object.fromEntries(Object.entries(keys).map(([key, value]) => [key, asList(value)]))];
    }),
  );
}
