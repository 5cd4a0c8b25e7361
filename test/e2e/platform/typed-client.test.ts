import { describe, expect, it } from 'vitest';
import { createClient, isProblem } from '#clients/typescript/client.ts';
import { verifyWebhook, WebhookError } from '#clients/typescript/verify-webhook.ts';
import { conformingFetch } from '#test/support/fixtures/platform/conformance.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { type Captured, startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';

/** Uses the client as a customer does: a broken contract fails to compile, or returns a response outside openapi.json. */
describe('the typed client', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const client = forAllTests(() =>
    createClient({ baseUrl: stack.baseUrl, apiKey: stack.apiKey, fetch: conformingFetch }),
  );

  it('replaces a post', async () => {
    const path = { workspace: stack.workspaceId };
    const content = [{ body: 'An idea' }];
    const created = await client.POST('/os/api/{workspace}/posts', {
      params: { path },
      body: { versions: [{ account_id: 0, is_original: true, content }] },
    });
    const post = present(created.data).data.id;
    const params = { path: { ...path, post } };
    const updated = await client.PUT('/os/api/{workspace}/posts/{post}', {
      params,
      body: {
        date: '2099-03-14',
        versions: [{ account_id: 0, is_original: true, content: [{ body: 'A better idea' }] }],
      },
    });
    const read = await client.GET('/os/api/{workspace}/posts/{post}', { params });

    expect(updated.data).toEqual({ success: true });
    expect(present(read.data).data).toMatchObject({ status_name: 'draft', schedule_complete: false });
    expect(present(read.data).data.versions[0]?.content[0]?.body).toBe('A better idea');
  });

  it('edits a page at the revision that it has read, and gets 412 for another one', async () => {
    const created = await client.POST('/api/v1/biolinks/pages', { body: { title: 'Ada', slug: 'typed' } });
    const { id: page, revision } = present(created.data).data;
    const at = (tag: string) => ({ path: { page }, header: { 'If-Match': tag } });
    const body = { settings: { seo: { noindex: true } } };
    const route = '/api/v1/biolinks/pages/{page}' as const;
    const updated = await client.PATCH(route, { params: at(`"${revision}"`), body });
    const stale = await client.PATCH(route, { params: at(`"${revision}"`), body: { tagline: 'Late' } });

    expect(present(updated.data).data.settings.seo.noindex).toBe(true);
    expect(updated.response.headers.get('etag')).toBe(`"${present(updated.data).data.revision}"`);
    if (!isProblem(stale.error, 'revision_mismatch')) throw new Error('Nobody noticed the other revision');
    expect(stale.error.current_revision).toBe(present(updated.data).data.revision);
  });

  it('edits a broadcast, and gets the error for one that cannot be edited', async () => {
    const created = await client.POST('/api/v1/broadcasts', {
      body: { name: 'Spring', channel: 'sms', message: { type: 'text', body: 'Spring is here' } },
    });
    const params = { path: { broadcast: present(created.data).data.id } };
    const route = '/api/v1/broadcasts/{broadcast}' as const;
    const updated = await client.PUT(route, { params, body: { message: { body: 'It is spring' } } });
    await client.POST('/api/v1/broadcasts/{broadcast}/send', { params });
    const late = await client.PUT(route, { params, body: { name: 'Too late' } });

    expect(present(updated.data).data.message).toEqual({ type: 'text', body: 'It is spring' });
    if (!isProblem(late.error, 'broadcast_not_editable')) throw new Error('A sent broadcast was edited');
    expect(late.error).toMatchObject({ state: 'in_flight', editable_states: ['draft', 'scheduled'] });
  });

  it('receives webhooks that verifyWebhook accepts, during a rotation too', async () => {
    const { endpoint, secret } = await connect();
    const order = { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', total: '59.90', currency: 'EUR' };
    const body = { event: 'salesbot.store.order_paid', data: { order } } as const;
    await client.POST('/api/v1/salesbot/events', { body });
    const [first] = await receiver.waitFor(1);
    const event = verify(first, secret);

    expect(event.event === 'salesbot.store.order_paid' && event.data.order.total).toBe('59.90');
    expect(event.workspace_id).toBe(stack.workspaceId);
    expect(() => verify(first, `whsec_${'A'.repeat(44)}`)).toThrow(WebhookError);

    const params = { path: { endpoint } };
    const rotated = await client.POST('/api/v1/workspace-webhooks/{endpoint}/rotate-secret', { params });
    await client.POST('/api/v1/salesbot/events', { body });
    const [, second] = await receiver.waitFor(2);

    expect(verify(second, secret)).toEqual(verify(second, present(rotated.data).secret));
  });

  it('receives every validation error at once, and the missing permission of its key', async () => {
    const body = { name: '', url: receiver.url, subscriptions: [] };
    const rejected = await client.POST('/api/v1/workspace-webhooks', { body });
    const stranger = createClient({ baseUrl: stack.baseUrl, apiKey: 'wsk_none', fetch: conformingFetch });
    const unknown = await stranger.GET('/api/v1/me');

    if (!isProblem(rejected.error, 'validation_failed')) throw new Error('The API accepted an invalid body');
    expect(rejected.error.errors?.map(({ pointer }) => pointer)).toEqual(['#/name', '#/subscriptions']);
    expect(isProblem(unknown.error, 'api_key_invalid')).toBe(true);
    expect(unknown.response.status).toBe(401);
  });

  /** An endpoint that receives paid orders. */
  async function connect(): Promise<{ endpoint: string; secret: string }> {
    const subscriptions = [{ event: 'salesbot.store.order_paid' as const }];
    const created = await client.POST('/api/v1/workspace-webhooks', {
      body: { name: 'Receiver', url: receiver.url, subscriptions },
    });
    const { data, secret } = present(created.data);
    const params = { path: { endpoint: data.id } };
    await client.PATCH('/api/v1/workspace-webhooks/{endpoint}', { params, body: { enabled: true } });
    return { endpoint: data.id, secret };
  }
});

function verify(request: Captured | undefined, secret: string) {
  if (!request) throw new Error('Nothing arrived');
  return verifyWebhook(request.body, String(request.headers['x-webhook-signature']), secret);
}

function present<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('The request was rejected');
  return data;
}
