import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createLoneAdmin } from '#scripts/lib/samples/sample-workspaces.ts';
import { openRawTables } from '#scripts/lib/stack/raw-tables.ts';
import { quotaKey } from '#shared/platform/store/keys.ts';
import { isCountedPost } from '#shared/publishing/store/post-quota.ts';
import { apiClient } from '#test/support/fixtures/platform/api-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { shareStack } from '#test/support/fixtures/platform/stacks/shared-stack.ts';
import { expectStatus } from '#test/support/fixtures/webhooks/webhook-user.ts';

/** One post in 16 is counted. The probability that none of 250 posts is counted is below one in a million. */
const ENOUGH = 250;

const made = v.object({ data: v.object({ id: v.string() }) });

const stack = forAllTests(shareStack);
const tables = forAllTests(() => openRawTables(stack), 'close');

it('the quota counts one in 16 posts when they are created, copied and permanently deleted', async () => {
  const { loneAdminKey = '', loneWorkspaceId: workspace = '' } = await createLoneAdmin(stack);
  const api = apiClient(stack.baseUrl, loneAdminKey);
  const versions = [{ account_id: 0, is_original: true, content: [{ body: 'Counted' }] }];
  const params = { path: { workspace } };
  const created = await untilCounted(() =>
    api.POST('/os/api/{workspace}/posts', { params, body: { versions } }),
  );
  const copied = await untilCounted(() =>
    api.POST('/os/api/{workspace}/posts/duplicate/{post}', {
      params: { path: { workspace, post: created } },
    }),
  );
  expect(await used()).toBe(2);

  const of = { path: { workspace, post: created } };
  expectStatus(
    await api.DELETE('/os/api/{workspace}/posts/{post}', { params: of, body: { trash: true } }),
    200,
  );
  expect(await used()).toBe(2);

  expectStatus(await api.DELETE('/os/api/{workspace}/posts/{post}', { params: of }), 200);
  expect(await used()).toBe(1);

  expectStatus(await api.DELETE('/os/api/{workspace}/posts', { params, body: { posts: [copied] } }), 200);
  expect(await used()).toBe(0);

  /** The ID of the first post that the quota counts. */
  async function untilCounted(create: () => Promise<Parameters<typeof expectStatus>[0]>): Promise<string> {
    for (let count = 0; count < ENOUGH; count += 1) {
      const { id } = v.parse(made, expectStatus(await create(), 201).body).data;
      if (isCountedPost({ id })) return id;
    }
    throw new Error(`None of ${ENOUGH} posts is counted`);
  }

  async function used(): Promise<unknown> {
    const { pk, sk } = quotaKey(workspace, 'posts');
    const found = (await tables.readAll()).find(({ item }) => item['pk'] === pk && item['sk'] === sk);
    return found?.item['used'];
  }
});
