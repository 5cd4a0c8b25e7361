import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Stage } from '#infra/config.ts';
import { asList, at, functionOf } from '#test/infra/synthesized.ts';
import { permitsOfRole } from './policies.ts';
import type { Permit } from './policies.ts';

/** Everything that the role of a function may do, except writing to its own log group, which is asserted here. */
export function grantedTo(stage: Stage, operation: string): readonly string[] {
  const lambda = functionOf(stage, operation);
  const logs = String(at(lambda.properties, 'LoggingConfig', 'LogGroup')).slice(0, -1);
  const own = [`logs:CreateLogStream ${logs}.Arn}`, `logs:PutLogEvents ${logs}.Arn}`];
  const roleId = String(lambda.properties['Role']).slice('${'.length, -'.Arn}'.length);
  const grants = permitsOfRole(stage, roleId).flatMap(lines);
  expect(grants).toEqual(expect.arrayContaining(own));
  return sorted(grants.filter((grant) => !own.includes(grant)));
}

/** One line for each partition that the permit is limited to, otherwise one line with its condition. */
export function lines(permit: Permit): readonly string[] {
  const { effect, action, resource, condition } = permit;
  const allowed = `${effect === 'Allow' ? '' : `${effect} `}${action} ${resource}`;
  const limits = limitsOf(permit);
  if (limits) return limits.map((limit) => `${allowed} ${limit}`);
  return [condition === undefined ? allowed : `${allowed} ${JSON.stringify(condition)}`];
}

/** The partitions of a permit, with the attributes it is limited to. Undefined for a condition that a scan would satisfy. */
export function limitsOf({ condition }: Permit): readonly string[] | undefined {
  const leadingKeys = at(condition, 'ForAllValues:StringLike', 'dynamodb:LeadingKeys');
  const keys = asList(leadingKeys).map(String);
  const attributes = at(condition, 'ForAllValues:StringEquals', 'dynamodb:Attributes');
  const onKeys = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leadingKeys } };
  const plain = { ...onKeys, Null: { 'dynamodb:LeadingKeys': 'false' } };
  const narrow = {
    ...onKeys,
    Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': 'NONE' },
  };
  if (isDeepStrictEqual(condition, attributes === undefined ? plain : narrow))
    return attributes === undefined ? keys : keys.map((key) => `${key} (${asList(attributes).join()})`);
  return undefined;
}

export function sorted(grants: readonly string[]): readonly string[] {
  return [...new Set(grants)].toSorted();
}

/** The grants of the consumer of a queue. */
export function consuming(queue: string): readonly string[] {
  return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => `sqs:${action} ${queue}`);
}

/** The condition of a grant on ciphertexts of one purpose. */
export function forPurpose(purpose: string): string {
  return JSON.stringify({ StringEquals: { 'kms:EncryptionContext:purpose': purpose } });
}
