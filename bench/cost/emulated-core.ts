import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { synthesize } from '#infra/synthesize.ts';
import { createTables } from '#local/dynamodb/create-tables.ts';
import { startDynamoDb } from '#local/dynamodb/dynoxide.ts';
import { readPlatform } from '#local/template/read-platform.ts';
import { createTable, type WritableTable } from '#shared/platform/store/table.ts';

/** Runs something on the core table of the templates, in an emulator of its own. */
export async function withCoreTable<Result>(
  templates: ReturnType<typeof synthesize>['templates'],
  run: (core: WritableTable) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-cost-core-'));
  const externalEndpoint = process.env['DYNAMODB_ENDPOINT'];
  const database = await startDynamoDb({ directory, externalEndpoint });
  const client = new DynamoDBClient({
    endpoint: database.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  try {
    const { tables } = readPlatform(templates, { queueUrl: String, apiUrl: '' });
    const core = tables.find(({ streamView }) => streamView !== undefined);
    if (!core) throw new Error('The template does not contain the core table');
    await createTables(client, [core], { fresh: true });
    return await run(createTable(client, core.name));
  } finally {
    client.destroy();
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
