import { describe, expect } from 'vitest';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it } from '#test/support/fixtures/workspaces/workspace-api.ts';

describe('get-workspace', () => {
  it('returns the workspace of the key', async ({ api, call }) => {
    expect(await call('get-workspace')).toMatchObject({
      status: 200,
      body: {
        data: {
          id: api.workspaceId,
          name: 'Bakery',
          timezone: 'Europe/Berlin',
          created_at: NOW.toISOString(),
        },
      },
    });
  });

  it('is available to editors too', async ({ api, add, key }) => {
    const member_id = await add({ role: 'editor' });
    const { secret } = await key({ member_id, permissions: ['workspace:settings:read'] });

    expect((await api.call('get-workspace', { key: secret })).status).toBe(200);
  });

  it('returns 401 when the workspace no longer exists', async ({ api, call }) => {
    api.core.workspaces.clear();

    expect(codeOf(await call('get-workspace'))).toBe('401 api_key_invalid');
  });
});
