import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { hashOfWorkspace } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import { erasedWorkspaceKey } from '#shared/workspaces/store/keys.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

/** The number of the status in responses. */
const DRAFT = 0;
const AWS = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

type Item = Record<string, unknown>;

describe('npm run restore', () => {
  const stack = forAllTests(startStack, 'discard');
  const receiver = forAllTests(startReceiver, 'close');
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const client = forAllTests(
    () =>
      new DynamoDBClient({
        endpoint: stack.dynamodbUrl,
        region: AWS.AWS_REGION,
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      }),
    'destroy',
  );
  const within = () => `/os/api/${stack.workspaceId}`;

  async function post(path: string, body: unknown, status = 201) {
    return expectStatus(await api('POST', path, { body }), status).body;
  }

  async function coreItems(): Promise<Item[]> {
    return (await tables.readAll()).filter(({ table }) => table === stack.coreTable).map(({ item }) => item);
  }

  /** The table as a restore to this point in time would create it. */
  async function snapshot(): Promise<string> {
    const TableName = `Restored-${randomUUID()}`;
    const keys = [
      ['pk', 'HASH'],
      ['sk', 'RANGE'],
    ] as const;
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: keys.map(([AttributeName, KeyType]) => ({ AttributeName, KeyType })),
        AttributeDefinitions: keys.map(([AttributeName]) => ({ AttributeName, AttributeType: 'S' })),
      }),
    );
    for (const item of await coreItems())
      await client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
    return TableName;
  }

  /** Adds a copy of an event about the contact, whose body no version can read. Returns its id. */
  async function addUnreadableEvent(TableName: string, contactId: string): Promise<string> {
    const about = (await coreItems()).find(
      (item) => isEvent(item) && fromEventItem(item).body.includes(contactId),
    );
    const sk = newId(new Date());
    const item = { ...about, sk, body: Buffer.from([250, 1, 2]) };
    await client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
    return sk;
  }

  /** Deletes items as an accident does, without the API. */
  async function lose(isLost: (item: Item) => boolean): Promise<number> {
    const lost = (await coreItems()).filter(isLost);
    for (const { pk, sk } of lost)
      await client.send(new DeleteItemCommand({ TableName: stack.coreTable, Key: marshall({ pk, sk }) }));
    return lost.length;
  }

  async function restore(restored: string, ...flags: string[]): Promise<string> {
    const args = [
      'scripts/commands/restore.ts',
      '--table',
      stack.coreTable,
      '--restored',
      restored,
      ...flags,
    ];
    const env = { ...process.env, ...AWS, AWS_ENDPOINT_URL_DYNAMODB: stack.dynamodbUrl };
    return (await promisify(execFile)(process.execPath, args, { env })).stdout;
  }

  it('brings back what was lost, and nothing that was ended on purpose', async () => {
    await createEnabledEndpoint(api, receiver.url, ['salesbot.store.order_paid', 'salesbot.contact.created']);
    await ingestOrderPaid(api, 'one');
    const contact = { id: randomUUID(), name: 'Ada' };
    await post('/api/v1/salesbot/events', { event: 'salesbot.contact.created', data: { contact } }, 202);
    await receiver.waitFor(2);
    const page = (await post('/api/v1/biolinks/pages', { title: 'Ada', slug: 'restored' })).data;
    const account = (await post(`${within()}/accounts`, { provider: 'sandbox', credentials: {} })).data;
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }] }];
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const draft = (
      await post(`${within()}/posts`, { accounts: [account.id], versions, date: tomorrow, time: '12:00' })
    ).data;
    const [lostTag, editedTag] = [
      (await post(`${within()}/tags`, { name: 'Lost', hex_color: '#ff0000' })).data,
      (await post(`${within()}/tags`, { name: 'Before', hex_color: '#00ff00' })).data,
    ];
    expectStatus(
      await api('POST', `${within()}/posts/schedule/${draft.uuid ?? draft.id}`, { body: {} }),
      200,
    );
    const member = (
      await post('/api/v1/members', { name: 'Grace', email: 'grace@example.org', role: 'admin' })
    ).data;
    const permissions = ['workspace:settings:read'];
    const [key, memberKey] = [
      await post('/api/v1/api-keys', { name: 'Revoked', permissions }),
      await post('/api/v1/api-keys', { name: 'Member', permissions, member_id: member.id }),
    ];
    const restored = await snapshot();
    const unreadable = await addUnreadableEvent(restored, contact.id);

    expectStatus(await api('DELETE', `/api/v1/api-keys/${key.data.id}`), 204);
    expectStatus(await api('DELETE', `/api/v1/members/${member.id}`), 204);
    await post('/api/v1/salesbot/erasures', { contact_id: contact.id }, 202);
    const rename = { body: { name: 'After', hex_color: '#0000ff' } };
    expectStatus(await api('PATCH', `${within()}/tags/${editedTag.uuid}`, rename), 200);
    const ids = [page.id, draft.uuid ?? draft.id, lostTag.uuid];
    const isLost = (item: Item) =>
      isEvent(item) ||
      ids.some((id) =>
        [item['pk'], item['sk'], item['uuid'], item['pageId']].some(
          (value) => typeof value === 'string' && value.includes(id),
        ),
      );
    expect(await lose(isLost)).toBeGreaterThan(6);
    // The other workspace was erased.
    await lose((item) => JSON.stringify(item).includes(stack.otherWorkspaceId));
    const trace = erasedWorkspaceKey(hashOfWorkspace(stack.otherWorkspaceId));
    await client.send(new PutItemCommand({ TableName: stack.coreTable, Item: marshall(trace) }));

    const requests = receiver.requests.length;
    const before = (await coreItems()).length;
    expect(await restore(restored)).toContain('Dry run: nothing was written.');
    expect(await coreItems()).toHaveLength(before);

    const output = await restore(restored, '--apply');
    expect(output).toMatch(/conflict: sequential .*differs; --overwrite replaces it/u);
    expect(output).toMatch(new RegExp(`conflict: event .*${unreadable}: its body cannot be read`, 'u'));
    expect(expectStatus(await api('GET', `/api/v1/biolinks/pages/${page.id}`), 200).body.data.slug).toBe(
      'restored',
    );
    const shown = expectStatus(await api('GET', `${within()}/posts/${draft.uuid ?? draft.id}`), 200).body
      .data;
    expect(shown).toMatchObject({ status: DRAFT, date: tomorrow });
    expect(expectStatus(await api('GET', `${within()}/tags/${lostTag.uuid}`), 200).body.data.name).toBe(
      'Lost',
    );
    expect(expectStatus(await api('GET', `${within()}/tags/${editedTag.uuid}`), 200).body.data.name).toBe(
      'After',
    );
    for (const { secret } of [key, memberKey])
      expect((await apiClient(stack.baseUrl, secret)('GET', '/api/v1/workspace')).body.code).toBe(
        'api_key_invalid',
      );
    const listed = expectStatus(await api('GET', '/api/v1/members'), 200).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(member.id);
    const items = await coreItems();
    expect(items.filter((item) => JSON.stringify(item).includes(stack.otherWorkspaceId))).toEqual([]);
    const bodies = items.filter(isEvent).map((item) => fromEventItem(item).body);
    expect(bodies.filter((body) => body.includes(contact.id))).toEqual([]);
    expect(bodies.filter((body) => body.includes('order_paid'))).toHaveLength(1);
    expect(items.filter((item) => item['restoredAt'] !== undefined && item['duePk'] !== undefined)).toEqual(
      [],
    );

    expect(await restore(restored, '--apply', '--overwrite')).toContain('sequential: written');
    expect(expectStatus(await api('GET', `${within()}/tags/${editedTag.uuid}`), 200).body.data.name).toBe(
      'Before',
    );
    expect(await restore(restored, '--apply')).not.toContain(': written');

    // The stream has passed the restored items: the audit log shows the restore, and nothing was sent again.
    await waitFor('the audit log shows the restore', async () => {
      const { body } = expectStatus(await api('GET', '/api/v1/audit-events?operation=restore'), 200);
      return body.data.some(({ actor }: { actor: { kind: string } }) => actor.kind === 'operator');
    });
    await ingestOrderPaid(api, 'after');
    await receiver.waitFor(requests + 1);
    expect(receiver.requests).toHaveLength(requests + 1);
  }, 120_000);
});

function isEvent({ pk }: Item): boolean {
  return String(pk).startsWith('EV#');
}
