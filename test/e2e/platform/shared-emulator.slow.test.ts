import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DynamoDbPart, startDynamoDb } from '#local/dynamodb/dynoxide.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { type RunningStack, startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';

describe('two stacks with one DynamoDB emulator', () => {
  let folder: string;
  let dynamodb: DynamoDbPart;
  let stacks: readonly RunningStack[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workspace-shared-emulator-'));
    dynamodb = await startDynamoDb({ directory: folder, externalEndpoint: undefined });
    const env = { DYNAMODB_ENDPOINT: dynamodb.endpoint };
    stacks = [await startStack({ env }), await startStack({ env })];
  });
  afterAll(async () => {
    for (const stack of stacks) await stack.discard();
    await dynamodb.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('have tables of their own', () => {
    const names = stacks.flatMap(({ coreTable, deliveryTable }) => [coreTable, deliveryTable]);

    expect(stacks.map(({ dynamodbUrl }) => dynamodbUrl)).toEqual([dynamodb.endpoint, dynamodb.endpoint]);
    expect(new Set(names).size).toBe(4);
  });

  it('do not see the items of each other', async () => {
    const [one, two] = stacks;
    if (one === undefined || two === undefined) throw new Error('Both stacks are running');
    const own = apiClient(one.baseUrl, one.apiKey);
    const foreign = apiClient(two.baseUrl, one.apiKey);

    expect((await own('GET', '/api/v1/workspace')).status).toBe(200);
    expect((await foreign('GET', '/api/v1/workspace')).status).toBe(401);
    const items = await Promise.all(
      stacks.map(async (stack) => {
        const tables = openRawTables(stack);
        const found = await tables.readTexts();
        tables.close();
        return found.join('\n');
      }),
    );
    expect(items[0]).toContain(one.workspaceId);
    expect(items[0]).not.toContain(two.workspaceId);
    expect(items[1]).toContain(two.workspaceId);
    expect(items[1]).not.toContain(one.workspaceId);
  });
});
