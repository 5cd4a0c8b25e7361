import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * Limits of one SDK call in milliseconds: without them a service that hangs takes the whole function with it. All
 * attempts together stay well under the 15 s of the longest function.
 */
export const SDK_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
} as const;

/** A DynamoDB client; endpoint, region and credentials come from the environment, as everywhere in AWS. */
export function createDynamoClient(): DynamoDBClient {
  return new DynamoDBClient(SDK_LIMITS);
}
