import { describe, expect, it } from 'vitest';
import { anEndpointBody } from '#test/support/fakes/platform/memory-api.ts';
import { startEndpointApi } from '#test/support/fixtures/webhooks/endpoint-api.ts';

const BODIES = {
  'create-endpoint': (headers: unknown) => anEndpointBody({ headers }),
  'update-endpoint': (headers: unknown) => ({ headers }),
  'preview-endpoint': (headers: unknown) => ({
    url: 'https://hooks.example.com/a',
    subscriptions: [{ event: 'salesbot.store.order_paid' }],
    headers,
  }),
} as const;

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

describe.each(['create-endpoint', 'update-endpoint', 'preview-endpoint'] as const)('%s, headers', (name) => {
  it.each([
    ['header_reserved', { 'Content-Type': 'text/plain' }],
    ['header_name_invalid', { 'X:A': 'v' }],
    ['header_value_invalid', { 'X-A': 'a\r\nX-B: b' }],
    ['header_repeated', { 'X-A': 'a', 'x-a': 'b' }],
    ['too_many_items', names(11)],
    ['too_long', { 'X-A': 'x'.repeat(1024), 'X-B': 'x'.repeat(1024) }],
    ['invalid_type', { 'X-A': 7 }],
    ['invalid_type', ['X-A']],
  ])('returns %s at the header, and changes nothing', async (code, headers) => {
    const { run, stored } = await startEndpointApi();
    const before = stored();
    const { status, body } = await run(name, { json: BODIES[name](headers) });

    expect({ status, code: body.code }).toEqual({ status: 422, code });
    expect(body.errors[0].pointer).toMatch(/^#\/headers/u);
    expect(stored()).toEqual(before);
  });
});
