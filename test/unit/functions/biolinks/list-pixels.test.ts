import { describe, expect } from 'vitest';
import { startDomainApi } from '#test/support/fixtures/biolinks/domain-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(startWithThree);

const idsOf = (data: readonly { id: string }[]) => data.map(({ id }) => id);

async function startWithThree() {
  const fixture = await startDomainApi();
  const ids: string[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    fixture.api.clock.advance(1);
    const json = { provider: 'google', tag_id: 'G-ABC1234567', name };
    ids.unshift((await fixture.call('create-pixel', { json })).body.data.id);
  }
  return { ...fixture, ids };
}

describe('list-pixels, happy', () => {
  it('lists the pixels of the workspace, newest first', async ({ call, ids }) => {
    expect(idsOf((await call('list-pixels')).body.data)).toEqual(ids);
  });

  it('returns each pixel once across the result pages', async ({ call, ids }) => {
    const { body } = await call('list-pixels', { query: { limit: '2' } });
    const rest = await call('list-pixels', { query: { limit: '2', cursor: body.next_cursor } });

    expect(body.has_more).toBe(true);
    expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
    expect(idsOf([...body.data, ...rest.body.data])).toEqual(ids);
  });

  it('shows nothing from another workspace', async ({ call, foreignKey }) => {
    expect((await call('list-pixels', { key: foreignKey })).body.data).toEqual([]);
  });
});

describe('list-pixels, error', () => {
  it('rejects the cursor of another list', async ({ call, connect }) => {
    await connect();
    const { next_cursor: cursor } = (await call('list-domains', { query: { limit: '1' } })).body;

    expect(codeOf(await call('list-pixels', { query: { cursor } }))).toBe('400 cursor_invalid');
  });
});
