import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#functions/registry.ts';
import { openApiDocument } from '#shared/api-docs/openapi-document.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { anOperation } from '#test/support/builders/platform/openapi-builders.ts';
import { startSeededApi } from '#test/support/fixtures/platform/seeded-api.ts';

const keyed: readonly Operation[] = OPERATIONS.filter(({ access }) => access.kind === 'key');

/** Fields for which the condition depends on the body and not on the resource of the path. */
const FIELDS: Readonly<Record<string, (post: string) => object>> = {
  'create-post': () => ({ date: '2026-06-02', time: '15:00' }),
  'delete-posts': (post) => ({ posts: [post] }),
};

/** The response to a key with only the declared permissions: to an active page, a scheduled post, or a Salesbot endpoint. */
async function responseTo({ name, access, examples = [] }: Operation) {
  const { api, known } = await startSeededApi();
  const { params } = known;
  const headers = { 'if-match': '*' };
  const activate = { key: known.keys[0] ?? '', params, headers, json: { status: 'active' } };
  expect((await api.call('set-page-status', activate)).status).toBe(200);
  const post = api.core.posts.get(params['post'] ?? '');
  if (post) api.core.posts.set(post.id, { ...post, status: 'scheduled' });

  const permissions = access.kind === 'key' ? access.permissions : [];
  const key = api.grant(
    access.kind === 'key' && access.rule === 'any-of' ? permissions.slice(0, 1) : permissions,
  );
  const example = examples[0]?.body;
  const json = example && { ...Object(example), ...FIELDS[name]?.(post?.id ?? '') };
  return api.call(name, { key, params, headers, ...(json ? { json } : {}) });
}

describe('conditionalPermissions', () => {
  it.each(keyed)('of $name equals what it requires', async (operation) => {
    const { body } = await responseTo(operation);
    const demands = ['permission_missing', 'product_not_permitted'].includes(body?.code);

    expect((operation.conditionalPermissions ?? []).length > 0).toBe(demands);
    expect(operation.errors?.includes('product_not_permitted') === true).toBe(
      body?.code === 'product_not_permitted',
    );
  });

  it('is documented in words and in data', () => {
    const operation = anOperation({
      conditionalPermissions: [{ permission: 'workspace:settings:write', when: 'the thing is locked' }],
    });
    const { paths } = JSON.parse(JSON.stringify(openApiDocument([operation], [], '1')));

    expect(paths['/things'].get.description).toBe(
      'Requires `workspace:settings:read`; also `workspace:settings:write` if the thing is locked.',
    );
    expect(paths['/things'].get['x-conditional-permissions']).toEqual(operation.conditionalPermissions);
  });
});
