import { describe, expect } from 'vitest';
import { CallerKeyChangedError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { startErasure } from '#shared/workspaces/domain/workspace-deletion.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/workspaces/workspace-api.ts';

const REQUESTED = {
  state: 'scheduled',
  requested_at: '2026-06-01T12:00:00.000Z',
  erase_at: '2026-06-08T12:00:00.000Z',
};

describe('delete-workspace', () => {
  it('begins a grace period of 7 days, which the workspace shows', async ({ call }) => {
    expect((await call('get-workspace')).body['deletion']).toBeNull();
    expect(await call('delete-workspace')).toMatchObject({ status: 202, body: { data: REQUESTED } });
    expect((await call('get-workspace')).body['deletion']).toEqual(REQUESTED);
  });

  it('changes nothing when it is repeated, so that the grace period does not begin again', async ({
    api,
    call,
  }) => {
    await call('delete-workspace');
    api.clock.advance(86_400);

    expect(await call('delete-workspace')).toMatchObject({ status: 202, body: { data: REQUESTED } });
  });

  it('leaves everything usable during the grace period', async ({ api, call }) => {
    await call('delete-workspace');

    expect(
      (
        await call('create-tag', {
          params: { workspace: api.workspaceId },
          json: { name: 'News', hex_color: '#ff0000' },
        })
      ).status,
    ).toBe(201);
  });

  it('requires its own permission, which only admins can grant', async ({ api, add, call }) => {
    const settings = api.grant(['workspace:settings:write', 'workspace:members:write']);
    expect(codeOf(await api.call('delete-workspace', { key: settings }))).toBe('403 permission_missing');
    const member_id = await add({ role: 'editor' });
    const json = { name: 'Key', permissions: ['workspace:deletion:write'], member_id };
    expect(codeOf(await call('create-api-key', { json }))).toBe('403 permission_not_grantable');
  });

  it('returns 409 after losing against another request twice', async ({ api, call }) => {
    api.deletions.request = async () => {
      throw new ConcurrentUpdateError();
    };

    expect(codeOf(await call('delete-workspace'))).toBe('409 concurrent_update');
  });

  it('is refused to a key that was revoked since it was read', async ({ api, call }) => {
    api.deletions.request = async () => {
      throw CallerKeyChangedError.invalid();
    };

    expect(codeOf(await call('delete-workspace'))).toBe('401 api_key_invalid');
  });
});

describe('cancel-workspace-deletion', () => {
  it('keeps the workspace, which can be deleted again', async ({ api, call }) => {
    await call('delete-workspace');
    const cancelled = await call('cancel-workspace-deletion');

    expect(cancelled).toMatchObject({ status: 200, body: { data: { id: api.workspaceId } } });
    expect((await call('get-workspace')).body['deletion']).toBeNull();
    expect((await call('delete-workspace')).status).toBe(202);
  });

  it('returns 409 when nothing was requested', async ({ call }) => {
    expect(codeOf(await call('cancel-workspace-deletion'))).toBe('409 deletion_not_requested');
  });

  it('returns 409 once the erasure has started', async ({ api, call }) => {
    await call('delete-workspace');
    const [deletion] = api.core.deletions.values();
    if (deletion) api.core.deletions.set(api.workspaceId, startErasure(deletion, NOW));

    expect(codeOf(await call('cancel-workspace-deletion'))).toBe('409 deletion_started');
    expect((await call('get-workspace')).body['deletion']).toMatchObject({ state: 'erasing' });
  });

  it('returns 409 when the erasure starts at the same time', async ({ api, call }) => {
    await call('delete-workspace');
    api.deletions.cancel = async (deletion) => {
      api.core.deletions.set(api.workspaceId, startErasure(deletion, NOW));
      throw new ConcurrentUpdateError();
    };

    expect(codeOf(await call('cancel-workspace-deletion'))).toBe('409 deletion_started');
  });
});
