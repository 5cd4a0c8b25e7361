import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/**
 * How every client of the SDK works. Limits of one call in milliseconds: without them a service that hangs takes the whole
 * function with it, and all attempts together stay well under the 15 s of the longest function. The rest are the SDK's own
 * defaults: whatever is not said here it looks for in the environment and in files, at the first call of every container.
 */
export const SDK_LIMITS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  retryMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  authSchemePreference: noPreference,
  userAgentAppId: noName,
} as const;

/** A DynamoDB client; endpoint, region and credentials come from the environment, as everywhere in AWS. */
export function createDynamoClient(): DynamoDBClient {
  const client = new DynamoDBClient({ ...SDK_LIMITS, accountIdEndpointMode: 'disabled' });
  // It prepares every request and answer for a log, even if there is none: as much work as signing the request.
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

async function noPreference(): Promise<string[]> {
  return [];
}

async function noName(): Promise<undefined> {
  return undefined;
}
