import { describe, expect } from 'vitest';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { it, startDomainApi } from '#test/support/fixtures/biolinks/domain-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

const idsOf = (data: readonly { id: string }[]) => data.map(({ id }) => id);

/** An API with three connected domains, a second apart; their ids are newest first. */
async function startWithThree() {
  const fixture = await startDomainApi();
  const ids: string[] = [];
  for (const host of ['a.example.com', 'b.example.com', 'c.example.com']) {
    fixture.api.clock.advance(1);
    ids.unshift((await fixture.connect(host)).id);
  }
  return { ...fixture, ids };
}

describe('list-domains, happy', () => {
  it('returns the default domain with its fixed id in every workspace', async ({ call }) => {
    const { status, body } = await call('list-domains');

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: DEFAULT_DOMAIN_ID,
          host: 'pages.example.net',
          is_default: true,
          state: 'verified',
          verification: null,
          verified_at: null,
          created_at: null,
        },
      ],
      next_cursor: null,
      has_more: false,
    });
  });

  it('lists the default domain first, then the domains of the workspace, newest first', async () => {
    const { call, connect, foreignKey, ids } = await startWithThree();
    await connect('theirs.example.com', { key: foreignKey });

    expect(idsOf((await call('list-domains')).body.data)).toEqual([DEFAULT_DOMAIN_ID, ...ids]);
  });

  it.each([1, 2, 3, 4])('returns each domain once in pages of %i', async (limit) => {
    const { call, ids } = await startWithThree();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { limit: String(limit), ...(cursor === null ? {} : { cursor }) };
      const { body } = await call('list-domains', { query });
      expect(body.data.length).toBeLessThanOrEqual(limit);
      expect(body.has_more).toBe(body.next_cursor !== null);
      seen.push(...idsOf(body.data));
      cursor = body.next_cursor;
    } while (cursor !== null && seen.length < 10);

    expect(seen).toEqual([DEFAULT_DOMAIN_ID, ...ids]);
  });
});

describe('list-domains, error', () => {
  it.each([
    [{ cursor: 'x' }, '400 cursor_invalid'],
    [{ limit: '0' }, '422 out_of_range'],
    [{ limit: '101' }, '422 out_of_range'],
    [{ state: 'pending' }, '422 unknown_parameter'],
  ])('rejects %j with %s', async (query, code, { call }) => {
    expect(codeOf(await call('list-domains', { query }))).toBe(code);
  });

  it('rejects the cursor of another workspace', async () => {
    const { call, foreignKey } = await startWithThree();
    const { body } = await call('list-domains', { query: { limit: '1' } });
    const query = { limit: '1', cursor: body.next_cursor };

    expect(codeOf(await call('list-domains', { key: foreignKey, query }))).toBe('400 cursor_invalid');
  });
});
