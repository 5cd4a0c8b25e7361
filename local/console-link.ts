import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { issueConsoleLink } from '#shared/workspaces/store/issue-console-link.ts';

/**
 * A link that opens the console as the member of a key for eight hours. After many restarts, the member has reached
 * the limit of active links, and the stack prints the link of its last start again.
 */
export async function createConsoleUrl(options: {
  readonly coreTable: string;
  readonly apiKey: string;
  /** The link of the last start. */
  readonly previous: string | undefined;
  readonly baseUrl: string;
  readonly now: Date;
}): Promise<string> {
  const { coreTable, apiKey, previous, baseUrl, now } = options;
  const core = createTable(new DynamoDBClient(), coreTable);
  const key = await createDynamoApiKeyStore(core).findByHash(hashApiKey(apiKey));
  if (!key) return `${baseUrl}/console`;
  try {
    return await issueConsoleLink(core, key, baseUrl, now);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return `${baseUrl}/console${previous === undefined ? '' : new URL(previous).hash}`;
  }
}
