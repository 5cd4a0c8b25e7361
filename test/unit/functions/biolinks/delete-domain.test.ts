import { describe, expect } from 'vitest';
import { DEFAULT_DOMAIN_ID } from '#shared/biolinks/domain/page.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import { it, startDomainApi } from '#test/support/fixtures/biolinks/domain-api.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';

describe('delete-domain, happy', () => {
  it('returns 204 and removes the domain from the list', async ({ call, connect }) => {
    const { id } = await connect();
    const { status, text } = await call('delete-domain', { params: { domain: id } });

    expect({ status, text }).toEqual({ status: 204, text: undefined });
    expect((await call('list-domains')).body.data).toHaveLength(1);
  });

  it('releases a verified host for the next workspace that proves it', async () => {
    const { call, connect, publish, verify, foreignKey } = await startDomainApi();
    const mine = await connect();
    publish(mine);
    await verify(mine.id);
    await call('delete-domain', { params: { domain: mine.id } });
    const theirs = await connect(mine.host, { key: foreignKey });
    publish(theirs);

    expect((await verify(theirs.id, { key: foreignKey })).body.data.state).toBe('verified');
  });
});

describe('delete-domain, error', () => {
  it('returns 409 while a page uses the domain, and 204 afterwards', async () => {
    const { api, call, connect, publish, verify } = await startDomainApi();
    const { id, host, ...domain } = await connect();
    publish(domain);
    await verify(id);
    const page = aPage({ workspaceId: api.workspaceId, domainId: id, customHost: host });
    api.core.pages.set(page.id, page);
    const rejected = await call('delete-domain', { params: { domain: id } });
    api.core.pages.delete(page.id);

    expect(codeOf(rejected)).toBe('409 domain_in_use');
    expect(rejected.body.pages).toBe(1);
    expect((await call('delete-domain', { params: { domain: id } })).status).toBe(204);
  });

  it('returns 404 for a second delete, and 204 to only one of two concurrent deletes', async () => {
    const { call, connect } = await startDomainApi();
    const { id } = await connect();
    const remove = () => call('delete-domain', { params: { domain: id } });
    const both = await Promise.all([remove(), remove()]);

    expect(both.map(({ status }) => Number(status)).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(codeOf(await remove())).toBe('404 domain_not_found');
  });

  it('returns 409 for the default domain, which no workspace can disconnect', async ({ call }) => {
    expect(codeOf(await call('delete-domain', { params: { domain: DEFAULT_DOMAIN_ID } }))).toBe(
      '409 domain_in_use',
    );
  });
});
