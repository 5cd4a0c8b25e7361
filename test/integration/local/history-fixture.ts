import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { ExampleApi } from '#local/example/example-api.ts';
import { WORKSPACE_AGE_MS } from '#local/example/example-workspace.ts';
import { HISTORY_STEPS } from '#local/example/history/history-steps.ts';
import type { History } from '#local/example/history/history.ts';
import { openHistory } from '#local/example/history/open-history.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aPhoneNumber } from '#test/support/builders/messaging/phone-number-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { createMemorySecretBox } from '#test/support/fakes/platform/memory-secret-box.ts';
import { createDynamoFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { type Emulator, startEmulator } from '#test/support/fixtures/platform/stacks/emulator.ts';

/** An emulator on which examples can be filled. */
export async function startHistoryFixture() {
  const emulator = await startEmulator();
  const stores = createDynamoFixture(emulator.core, emulator.deliveries);
  return {
    ...emulator,
    stores,
    open: () => openNew(emulator, stores),
  };
}

/** A new workspace whose history ends now. */
async function openNew(
  { core, deliveries }: Emulator,
  stores: ReturnType<typeof createDynamoFixture>,
): Promise<{ readonly history: History; readonly apiKey: string }> {
  const { workspaceId, apiKeys } = await bootstrapWorkspace(
    core,
    {
      name: 'Example shop',
      timezone: 'Europe/Berlin',
      admins: [{ name: 'Rosa Admin', email: 'rosa@example.com' }],
    },
    new Date(NOW.getTime() - WORKSPACE_AGE_MS),
  );
  const [apiKey = ''] = apiKeys;
  const history = await openHistory(
    { core, deliveries, secrets: createMemorySecretBox() },
    {
      api: storesAsApi(stores, workspaceId),
      apiKey,
      receiverUrl: 'http://127.0.0.1:3001',
      endsAt: NOW,
      clock: () => NOW,
    },
  );
  return { history, apiKey };
}

/** Runs every step. */
export async function writeHistory(history: History): Promise<void> {
  for (const write of HISTORY_STEPS) await write(history);
}

/** The requests of the history, which connect two accounts and a phone number, without an API. */
function storesAsApi(
  { accounts, numbers }: Pick<ReturnType<typeof createDynamoFixture>, 'accounts' | 'numbers'>,
  workspaceId: string,
): ExampleApi {
  return {
    async send(method, path, body) {
      if (path === '/api/v1/me')
        return { data: { workspace: { id: workspaceId, timezone: 'Europe/Berlin' } } };
      if (path.endsWith('/accounts')) {
        if (method === 'GET') return { data: await accounts.list(workspaceId, { limit: 10 }) };
        const account = { workspaceId, id: await accounts.nextId(workspaceId), name: Object(body).name };
        return accounts.create(anAccount(account), anEvent(), aContext());
      }
      if (method === 'GET') return { data: await numbers.list(workspaceId) };
      if (path.endsWith('/verify')) return undefined;
      const number = aPhoneNumber({ workspaceId, platform: 'sandbox', phone: Object(body).phone });
      await numbers.create(number, aContext());
      return { data: { id: number.id } };
    },
    async waitUntil() {},
  };
}

/** All items of a table, by their keys. */
export async function itemsOf({ client, name }: WritableTable): Promise<ReadonlyMap<string, Item>> {
  const items = new Map<string, Item>();
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName: name, ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}) }),
    );
    for (const stored of page.Items ?? []) {
      const item: Item = unmarshall(stored);
      items.set(`${String(item['pk'])} ${String(item['sk'])}`, item);
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}
