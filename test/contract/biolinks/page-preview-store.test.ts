import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newPreview, PREVIEW_LIMIT } from '#shared/biolinks/domain/page-preview.ts';
import { DuplicateRequestError } from '#shared/platform/core/errors.ts';
import { aPage } from '#test/support/builders/biolinks/page-builders.ts';
import {
  aContextAt,
  anIdempotencyRecord,
  NOW,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { aBlock, lockedWith } from '#test/support/fixtures/biolinks/visitor-fixture.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LIFETIME_SECONDS = 600;

describeStores('PagePreviewStore', (fixture) => {
  /** Stores a preview of a page; `at` are seconds after NOW. */
  async function created(workspaceId: string, at = 0, context = {}) {
    const now = secondsAfterNow(at);
    const page = aPage({ workspaceId });
    const blocks = [
      aBlock(page.id, { type: 'link', title: 'Notes', url: 'https://a.example', icon: null }),
      aBlock(page.id, { content: { type: 'divider' }, startsAt: NOW, endsAt: secondsAfterNow(60) }),
    ];
    const preview = newPreview(page, blocks, now);
    const digest = randomUUID();
    await fixture.previews.create(digest, preview, { ...aContextAt(now), ...context });
    return { digest, preview };
  }

  const find = (digest: string, at: number) => fixture.previews.find(digest, secondsAfterNow(at));

  it('returns a preview as created, until it expires', async () => {
    const { digest, preview } = await created(randomUUID());

    expect(await find(digest, LIFETIME_SECONDS - 1)).toEqual(preview);
    expect(await find(digest, LIFETIME_SECONDS)).toBeUndefined();
    expect(await find(randomUUID(), 0)).toBeUndefined();
  });

  it('stores no password', async () => {
    const page = aPage(lockedWith('secret'));
    await fixture.previews.create('digest', newPreview(page, [], NOW), aContextAt(NOW));

    expect((await find('digest', 0))?.page).toEqual({ ...page, password: null });
  });

  describe('with more previews than a workspace can have', () => {
    it('deletes the oldest one', async () => {
      const workspaceId = randomUUID();
      const other = await created(randomUUID());
      const digests: string[] = [];
      for (let at = 0; at < PREVIEW_LIMIT + 2; at += 1) digests.push((await created(workspaceId, at)).digest);

      const found = await Promise.all(digests.map((digest) => find(digest, 30)));
      expect(found.map((each) => each !== undefined)).toEqual([
        false,
        false,
        ...Array.from({ length: PREVIEW_LIMIT }, () => true),
      ]);
      expect(await find(other.digest, 30)).toBeDefined();
    });

    it('does not count previews that have expired', async () => {
      const workspaceId = randomUUID();
      for (let at = 0; at < PREVIEW_LIMIT - 1; at += 1) await created(workspaceId, at);
      const { digest } = await created(workspaceId, LIFETIME_SECONDS - 1);
      for (let at = 0; at < PREVIEW_LIMIT - 1; at += 1)
        await created(workspaceId, LIFETIME_SECONDS + at + 30);

      expect(await find(digest, LIFETIME_SECONDS + 60)).toBeDefined();
    });
  });

  it('forgets no preview that is created at the same time as another one', async () => {
    const workspaceId = randomUUID();
    const attempts = await Promise.allSettled([1, 2, 3, 4].map((at) => created(workspaceId, at)));
    const made = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value.digest] : []));
    expect(made.length).toBeGreaterThan(0);
    for (let at = 0; at < PREVIEW_LIMIT; at += 1) await created(workspaceId, 10 + at);

    const found = await Promise.all(made.map((digest) => find(digest, 30)));
    expect(found.filter((each) => each !== undefined)).toEqual([]);
  });

  it('stores the response with it, and reports an earlier one', async () => {
    const idempotencyRecord = anIdempotencyRecord();
    await created(randomUUID(), 0, { idempotencyRecord });

    await expect(created(randomUUID(), 0, { idempotencyRecord })).rejects.toThrow(DuplicateRequestError);
  });
});
