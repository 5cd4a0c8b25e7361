import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect } from 'vitest';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { it, startMemoryApi } from '#test/support/fakes/platform/memory-api.ts';

type Listed = {
  readonly event: string;
  readonly product: string;
  readonly schema: object;
  readonly sample: Readonly<Record<string, unknown>>;
  readonly subscribable: boolean;
};

async function list(key?: string): Promise<{ readonly rows: readonly Listed[]; readonly tag: unknown }> {
  const api = await startMemoryApi();
  const { body, headers } = await api.call('list-available-events', key === undefined ? {} : { key });
  return { rows: body.data, tag: headers['ETag'] };
}

describe('list-available-events, happy', () => {
  it('lists the whole catalogue with every field', async () => {
    const { rows } = await list();

    expect(rows.map(({ event }) => event)).toEqual(EVENT_CATALOGUE.map(({ name }) => name));
    for (const row of rows) {
      expect(row).toEqual({
        event: expect.any(String),
        product: expect.stringMatching(/^(publishing|salesbot)$/u),
        group: expect.any(String),
        title: expect.any(String),
        description: expect.any(String),
        channels: expect.arrayContaining(['all']),
        limited_channels: expect.any(Array),
        schema_version: '1',
        schema: expect.objectContaining({ type: 'object' }),
        sample: expect.objectContaining({ event: row.event, test: true, schema_version: '1' }),
        subscribable: true,
      });
    }
  });

  it('shows samples of this workspace that fit their schemas', async (api) => {
    const { body } = await api.call('list-available-events');
    const ajv = new Ajv2020({ strict: false, formats: { uuid: true, 'date-time': true } });

    for (const { schema, sample } of body.data) {
      expect(sample.workspace_id).toBe(api.workspaceId);
      expect(ajv.validate(schema, sample), ajv.errorsText()).toBe(true);
    }
  });

  it('may be cached for 5 minutes and has a stable tag', async (api) => {
    const first = await api.call('list-available-events');
    api.clock.advance(3600);
    const again = await api.call('list-available-events');

    expect(first.headers).toMatchObject({
      'Cache-Control': 'private, max-age=300',
      ETag: expect.stringMatching(/^"[\w-]+"$/u),
    });
    expect(again.headers['ETag']).toBe(first.headers['ETag']);
  });
});

describe('list-available-events, security', () => {
  it('lists every event, and marks those the key may subscribe to', async (api) => {
    const { body, headers } = await api.call('list-available-events', {
      key: api.grant(['salesbot:webhooks:subscribe']),
    });

    expect(body.data).toHaveLength(EVENT_CATALOGUE.length);
    for (const { product, subscribable } of body.data as Listed[])
      expect(subscribable).toBe(product === 'salesbot');
    expect(headers['ETag']).not.toBe((await api.call('list-available-events')).headers['ETag']);
  });

  it('returns separate samples to two workspaces from one container', async (api) => {
    const other = await api.createOtherWorkspace();
    await api.call('list-available-events');

    expect((await api.call('list-available-events', { key: other.key })).text).not.toContain(api.workspaceId);
  });
});
