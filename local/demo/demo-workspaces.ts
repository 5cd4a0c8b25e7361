import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LocalError } from '#local/local-error.ts';
import { createTable, type WritableTable } from '#shared/platform/store/table.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';
import { createDemoPage } from './demo-page.ts';
import type { DemoData, SeedContext } from './seed-demo.ts';

/**
 * Creates the demo workspace with two admins, a page and a domain, and a second workspace for comparison, with the same code
 * as an operator.
 */
export async function createDemoWorkspaces({ environment, now }: SeedContext): Promise<DemoData> {
  const tableName = environment['CORE_TABLE'];
  if (tableName === undefined) throw new LocalError('no function of the template uses the core table');
  const table = createTable(new DynamoDBClient(), tableName);
  const workspaces = await bootstrapDemoWorkspaces(table, now);
  return { ...workspaces, pageSlug: await createDemoPage(table, workspaces.workspaceId, now) };
}

/** Creates both workspaces, without the page and the domain, whose slug and host can exist only once. */
export async function bootstrapDemoWorkspaces(
  table: WritableTable,
  now: Date,
): Promise<Omit<DemoData, 'pageSlug'>> {
  const demo = await bootstrapWorkspace(
    table,
    {
      name: 'Demo',
      timezone: 'UTC',
      admins: [
        { name: 'Ada Admin', email: 'ada@example.com' },
        { name: 'Grace Admin', email: 'grace@example.com' },
      ],
    },
    now,
  );
  const other = await bootstrapWorkspace(
    table,
    { name: 'Other', timezone: 'UTC', admins: [{ name: 'Olaf Admin', email: 'olaf@example.com' }] },
    now,
  );
  const [apiKey = '', secondAdminApiKey = ''] = demo.apiKeys;
  const [otherApiKey = ''] = other.apiKeys;
  return {
    workspaceId: demo.workspaceId,
    apiKey,
    secondAdminApiKey,
    otherWorkspaceId: other.workspaceId,
    otherApiKey,
  };
}
