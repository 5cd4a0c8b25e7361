import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import type { Running } from '#scripts/lib/stack/running.ts';
import { API_KEY_LIMIT, CONSOLE_KEY_LIMIT } from '#shared/platform/identity/workspace.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { bootstrapWorkspace } from '#shared/workspaces/store/bootstrap-workspace.ts';
import { sendRequest } from './send-request.ts';

/** Members and keys that a sample may need. */
export const WORKSPACE_GIVENS = [
  'viewer',
  'key',
  'full-key-ring',
  'limited-admin-key',
  'former-admin-key',
  'endpoint-and-former-admin',
  'lone-admin',
  'suspended-endpoint',
  'deletion-requested',
  'export',
  'own-workspace',
  'console-links',
  'erasure-started',
] as const;

type WorkspaceGiven = (typeof WORKSPACE_GIVENS)[number];

const responseSchema = v.object({ data: v.object({ id: v.string() }), secret: v.optional(v.string(), '') });

const meSchema = v.object({ data: v.object({ member: v.object({ id: v.string() }) }) });

export function isWorkspaceGiven(given: string): given is WorkspaceGiven {
  return WORKSPACE_GIVENS.some((each) => each === given);
}

/** Creates members and keys through the API; returns the values of its placeholders. */
export async function prepareWorkspaceGiven(
  running: Running,
  given: WorkspaceGiven,
): Promise<Record<string, string>> {
  if (given === 'lone-admin') return createLoneAdmin(running);
  if (given === 'export' || given === 'own-workspace') return createOwnWorkspace(given === 'export');
  if (given === 'console-links') return createConsoleLinks();
  if (given === 'deletion-requested') return requestDeletion(false);
  if (given === 'erasure-started') return requestDeletion(true);
  if (given === 'key') return { keyId: (await addKeyOf(undefined)).data.id };
  if (given === 'limited-admin-key') return addLimitedAdmin();
  const memberEmail = `sample-${randomUUID()}@example.com`;
  const role = given === 'viewer' ? 'viewer' : 'admin';
  const member = await create('members', { name: 'Sample', email: memberEmail, role });
  const memberId = member.data.id;
  if (given === 'full-key-ring') {
    for (let made = 0; made < API_KEY_LIMIT; made += 1) await addKeyOf(memberId);
  }
  if (given === 'viewer' || given === 'full-key-ring') return { memberId, memberEmail };

  const permissions = ['salesbot:webhooks:subscribe', 'workspace:keys:write', 'publishing:posts:read'];
  const { secret } = await addKeyOf(memberId, permissions);
  if (given === 'former-admin-key' || given === 'endpoint-and-former-admin') {
    const { keyId = '' } = await prepareWorkspaceGiven(running, 'key');
    const endpointId = given === 'former-admin-key' ? '' : await addEndpoint(running.apiKey);
    await send('PATCH', `members/${memberId}`, { role: 'editor' });
    await restore(memberId, permissions);
    const { data } = v.parse(meSchema, await send('GET', 'me'));
    return { keyId, endpointId, formerAdminKey: secret, otherMemberId: data.member.id };
  }
  const endpointId = await addEndpoint(secret);
  await send('DELETE', `members/${memberId}`);
  return { endpointId };

  /** Creates a workspace that the placeholders then refer to, because a workspace has at most one unfinished export. */
  async function createOwnWorkspace(withExport: boolean): Promise<Record<string, string>> {
    const { loneWorkspaceId: workspaceId = '', loneAdminKey: apiKey = '' } = await createLoneAdmin(running);
    const made = withExport ? await create('workspace/exports', {}, apiKey) : undefined;
    return { workspaceId, apiKey, exportId: made?.data.id ?? '' };
  }

  /** A workspace whose admin has no console link left, and a key of this admin that can do nothing else than create links. */
  async function createConsoleLinks(): Promise<Record<string, string>> {
    const values = await createOwnWorkspace(false);
    const { apiKey = '' } = values;
    for (let made = 0; made < CONSOLE_KEY_LIMIT; made += 1) await create('console-links', {}, apiKey);
    const body = { name: 'Links', permissions: ['workspace:keys:write'] };
    return { ...values, linkingKey: (await create('api-keys', body, apiKey)).secret };
  }

  /** Requests the deletion of the workspace itself, or of another one whose grace period then ends. */
  async function requestDeletion(isStarted: boolean): Promise<Record<string, string>> {
    if (!isStarted) {
      await send('DELETE', 'workspace');
      return {};
    }
    const made = await createLoneAdmin(running);
    await send('DELETE', 'workspace', undefined, made['loneAdminKey']);
    await endGracePeriod(running, made['loneWorkspaceId'] ?? '');
    return made;
  }

  /** An admin of one product, who can give no other. */
  async function addLimitedAdmin(): Promise<Record<string, string>> {
    const admin = { name: 'Limited', email: `sample-${randomUUID()}@example.com`, role: 'admin' };
    const { id } = (await create('members', { ...admin, products: ['publishing'] })).data;
    return { memberId: id, limitedAdminKey: (await addKeyOf(id, ['workspace:members:write'])).secret };
  }

  async function addEndpoint(key: string): Promise<string> {
    const subscriptions = [{ event: 'salesbot.store.order_paid' }];
    const endpoint = { name: 'Sample', url: `${running.receiverUrl}/hooks/samples`, subscriptions };
    const { id } = (await create('workspace-webhooks', endpoint, key)).data;
    await send('PATCH', `workspace-webhooks/${id}`, { enabled: true }, key);
    return id;
  }

  function addKeyOf(member_id: string | undefined, granted = ['publishing:posts:read']) {
    return create('api-keys', { name: 'Sample', permissions: granted, member_id });
  }

  async function create(path: string, body: unknown, key = running.apiKey) {
    return v.parse(responseSchema, await send('POST', path, body, key));
  }

  function send(method: string, path: string, body?: unknown, apiKey = running.apiKey): Promise<unknown> {
    return sendRequest({ ...running, apiKey }, method, `/api/v1/${path}`, body);
  }

  /** Restores the permissions of a key, as a container that has cached the key sees them for 30 seconds. */
  async function restore(owner: string, granted: readonly string[]): Promise<void> {
    const tables = openRawTables(running);
    await tables.rewrite((item) =>
      item['sk'] === 'K' && item['memberId'] === owner ? { ...item, permissions: granted } : undefined,
    );
    tables.close();
  }
}

/** The request as it is right after the grace period, before the keys are revoked. The next step is far away. */
async function endGracePeriod(running: Running, workspaceId: string): Promise<void> {
  const tables = openRawTables(running);
  await tables.rewrite((item) =>
    item['sk'] === 'DELETION' && item['workspaceId'] === workspaceId
      ? { ...item, phase: 'closing' }
      : undefined,
  );
  tables.close();
}

/** Creates a workspace with one admin, as an operator does. */
export async function createLoneAdmin({ dynamodbUrl, coreTable }: Running): Promise<Record<string, string>> {
  const client = new DynamoDBClient({
    endpoint: dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const request = {
    name: 'Sample',
    timezone: 'UTC',
    admins: [{ name: 'Solo', email: 'solo@example.com' }],
  };
  const { apiKeys, memberIds, workspaceId } = await bootstrapWorkspace(
    createTable(client, coreTable),
    request,
    new Date(),
  );
  client.destroy();
  return { loneAdminKey: apiKeys[0] ?? '', memberId: memberIds[0] ?? '', loneWorkspaceId: workspaceId };
}
