import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invokeFunction } from '#scripts/lib/samples/invoke-sample.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { bytesOf } from '#test/support/fixtures/files/media-files.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startStack } from '#test/support/fixtures/platform/stacks/running-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

type Row = Record<string, unknown>;

const PICTURE = bytesOf('image/png', 120_000);

describe('an export of a workspace', () => {
  const stack = forAllTests(startStack, 'discard');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const tables = forAllTests(() => openRawTables(stack), 'close');
  const within = () => `/os/api/${stack.workspaceId}`;

  async function post(path: string, body: unknown) {
    return expectStatus(await api('POST', path, { body }), 201).body;
  }

  /** Uploads a picture, and declares another file that is never uploaded. */
  async function uploadPicture(): Promise<{ readonly id: number; readonly uuid: string }> {
    const body = { name: 'Engine', mime_type: 'image/png', size: PICTURE.length };
    await post(`${within()}/media`, { ...body, name: 'Pending' });
    const { data, upload } = await post(`${within()}/media`, body);
    const headers = { 'content-type': 'image/png' };
    expect((await fetch(upload.url, { method: 'PUT', headers, body: PICTURE })).status).toBe(200);
    return expectStatus(await api('POST', `${within()}/media/${data.uuid}/complete`), 200).body.data;
  }

  it('contains what the API lists and the media files, and no secret', async () => {
    const { secret } = await post('/api/v1/workspace-webhooks', {
      name: 'Receiver',
      url: `${stack.receiverUrl}/hooks/export`,
      subscriptions: [{ event: 'salesbot.store.order_paid' }],
    });
    const page = (await post('/api/v1/biolinks/pages', { title: 'Ada', slug: 'exported' })).data;
    await post(`/api/v1/biolinks/pages/${page.id}/blocks`, { type: 'header', title: 'Hello' });
    const account = (await post(`${within()}/accounts`, { provider: 'sandbox', credentials: {} })).data;
    const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Hello' }] }];
    await post(`${within()}/posts`, { accounts: [account.id], versions });
    await post('/api/v1/broadcasts', { name: 'Launch', message: { type: 'text', body: 'Hello' } });
    await post('/api/v1/salesbot/contacts', { name: 'Ada', tags: ['vip'] });
    const order = { id: randomUUID(), number: '7', total: '59.90', currency: 'EUR' };
    const paid = { event: 'salesbot.store.order_paid', data: { order } };
    expectStatus(await api('POST', '/api/v1/salesbot/events', { body: paid }), 202);
    await waitFor('the record of the order', async () => {
      const found = await tables.readAll();
      return found.some(
        ({ item }) => String(item['pk']).startsWith('RC#') && String(item['pk']).endsWith(order.id),
      );
    });
    for (let number = 0; number < 3; number += 1)
      await post(`${within()}/tags`, { name: `Tag ${number}`, hex_color: '#ff0000' });

    const picture = await uploadPicture();
    const { id } = expectStatus(await api('POST', '/api/v1/workspace/exports', { body: {} }), 202).body.data;
    const exported = await waitFor(
      'the export is complete',
      async () => {
        await invokeFunction(stack, 'export-workspaces', {});
        const { data } = expectStatus(await api('GET', `/api/v1/workspace/exports/${id}`), 200).body;
        return data.state === 'completed' && data;
      },
      40_000,
    );
    const another = await api('POST', '/api/v1/workspace/exports', { body: {} });
    expect([another.status, another.body.code, another.body.resource]).toEqual([
      409,
      'quota_exceeded',
      'exports',
    ]);
    const texts = new Map<string, string>();
    for (const { name, url, records } of exported.files) {
      const text = await (await fetch(url)).text();
      expect(text.split('\n').length - 1).toBe(records);
      texts.set(name.replace(/-\d+\.ndjson$/u, ''), text);
    }
    const rowsOf = (resource: string): Row[] =>
      (texts.get(resource) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));

    for (const [resource, path] of [
      ['members', '/api/v1/members'],
      ['api-keys', '/api/v1/api-keys'],
      ['webhooks', '/api/v1/workspace-webhooks'],
      ['accounts', `${within()}/accounts`],
      ['tags', `${within()}/tags`],
      ['media', `${within()}/media`],
      ['posts', `${within()}/posts`],
      ['broadcasts', '/api/v1/broadcasts'],
      ['contacts', '/api/v1/salesbot/contacts'],
      ['pages', '/api/v1/biolinks/pages'],
    ] as const) {
      const listed: Row[] = expectStatus(await api('GET', `${path}?limit=100`), 200).body.data;
      expect(listed.length).toBeGreaterThan(0);
      expect([resource, sorted(rowsOf(resource))]).toEqual([resource, sorted(listed)]);
    }
    expect(rowsOf('workspace')).toEqual([expectStatus(await api('GET', '/api/v1/workspace'), 200).body.data]);
    expect(rowsOf('blocks').find(({ page_id }) => page_id === page.id)).toMatchObject({
      data: [{ title: 'Hello' }],
    });
    expect(rowsOf('orders')).toMatchObject([{ id: order.id }]);
    expect(rowsOf('audit-events').length).toBeGreaterThan(3);
    const entry = await waitFor('the audit entry of the export', async () => {
      const entries = await api('GET', '/api/v1/audit-events?operation=create-export');
      return expectStatus(entries, 200).body.data[0];
    });
    expect(entry).toMatchObject({ actor: { kind: 'key' }, resource: { id } });

    // The copy remains when the file is deleted.
    expectStatus(await api('DELETE', `${within()}/media/${picture.uuid}`), 204);
    const media = expectStatus(await api('GET', `/api/v1/workspace/exports/${id}/media`), 200).body;
    const { url, ...copy } = media.data[0];
    expect([media.has_more, media.data.length, rowsOf('media-files')]).toEqual([false, 1, [copy]]);
    const read = await fetch(url);
    expect([read.status, read.headers.get('content-type'), copy.media_id]).toEqual([
      200,
      'image/png',
      picture.id,
    ]);
    expect(Buffer.compare(new Uint8Array(await read.arrayBuffer()), PICTURE)).toBe(0);

    const all = [...texts.values()].join('');
    for (const hidden of [secret, stack.apiKey, 'scrypt', '"hash"', 'sealed'])
      expect(all).not.toContain(hidden);
  }, 90_000);
});

/** Rows without what depends on time and deployment, in one order. `last_used_at` changes with each request. */
function sorted(rows: readonly Row[]): Row[] {
  return rows
    .map(({ stats: _, public_url: __, last_used_at: ___, jwks_url: ____, ...row }) => row)
    .toSorted((a, b) => String(a['id']).localeCompare(String(b['id'])));
}
