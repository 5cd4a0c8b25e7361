import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
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

const SIZE = 2000;

describe('deleting a workspace', () => {
  const stack = forAllTests(startStack, 'discard');
  const receiver = forAllTests(startReceiver, 'close');
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const second = forAllTests(() => apiClient(stack.baseUrl, stack.secondAdminApiKey));
  const other = forAllTests(() => apiClient(stack.baseUrl, stack.otherApiKey));

  const within = () => `/os/api/${stack.workspaceId}`;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  /** Something of every product, with schedules, files, retries and responses that are stored under an idempotency key. */
  async function fill(): Promise<void> {
    await createEnabledEndpoint(api, receiver.url, [
      'salesbot.store.order_paid',
      'publishing.post.scheduled',
    ]);
    await ingestOrderPaid(api, 'one');
    await receiver.waitFor(1);
    receiver.behave(() => 503);
    await ingestOrderPaid(api, 'two');
    await receiver.waitFor(2);
    const page = await post('/api/v1/biolinks/pages', {
      title: 'Ada',
      slug: 'erased-page',
    });
    await post(`/api/v1/biolinks/pages/${page.id}/blocks`, { type: 'header', title: 'Hello' });
    await post('/api/v1/biolinks/pixels', {
      name: 'Pixel',
      provider: 'google',
      tag_id: 'G-ABC1234567',
    });
    await post('/api/v1/biolinks/domains', { host: 'erased.example.com' });
    const account = await post(`${within()}/accounts`, {
      provider: 'sandbox',
      name: 'Sandbox',
      credentials: {},
    });
    await post(`${within()}/tags`, { name: 'News', hex_color: '#ff0000' });
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }], options: {} }];
    const draft = await post(`${within()}/posts`, {
      accounts: [account.id],
      versions,
      date: tomorrow,
      time: '12:00',
    });
    expectStatus(
      await api('POST', `${within()}/posts/schedule/${draft.uuid ?? draft.id}`, { body: {} }),
      200,
    );
    await post('/api/v1/salesbot/erasures', { contact_id: randomUUID() }, 202);
    const uploaded = await upload();
    expectStatus(await api('POST', `${within()}/media/${uploaded}/complete`), 200);
    // An upload that is never completed.
    await upload();
    const exported = await post('/api/v1/workspace/exports', {}, 202);
    await waitFor('the export is complete', async () => {
      await invokeFunction(stack, 'export-workspaces', {});
      const { body } = await api('GET', `/api/v1/workspace/exports/${exported.id}`);
      return body.data.state === 'completed';
    });
  }

  /** Uploads a file; returns its UUID. */
  async function upload(): Promise<string> {
    const body = { name: 'a.png', mime_type: 'image/png', size: SIZE, alt_text: null };
    const announced = expectStatus(await api('POST', `${within()}/media`, { body }), 201).body;
    const headers = { 'content-type': 'image/png' };
    const sent = await fetch(announced.upload.url, {
      method: 'PUT',
      headers,
      body: bytesOf('image/png', SIZE),
    });
    expect(sent.status).toBe(200);
    return announced.data.uuid;
  }

  async function post(path: string, body: unknown, status = 201) {
    const headers = { 'idempotency-key': randomUUID() };
    return expectStatus(await api('POST', path, { body, headers }), status).body.data;
  }

  /** The items, files and schedules that contain the id of a workspace. */
  async function whatIsLeft(workspaceId: string): Promise<string[]> {
    const items = await tables.readTexts();
    const entries = await readdir(stack.dataDir, { recursive: true });
    const files = entries.filter((name) => name.endsWith('.json')).map(decodeURIComponent);
    return [...items, ...files].filter((text) => text.includes(workspaceId)).toSorted();
  }

  /** Ends the time until the next step, and runs the function. Returns whether the request still exists. */
  async function nextStep(): Promise<boolean> {
    let isStored = false;
    await tables.rewrite((item) => {
      if (item['sk'] !== 'DELETION') return undefined;
      isStored = true;
      const now = Date.now();
      return { ...item, nextAt: now, ownerSk: `${new Date(now).toISOString()}#${stack.workspaceId}` };
    });
    await invokeFunction(stack, 'erase-workspaces', {});
    return isStored;
  }

  it('is requested, cancelled, requested again, and leaves nothing of the workspace', async () => {
    await fill();
    const others = await whatIsLeft(stack.otherWorkspaceId);
    expect((await whatIsLeft(stack.workspaceId)).length).toBeGreaterThan(30);

    expectStatus(await second('DELETE', '/api/v1/workspace'), 202);
    expectStatus(await api('POST', '/api/v1/workspace/cancel-deletion'), 200);
    expectStatus(await api('DELETE', '/api/v1/workspace'), 202);
    await waitFor('the audit log shows both requests', async () => {
      const entries = await api('GET', '/api/v1/audit-events?operation=delete-workspace');
      return expectStatus(entries, 200).body.data.length === 2;
    });
    await post(`${within()}/tags`, { name: 'In the grace period', hex_color: '#00ff00' });

    await nextStep();
    // Neither key works after the grace period; the first one is in the caches of the functions for up to 30 s.
    const rejected = await waitFor(
      'the key is rejected',
      async () => {
        const response = await api('POST', `${within()}/tags`, {
          body: { name: 'Late', hex_color: '#0000ff' },
        });
        return response.status === 401 && response;
      },
      40_000,
    );
    expect(rejected.body.code).toBe('api_key_invalid');
    expect((await api('GET', '/api/v1/workspace')).body.code).toBe('api_key_invalid');
    expect((await fetch(`${stack.pagesUrl}/erased-page`)).status).toBe(404);

    await waitFor('the workspace is erased', async () => !(await nextStep()), 60_000);
    expect(await whatIsLeft(stack.workspaceId)).toEqual([]);
    expect(await whatIsLeft(stack.otherWorkspaceId)).toEqual(others);
    expectStatus(await other('GET', '/api/v1/workspace'), 200);
    expect(receiver.requests.length).toBeLessThan(10);
  }, 120_000);
});
