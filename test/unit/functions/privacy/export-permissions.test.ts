import { describe, expect } from 'vitest';
import {
  EXPORT_PERMISSIONS,
  EXPORTED_RESOURCES,
  permissionsFor,
} from '#shared/privacy/domain/workspace-export.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { codeOf } from '#test/support/fixtures/platform/http-event.ts';
import { it, startWorkspaceApi } from '#test/support/fixtures/workspaces/workspace-api.ts';

const READING = permissionsFor(EXPORTED_RESOURCES);
const EXPORTS = ['workspace:exports:read', 'workspace:exports:write'] as const;

describe.each(READING)('without %s', (lost) => {
  const omitted = EXPORTED_RESOURCES.filter((kind) => EXPORT_PERMISSIONS[kind].includes(lost));
  const held = PERMISSIONS.filter((one) => one !== lost);

  it('a key exports everything else, and nothing that this permission reads', async ({ api }) => {
    const key = api.grant([...held]);
    const { status, body } = await api.call('create-export', { key });

    expect(status).toBe(202);
    expect(body.data.kinds).toEqual({
      included: EXPORTED_RESOURCES.filter((kind) => !omitted.includes(kind)),
      omitted,
    });
    const [stored] = [...api.core.exports.values()];
    expect(stored?.kinds).not.toEqual(expect.arrayContaining(omitted));
    expect(codeOf(await api.call('get-export', { key, params: { export: String(body.data.id) } }))).toBe(
      '200 undefined',
    );
  });

  it.each(['get-export', 'list-export-media'] as const)(
    '%s rejects the export of a key that has it',
    async (operation, { api, call }) => {
      const { body } = await call('create-export');
      const key = api.grant([...held]);
      const response = await api.call(operation, { key, params: { export: String(body.data.id) } });

      expect(codeOf(response)).toBe('403 permission_missing');
      expect(response.body).toMatchObject({ missing_permissions: [lost] });
    },
  );
});

describe('an export', () => {
  it('contains one kind if the key can read one kind', async ({ api }) => {
    const key = api.grant([...EXPORTS, 'publishing:tags:read']);
    const { body } = await api.call('create-export', { key });

    expect(body.data.kinds.included).toEqual(['tags']);
    expect([...api.core.exports.values()]).toMatchObject([{ part: 'tags', kinds: ['tags'] }]);
  });

  it('is rejected if the key can read nothing', async ({ api }) => {
    const response = await api.call('create-export', { key: api.grant([...EXPORTS]) });

    expect(codeOf(response)).toBe('403 permission_missing');
    expect(api.core.exports.size).toBe(0);
  });

  it('contains only the products of the member that owns the key', async () => {
    const { api, call, add, key } = await startWorkspaceApi();
    const member_id = await add({ role: 'admin', products: ['publishing'] });
    const { secret } = await key({
      member_id,
      permissions: [...EXPORTS, 'publishing:posts:read', 'workspace:members:read'],
    });
    const { body } = await api.call('create-export', { key: secret });

    expect(body.data.kinds.included).toEqual(['members', 'posts', 'trashed-posts']);
    expect(codeOf(await call('get-export', { params: { export: String(body.data.id) } }))).toBe(
      '200 undefined',
    );
  });
});
