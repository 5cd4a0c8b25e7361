import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { createDynamoApiKeyStore } from '#shared/platform/identity/store/dynamo-api-key-store.ts';
import { hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { issueConsoleLink } from '#shared/workspaces/store/issue-console-link.ts';
import { readJsonFile } from './json-file.ts';
import type { DemoData } from './seed-demo.ts';

const storedLink = v.object({ consoleUrl: v.string() });

/**
 * A link that opens the console as the first demo admin for eight hours. Somebody who restarts the stack often reaches the limit
 * of active links: the stack then prints the link of its last start again.
 */
export async function createConsoleUrl(options: {
  readonly coreTable: string;
  readonly demo: DemoData;
  readonly demoFile: string;
  readonly baseUrl: string;
  readonly now: Date;
}): Promise<string> {
  const { coreTable, demo, demoFile, baseUrl, now } = options;
  const core = createTable(new DynamoDBClient(), coreTable);
  const key = await createDynamoApiKeyStore(core).findByHash(hashApiKey(demo.apiKey));
  if (!key) return `${baseUrl}/console`;
  try {
    return await issueConsoleLink(core, key, baseUrl, now);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const stored = v.safeParse(storedLink, readJsonFile(demoFile));
    return `${baseUrl}/console${stored.success ? new URL(stored.output.consoleUrl).hash : ''}`;
  }
}
