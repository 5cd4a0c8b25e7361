import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Attempts of one SDK call, the first included; DynamoDB's own retries are quick. */
const MAX_ATTEMPTS = 5;

/** A DynamoDB client; endpoint, region and credentials come from the environment, as everywhere in AWS. */
export function createDynamoClient(): DynamoDBClient {
  return new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS });
}
