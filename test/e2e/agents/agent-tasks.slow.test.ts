// Slow: an agent plays twelve tasks one after another: 12 seconds; test/e2e/agents/mcp-protocol has the rules of the server.
import { beforeAll, describe, expect, it } from 'vitest';
import { connectAgent, unmarked } from '#test/support/fixtures/agents/agent-client.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startReceiver } from '#test/support/fixtures/webhooks/capturing-receiver.ts';
import {
  createEnabledEndpoint,
  expectStatus,
  ingestOrderPaid,
} from '#test/support/fixtures/webhooks/webhook-user.ts';

/** Each task is what a person asks an agent to do. The agent uses only the tools, and the API shows the outcome. */
describe('an agent', () => {
  const stack = forAllTests(shareStack);
  const receiver = forAllTests(startReceiver, 'close');
  const api = forAllTests(() => apiClient(stack.baseUrl, stack.apiKey));
  const agent = forAllTests(() => connectAgent(stack), 'close');
  let endpoint: string;
  let failed: string;
  let account: number;
  const started = new Date(Date.now() - 60_000).toISOString();

  const within = () => ({ path: { workspace: stack.workspaceId } });

  async function readDelivery(delivery: string) {
    const path = { endpoint, delivery };
    const found = await api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries/{delivery}', {
      params: { path },
    });
    return expectStatus(found, 200).body.data;
  }

  /** Calls a tool that needs a confirmation: looks at the preview, then confirms. */
  async function confirmed(tool: string, input: Record<string, unknown>) {
    const preview = await agent.call(tool, input);
    expect(preview.value).toMatchObject({ changed: false, confirm: expect.any(String) });
    const done = await agent.call(tool, { ...input, confirm: preview.value.confirm });
    expect(done).toMatchObject({ isError: false });
    return { preview: preview.value, done: done.value };
  }

  beforeAll(async () => {
    receiver.behave(() => 400);
    ({ id: endpoint } = await createEnabledEndpoint(api, receiver.url));
    await ingestOrderPaid(api, '4001');
    await ingestOrderPaid(api, '4002');
    const params = { path: { endpoint }, query: { state: 'failed' } } as const;
    failed = await waitFor('both deliveries have failed', async () => {
      const list = await api.GET('/api/v1/workspace-webhooks/{endpoint}/deliveries', { params });
      const { data } = expectStatus(list, 200).body;
      return data.length === 2 ? data[0]?.id : undefined;
    });
    const body = { provider: 'sandbox', name: 'Sandbox', credentials: {} } as const;
    const connected = await api.POST('/os/api/{workspace}/accounts', { params: within(), body });
    account = expectStatus(connected, 201).body.data.id;
  });

  it('1. says which workspace and permissions it has', async () => {
    const { value } = await agent.call('who_am_i');

    expect(value.data.workspace.id).toBe(stack.workspaceId);
    expect(value.data.key.permissions).toContain('publishing:posts:publish');
  });

  it('2. finds the endpoint that fails', async () => {
    const { value } = await agent.call('list_failing_endpoints');

    expect(value.data.map(({ id }: { id: string }) => id)).toEqual([endpoint]);
  });

  it('3. finds out why a delivery failed', async () => {
    const list = await agent.call('list_deliveries', { state: 'failed', since: started });
    const { value } = await agent.call('why_did_delivery_fail', {
      endpoint,
      delivery: list.value.data[0].id,
    });

    expect(list.value.data).toHaveLength(2);
    expect(value.data.attempts[0]).toMatchObject({ status_code: 400, outcome: 'http_error' });
    expect(value.data.explanation.why).toContain('400');
  });

  it('4. sends one delivery again after the receiver is repaired', async () => {
    receiver.behave(() => 204);
    const { preview, done } = await confirmed('resend_delivery', { endpoint, delivery: failed });

    expect(preview.effect).toContain('again');
    await waitFor('the resend has arrived', async () =>
      (await readDelivery(done.data.id)).state === 'succeeded' ? true : undefined,
    );
  });

  it('5. recovers everything that the endpoint missed, after it counted the deliveries', async () => {
    const until = new Date().toISOString();
    const before = receiver.requests.length;
    const { preview, done } = await confirmed('recover_endpoint', { endpoint, since: started, until });

    expect(preview.effect).toBe('The endpoint would receive 1 delivery again.');
    await waitFor('the recovery is complete', async () => {
      const { value } = await agent.call('call_operation', {
        operation: 'getRecovery',
        parameters: { endpoint, recovery: done.data.id },
      });
      return value.result.data.state === 'completed' ? true : undefined;
    });
    await receiver.waitFor(before + 1);
  });

  it('6. follows an event to its deliveries', async () => {
    const { value } = await agent.call('list_events', { event: 'salesbot.store.order_paid', limit: 1 });
    const event = await agent.call('what_happened_to_event', { event: value.data[0].id });

    expect(event.value.data.deliveries).toHaveLength(1);
    expect(event.value.data.deliveries[0].endpoint_id).toBe(endpoint);
  });

  it('7. checks a URL before an endpoint is created', async () => {
    const { done: value } = await confirmed('preview_endpoint', {
      url: receiver.url,
      events: ['publishing.post.published'],
    });

    expect(value.data.target.reachable).toBe(true);
    expect(unmarked(JSON.stringify(value))).toContain('publishing.post.published');
    expect(value.secret).toBeUndefined();
  });

  it('8. sends a test event to an endpoint', async () => {
    const before = receiver.requests.length;
    await confirmed('send_test_event', { endpoint });
    const requests = await receiver.waitFor(before + 1);

    expect(JSON.parse(String(requests.at(-1)?.body)).test).toBe(true);
  });

  it('9. drafts a post and publishes it after a confirmation', async () => {
    const accounts = (await agent.call('list_accounts')).value.data;
    expect(accounts[0].id).toBe(account);
    const draft = await agent.call('draft_post', { text: 'Our shop is open', accounts: [account] });
    const post = draft.value.data.id;
    const params = { path: { workspace: stack.workspaceId, post } };
    const statusOf = async () =>
      expectStatus(await api.GET('/os/api/{workspace}/posts/{post}', { params }), 200).body.data.status_name;
    expect(await statusOf()).toBe('draft');
    const { preview } = await confirmed('schedule_post', { post, now: true });

    expect(preview.effect).toBe('The post would be published now to its 1 account.');
    await waitFor('the post is published', async () =>
      (await statusOf()) === 'published' ? true : undefined,
    );
  });

  it('10. creates a page, edits it, and reads its analytics', async () => {
    const slug = `agent-${crypto.randomUUID().slice(0, 8)}`;
    const { done } = await confirmed('call_operation', {
      operation: 'createPage',
      body: { title: 'Shop', slug },
    });
    const page = done.result.data.id;
    const found = (await agent.call('get_page', { page })).value;
    const { revision } = found.page.data;
    const edited = await agent.call('edit_page', { page, revision, tagline: 'Engines' });
    const conflict = await agent.call('edit_page', { page, revision, tagline: 'Notes' });
    const analytics = await agent.call('get_page_analytics', { page });

    const stored = await api.GET('/api/v1/biolinks/pages/{page}', { params: { path: { page } } });
    expect(expectStatus(stored, 200).body.data.tagline).toBe('Engines');
    expect(edited.isError).toBe(false);
    expect(conflict).toMatchObject({ isError: true, value: { status: 412, code: 'revision_mismatch' } });
    expect(analytics.value.data.totals).toMatchObject({ views: 0 });
    expect((await agent.call('list_pages')).value.data.map(({ id }: { id: string }) => id)).toContain(page);
  });

  it('11. pauses an endpoint through an operation without a tool, and enables it again', async () => {
    await confirmed('call_operation', { operation: 'pauseEndpoint', parameters: { endpoint } });
    const params = { path: { endpoint } };
    const read = async () =>
      expectStatus(await api.GET('/api/v1/workspace-webhooks/{endpoint}', { params }), 200).body.data.enabled;
    expect(await read()).toBe(false);
    await confirmed('enable_endpoint', { endpoint });

    expect(await read()).toBe(true);
  });

  it('12. finds an operation, reads how to call it, and creates and deletes a tag', async () => {
    const { operations } = (await agent.call('describe_operation')).value;
    expect(operations.map(({ id }: { id: string }) => id)).toContain('createTag');
    const described = (await agent.call('describe_operation', { operation: 'createTag' })).value;
    expect(described.body.required).toEqual(['name']);
    const created = await confirmed('call_operation', {
      operation: 'createTag',
      body: { name: 'Spring', hex_color: '#00aa55' },
    });
    const tag = String(created.done.result.data.id ?? created.done.result.id);
    const deletion = await confirmed('call_operation', { operation: 'deleteTag', parameters: { tag } });

    expect(deletion.preview.effect).toContain('deleteTag');
    const tags = await api.GET('/os/api/{workspace}/tags', { params: within() });
    expect(expectStatus(tags, 200).body.data).toEqual([]);
    expect((await agent.call('list_broadcasts')).value.data).toEqual([]);
    expect((await agent.call('list_posts', { status: 'published' })).value.data).toHaveLength(1);
  });

  it('13. finds a filter that fits, and why an endpoint did not receive an event', async () => {
    const event = 'salesbot.store.order_paid';
    const effectOf = async (filter: object) => {
      const input = { url: receiver.url, events: [event], filters: [{ event, filter }] };
      const { value } = await agent.call('preview_endpoint', input);
      return (await agent.call('preview_endpoint', { ...input, confirm: value.confirm })).value;
    };
    const { data } = await effectOf({ 'order.total': { $gte: '60' } });
    expect(data.filter_effect).toMatchObject({ events_read: 2, events_matched: 0, complete: true });
    expect((await effectOf({ 'order.total': { $gte: '59.9' } })).data.filter_effect.events_matched).toBe(2);
    const wrong = await effectOf({ 'order.totl': { $gte: '60' } });
    expect([wrong.status, unmarked(wrong.errors[0].pointer)]).toEqual([
      422,
      '#/subscriptions/0/filter/order.totl',
    ]);

    const filter = { 'order.total': { $gte: '60' } };
    await confirmed('call_operation', {
      operation: 'updateEndpoint',
      parameters: { endpoint },
      body: { subscriptions: [{ event, filter }] },
    });
    const id = await ingestOrderPaid(api, '4003');
    await waitFor('the event is in the list', async () =>
      (await agent.call('list_events', { filtered: true })).value.data[0]?.id === id ? true : undefined,
    );
    const { value } = await agent.call('what_happened_to_event', { event: id });

    expect(value.data).toMatchObject({ filtered_out: [endpoint], deliveries: [] });
    const read = (await agent.call('list_failing_endpoints', { all: true })).value.data[0].subscriptions[0];
    // What a model copies from a result has markers in its names.
    expect((await effectOf(read.filter)).data.filter_effect).toMatchObject({
      events_read: 3,
      events_matched: 0,
    });
  });
});
