import { describe, expect } from 'vitest';
import { encodeCursor } from '#shared/platform/http/cursor.ts';
import { aBroadcastBody, startBroadcastApi } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { itWith } from '#test/support/fixtures/platform/it-with.ts';

const it = itWith(startWithFour);

type Listed = { readonly id: string };

/** Four broadcasts, a second apart, oldest first: two of them in flight. */
async function startWithFour() {
  const fixture = await startBroadcastApi();
  const { api, key } = fixture;
  const ids = [fixture.broadcast];
  for (let count = 2; count <= 4; count += 1) {
    api.clock.advance(1);
    const { body } = await api.call('create-broadcast', { key, json: aBroadcastBody() });
    ids.push(String(body.data.id));
  }
  const inFlight = ids.slice(1, 3);
  for (const broadcast of inFlight) await fixture.run('send-broadcast', { params: { broadcast } });

  async function list(query: Record<string, string>) {
    return api.call('list-broadcasts', { key, query });
  }

  async function idsOf(query: Record<string, string>): Promise<string[]> {
    return (await list(query)).body.data.map(({ id }: Listed) => id);
  }

  return { ...fixture, ids, inFlight, list, idsOf };
}

describe('list-broadcasts', () => {
  it('lists newest first or oldest first', async ({ ids, idsOf }) => {
    expect(await idsOf({})).toEqual(ids.toReversed());
    expect(await idsOf({ order: 'asc' })).toEqual(ids);
  });

  it('lists the broadcasts in flight for an engine', async ({ inFlight, list }) => {
    const { body } = await list({ state: 'in_flight', order: 'asc' });

    expect(body.data.map(({ id }: Listed) => id)).toEqual(inFlight);
    expect(body.data[0]).toMatchObject({ message: { body: 'Everything is 20 % off.' }, state: 'in_flight' });
  });

  it('continues after the end of the previous page', async ({ ids, list }) => {
    const first = await list({ limit: '3' });
    const second = await list({ limit: '3', cursor: first.body.next_cursor });

    expect(first.body.has_more).toBe(true);
    expect([...first.body.data, ...second.body.data].map(({ id }: Listed) => id)).toEqual(ids.toReversed());
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('rejects the cursor of another list', async ({ list }) => {
    const { body } = await list({ limit: '1' });

    expect(await list({ limit: '1', state: 'draft', cursor: body.next_cursor })).toMatchObject({
      status: 400,
      body: { code: 'cursor_invalid' },
    });
  });

  it.each(['~', 'x'.repeat(3000), '01980000-0000-7000-8000-00000000000'])(
    'rejects a forged cursor without a valid position: %.40s',
    async (place, { list, stored }) => {
      const { workspaceId } = stored();
      const cursor = encodeCursor(place, {
        list: 'broadcasts',
        workspace: workspaceId,
        filters: { order: 'desc' },
      });

      expect(await list({ cursor })).toMatchObject({ status: 400, body: { code: 'cursor_invalid' } });
    },
  );

  it('does not list broadcasts of other workspaces', async ({ api, list }) => {
    const other = await api.createOtherWorkspace();
    const key = api.grant(['salesbot:broadcasts:read'], { workspaceId: other.workspaceId });

    expect((await api.call('list-broadcasts', { key })).body.data).toEqual([]);
    expect((await list({})).body.data).toHaveLength(4);
  });

  it.each([
    [{ state: 'sending' }, 'invalid_format', 'state'],
    [{ channel: 'sms' }, 'unknown_parameter', 'channel'],
    [{ order: 'up' }, 'invalid_format', 'order'],
    [{ limit: '101' }, 'out_of_range', 'limit'],
    [{ name: 'n' }, 'unknown_parameter', 'name'],
  ])('rejects %j', async (query, code, parameter, { list }) => {
    expect(await list(query)).toMatchObject({ status: 422, body: { code, errors: [{ parameter }] } });
  });
});
