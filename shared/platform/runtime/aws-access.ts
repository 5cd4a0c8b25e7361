import {
  type AwsClients,
  createDynamoClient,
  createKmsClient,
  createSchedulerClient,
  createSqsClient,
  type DynamoClient,
  type KmsClient,
  type SchedulerSender,
  type SqsClient,
} from '#packages/lean-aws-client/aws-clients.ts';
import type { Environment } from '#packages/lean-aws-client/direct-client.ts';

/**
 * The AWS clients of a function. Each is created when an adapter first asks for it, so that the bundle of a function has no others. Tests
 * pass their own.
 */
export type AwsAccess = { readonly environment: Environment } & {
  -readonly [Name in keyof AwsClients]?: AwsClients[Name];
};

export function dynamoClient(aws: AwsAccess): DynamoClient {
  return (aws.dynamo ??= createDynamoClient(aws.environment));
}

export function sqsClient(aws: AwsAccess): SqsClient {
  return (aws.sqs ??= createSqsClient(aws.environment));
}

export function kmsClient(aws: AwsAccess): KmsClient {
  return (aws.kms ??= createKmsClient(aws.environment));
}

export function schedulerClient(aws: AwsAccess): SchedulerSender {
  return (aws.scheduler ??= createSchedulerClient(aws.environment));
}
