import { describe, expect } from 'vitest';
import { emptyDay } from '#shared/biolinks/domain/page-day.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { it, PAGE_PERMISSIONS, startPageApi } from '#test/support/fixtures/biolinks/page-api.ts';

describe('delete-page', () => {
  it('returns 204 without a body, deletes the page and releases its slug', async ({ api, key, run }) => {
    const { status, text } = await run('delete-page');

    expect([status, text]).toEqual([204, undefined]);
    expect((await run('get-page')).body.code).toBe('page_not_found');
    expect((await run('delete-page')).body.code).toBe('page_not_found');
    expect((await api.call('create-page', { key, json: { title: 'x', slug: 'ada' } })).status).toBe(201);
  });

  it('deletes the counts of the page', async ({ api, page, run }) => {
    const { workspaceId } = api;
    const day = emptyDay({ workspaceId, pageId: page, day: '2026-06-01' });
    await api.days.save(null, day, [], NOW);
    await run('delete-page', { headers: { 'if-match': '"2"' } });
    expect((await api.days.read(page, '2026-06-01')).day).toEqual(day);
    await run('delete-page');

    expect((await api.days.read(page, '2026-06-01')).day).toBeUndefined();
  });

  it.each(['', '"2"', '1', 'W/"1"'])('deletes nothing with If-Match %j', async (ifMatch, { run, stored }) => {
    const { status, headers } = await run('delete-page', { headers: { 'if-match': ifMatch } });

    expect([status, headers['ETag']]).toEqual([ifMatch === '' ? 428 : 412, '"1"']);
    expect(stored().revision).toBe(1);
  });

  it('requires the permission to publish for an active page', async () => {
    const { api, run, stored } = await startPageApi({}, 'active');
    const writer = api.grant(['biolinks:pages:write', 'biolinks:pages:read']);

    expect(await run('delete-page', { key: writer })).toMatchObject({
      status: 403,
      body: { missing_permissions: ['biolinks:pages:publish'] },
    });
    expect(stored().status).toBe('active');
    expect((await run('delete-page')).status).toBe(204);
  });

  it('requires the permission to write pages', async ({ api, run }) => {
    const key = api.grant(['biolinks:pages:read', 'biolinks:pages:publish']);

    expect((await run('delete-page', { key })).body.code).toBe('permission_missing');
    expect((await run('delete-page', { key: api.grant(['biolinks:pages:write']) })).status).toBe(204);
  });

  it('returns 404 for a resource of another workspace', async ({ api, run, stored }) => {
    const { workspaceId } = await api.createOtherWorkspace();
    const key = api.grant(PAGE_PERMISSIONS, { workspaceId });

    expect((await run('delete-page', { key })).status).toBe(404);
    expect(stored().revision).toBe(1);
  });
});
