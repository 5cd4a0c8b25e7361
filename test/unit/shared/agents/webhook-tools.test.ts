import { describe, expect, it } from 'vitest';
import type { CallInput, PlatformApi } from '#shared/agents/ports/platform-api.ts';
import { createConfirmations } from '#shared/agents/use-cases/confirmation.ts';
import { runTool } from '#shared/agents/use-cases/run-tool.ts';
import { toolsFor } from '#shared/agents/use-cases/tools.ts';
import { eventWithDeliveries } from '#shared/api-docs/webhook-examples.ts';
import type { ListedOperation } from '#shared/platform/core/listed-operation.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';

const FILTER = { 'order.total': { $gte: '100' } };
const ORDER_PAID = 'salesbot.store.order_paid';
const EFFECT = { events_read: 2, events_matched: 1, complete: true };

/** The tools over an API that returns one body, and what they send to it. */
function start(body: unknown) {
  const calls: (readonly [string, CallInput | undefined])[] = [];
  const headers = { type: 'object', additionalProperties: { type: 'string', 'x-secret': true } };
  const operation = (id: string): ListedOperation => ({
    id,
    method: 'PATCH',
    path: '/x',
    product: 'webhooks',
    summary: '',
    description: '',
    parameters: [],
    body: { properties: { headers: { anyOf: [headers, { type: 'null' }] } } },
    hasSecretResponse: false,
  });
  const ids = ['previewEndpoint', 'getEvent', 'listEvents', 'updateEndpoint'];
  const api: PlatformApi = {
    operations: new Map(ids.map((id) => [id, operation(id)])),
    words: new Set(['data', 'filter_effect', 'filtered_out', 'subject', 'filter', 'headers']),
    check: () => {},
    async call(id, input) {
      calls.push([id, input]);
      return { status: 200, body };
    },
  };
  async function run(name: string, input: Record<string, unknown>) {
    const tool = toolsFor(api).find((each) => each.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    return runTool(tool, input, {
      api,
      confirmations: createConfirmations('key', NOW),
      newNonce: () => '0123abcd',
      newIdempotencyKey: () => 'k',
      onFailure: () => {},
    });
  }
  /** Runs a tool and confirms its preview. */
  async function confirmed(name: string, input: Record<string, unknown>) {
    const { text } = await run(name, input);
    const { confirm } = JSON.parse(text.slice(text.indexOf('{')));
    return run(name, { ...input, confirm });
  }
  return { run, confirmed, calls };
}

describe('preview_endpoint', () => {
  const url = 'https://hooks.example.com/';
  const events = [ORDER_PAID, 'publishing.post.published'];

  it('sends the filters with their events, and returns their effect without the secret', async () => {
    const { confirmed, calls } = start({ data: { filter_effect: EFFECT }, secret: 'whsec_x' });
    const copied = { '⟦untrusted 0123abcd⟧order.total⟦end 0123abcd⟧': { $gte: '100' } };
    for (const filter of [FILTER, copied]) {
      const { text, isError } = await confirmed('preview_endpoint', {
        url,
        events,
        filters: [{ event: ORDER_PAID, filter }],
      });

      expect([isError, text]).toEqual([false, expect.stringContaining('"filter_effect"')]);
      expect(text).not.toContain('whsec_x');
    }
    const subscriptions = [{ event: ORDER_PAID, filter: FILTER }, { event: 'publishing.post.published' }];
    const sent = ['previewEndpoint', { body: { url, subscriptions } }];
    expect(calls).toEqual([sent, sent]);
  });

  it('resolves no host and opens no connection before a person has seen the host', async () => {
    const { run, calls } = start({ data: {} });
    const { text, isError } = await run('preview_endpoint', { url: 'https://data.evil.example/x', events });

    expect([isError, calls]).toEqual([false, []]);
    expect(text).toContain('data.evil.example');
    expect(text).toContain('"changed":false');
  });

  it('keeps names in a filter that JavaScript treats specially, so that the API rejects them', async () => {
    const { confirmed, calls } = start({ data: {} });
    const filter = JSON.parse('{"__proto__":{"$eq":1},"constructor":{"$eq":1}}');
    await confirmed('preview_endpoint', { url, events, filters: [{ event: ORDER_PAID, filter }] });

    expect(JSON.stringify(calls[0])).toContain('{"__proto__":{"$eq":1},"constructor":{"$eq":1}}');
  });

  it.each([
    ['of another event', [{ event: 'x', filter: FILTER }], 'not in `events`'],
    [
      'of the same event as another one',
      [
        { event: ORDER_PAID, filter: FILTER },
        { event: ORDER_PAID, filter: {} },
      ],
      '`$or`',
    ],
  ])('rejects a filter %s', async (_case, filters, message) => {
    const { run, calls } = start({});

    expect(await run('preview_endpoint', { url, events, filters })).toEqual({
      isError: true,
      text: expect.stringContaining(message),
    });
    expect(calls).toEqual([]);
  });

  it.each([
    ['an array as a filter', { filters: [{ event: ORDER_PAID, filter: [] }] }],
    ['a text as a filter', { filters: [{ event: ORDER_PAID, filter: '{}' }] }],
    ['an unknown field', { filters: [{ event: ORDER_PAID, filter: {}, channel: 'all' }] }],
    ['values of headers', { headers: { Authorization: 'Bearer x' } }],
  ])('does not accept %s', async (_case, input) => {
    const { run, calls } = start({});

    await expect(run('preview_endpoint', { url, events, ...input })).rejects.toThrow(
      /Invalid|Use a JSON object/u,
    );
    expect(calls).toEqual([]);
  });
});

describe('the reason why an endpoint did not receive an event', () => {
  it('is in `filtered_out`, if a filter excluded the event', async () => {
    const { run } = start({ data: eventWithDeliveries });
    const { text } = await run('what_happened_to_event', { event: eventWithDeliveries.id });

    expect(text).toContain(`"filtered_out":["${eventWithDeliveries.filtered_out[0]}"]`);
  });

  it('can be searched in the list of events', async () => {
    const { run, calls } = start({ data: [] });
    await run('list_events', { filtered: true });

    expect(calls[0]).toEqual(['listEvents', { parameters: { filtered: true, limit: 20 } }]);
  });
});

describe('call_operation', () => {
  it('does not take values of headers, and removes headers', async () => {
    const { run, calls } = start({});
    const update = (headers: unknown) =>
      run('call_operation', { operation: 'updateEndpoint', body: { headers } });
    const { isError, text } = await update({ Authorization: 'Bearer s3cret' });

    expect([isError, calls]).toEqual([true, []]);
    expect(text).not.toContain('s3cret');
    for (const none of [null, {}]) expect((await update(none)).isError).toBe(false);
  });
});
