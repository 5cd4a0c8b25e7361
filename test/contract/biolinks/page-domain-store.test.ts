import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { DEFAULT_DOMAIN_ID, type Page } from '#shared/biolinks/domain/page.ts';
import { DuplicateRequestError, ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aDomain } from '#test/support/builders/biolinks/domain-builders.ts';
import { aPage, anEditedPage } from '#test/support/builders/biolinks/page-builders.ts';
import {
  aContext,
  anIdempotencyRecord,
  secondsAfterNow,
} from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(60);

/** Codes of errors, "done" for successes. */
async function outcomes(commands: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(commands);
  return results.map((result) => (result.status === 'fulfilled' ? 'done' : String(result.reason.code)));
}

describeStores('PageDomainStore', (fixture) => {
  async function created(overrides: Partial<PageDomain> = {}) {
    const domain = aDomain(overrides);
    await fixture.domains.create(domain, aContext());
    return domain;
  }

  async function verified(overrides: Partial<PageDomain> = {}): Promise<PageDomain> {
    const domain = await created(overrides);
    await fixture.domains.verify(domain, LATER, aContext());
    return { ...domain, state: 'verified', verifiedAt: LATER };
  }

  async function pageOn(domain: Pick<PageDomain, 'id' | 'workspaceId' | 'host'>): Promise<Page> {
    const page = aPage({ workspaceId: domain.workspaceId, domainId: domain.id, customHost: domain.host });
    await fixture.pages.create(page, aContext());
    return page;
  }

  describe('create', () => {
    it('returns the domain as created, to its own workspace', async () => {
      const domain = await created();

      expect(await fixture.domains.find(domain.workspaceId, domain.id)).toEqual(domain);
      expect(await fixture.domains.find(randomUUID(), domain.id)).toBeUndefined();
      expect(await fixture.domains.find(domain.workspaceId, randomUUID())).toBeUndefined();
    });

    it('rejects a host that the workspace already has, and identifies that domain', async () => {
      const { id, workspaceId, host } = await created();

      await expect(created({ workspaceId, host })).rejects.toMatchObject({
        code: 'domain_taken',
        extras: { domain: id },
      });
    });

    it('lets two workspaces have a pending host, which neither owns before the proof', async () => {
      const { host } = await created();

      await expect(created({ host })).resolves.toMatchObject({ host });
    });

    it('rejects a host that another workspace has verified, without identifying it', async () => {
      const { host } = await verified();

      await expect(created({ host })).rejects.toMatchObject({ code: 'domain_taken', extras: {} });
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      const domain = aDomain();
      await fixture.domains.create(domain, aContext({ idempotencyRecord }));

      await expect(fixture.domains.create(domain, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
    });

    it('lets one of two racing requests add a host to a workspace', async () => {
      const { workspaceId, host } = aDomain();
      const twins = [aDomain({ workspaceId, host }), aDomain({ workspaceId, host })];
      const done = await outcomes(twins.map((domain) => fixture.domains.create(domain, aContext())));

      expect(done.toSorted()).toEqual(['domain_taken', 'done']);
      expect(await fixture.domains.list(workspaceId, { limit: 5 })).toHaveLength(1);
    });
  });

  describe('list', () => {
    it('lists newest first, page by page, in one workspace', async () => {
      const workspaceId = randomUUID();
      const ids = [1, 2, 3].map((second) => newId(secondsAfterNow(second)));
      for (const id of ids) await created({ workspaceId, id });
      await created();
      const newest = await fixture.domains.list(workspaceId, { limit: 2 });
      const rest = await fixture.domains.list(workspaceId, { limit: 2, after: newest[1]?.id });

      expect([...newest, ...rest].map(({ id }) => id)).toEqual(ids.toReversed());
    });
  });

  describe('verify', () => {
    it('marks the domain as verified', async () => {
      const domain = await verified();

      expect(await fixture.domains.find(domain.workspaceId, domain.id)).toEqual(domain);
    });

    it('assigns a host to the first workspace that proves it', async () => {
      const { host } = aDomain();
      const rivals = [await created({ host }), await created({ host })];
      const done = await outcomes(rivals.map((domain) => fixture.domains.verify(domain, LATER, aContext())));
      const states = await Promise.all(
        rivals.map(async ({ workspaceId, id }) => (await fixture.domains.find(workspaceId, id))?.state),
      );

      expect(done.toSorted()).toEqual(['domain_taken', 'done']);
      expect(new Set(states)).toEqual(new Set(['pending', 'verified']));
    });

    it('rejects a domain that was deleted, and one that was verified concurrently', async () => {
      const gone = await created();
      await fixture.domains.remove(gone, aContext());
      const pending = await created();
      await fixture.domains.verify(pending, LATER, aContext());

      await expect(fixture.domains.verify(gone, LATER, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await expect(fixture.domains.verify(pending, LATER, aContext())).rejects.toThrow(ConcurrentUpdateError);
      expect(await fixture.domains.find(gone.workspaceId, gone.id)).toBeUndefined();
    });

    it('stores the response with it, and reports an earlier one', async () => {
      const idempotencyRecord = anIdempotencyRecord();
      await fixture.domains.verify(await created(), LATER, aContext({ idempotencyRecord }));
      const other = await created();

      await expect(fixture.domains.verify(other, LATER, aContext({ idempotencyRecord }))).rejects.toThrow(
        DuplicateRequestError,
      );
    });
  });

  describe('remove', () => {
    it.each(['pending', 'verified'])('releases the host of a %s domain', async (state) => {
      const domain = state === 'verified' ? await verified() : await created();
      await fixture.domains.remove(domain, aContext());

      expect(await fixture.domains.find(domain.workspaceId, domain.id)).toBeUndefined();
      await expect(created({ host: domain.host })).resolves.toBeDefined();
      await expect(created({ workspaceId: domain.workspaceId, host: domain.host })).resolves.toBeDefined();
    });

    it('keeps the claim of another workspace on the host', async () => {
      const pending = await created();
      const holder = await verified({ host: pending.host });
      await fixture.domains.remove(pending, aContext());

      await expect(created({ host: holder.host })).rejects.toMatchObject({ code: 'domain_taken' });
    });

    it('rejects a second removal, and one of a domain that was verified concurrently', async () => {
      const gone = await created();
      await fixture.domains.remove(gone, aContext());
      const pending = await created();
      await fixture.domains.verify(pending, LATER, aContext());

      await expect(fixture.domains.remove(gone, aContext())).rejects.toThrow(ConcurrentUpdateError);
      await expect(fixture.domains.remove(pending, aContext())).rejects.toThrow(ConcurrentUpdateError);
    });

    it('rejects while pages use the domain, and returns their number', async () => {
      const domain = await verified();
      await pageOn(domain);
      await pageOn(domain);

      await expect(fixture.domains.remove(domain, aContext())).rejects.toMatchObject({
        code: 'domain_in_use',
        extras: { pages: 2 },
      });
    });

    it('succeeds once the last page has moved away or was deleted', async () => {
      const domain = await verified();
      const page = await pageOn(domain);
      const other = await pageOn(domain);
      const away = anEditedPage(page, { domain: { domainId: DEFAULT_DOMAIN_ID, customHost: null } });
      await fixture.pages.save(page, away, aContext());
      await fixture.pages.remove(other, aContext());

      await expect(fixture.domains.remove(domain, aContext())).resolves.toBeUndefined();
    });

    it('counts a page once, however often it changes its slug there', async () => {
      const domain = await verified();
      const page = await pageOn(domain);
      const renamed = anEditedPage(page, { slug: `ada-${randomUUID()}` });
      await fixture.pages.save(page, renamed, aContext());
      const inUse = { code: 'domain_in_use', extras: { pages: 1 } };

      await expect(fixture.domains.remove(domain, aContext())).rejects.toMatchObject(inUse);
      await fixture.pages.remove(renamed, aContext());
      await expect(fixture.domains.remove(domain, aContext())).resolves.toBeUndefined();
    });

    it('either loses against a page that moves to the domain, or makes that move fail', async () => {
      for (let round = 0; round < 5; round += 1) {
        const domain = await verified();
        const page = await pageOn({ ...domain, id: DEFAULT_DOMAIN_ID });
        const moved = anEditedPage(page, { domain: { domainId: domain.id, customHost: domain.host } });
        const done = await outcomes([
          fixture.pages.save(page, moved, aContext()),
          fixture.domains.remove(domain, aContext()),
        ]);
        const stays = await fixture.domains.find(domain.workspaceId, domain.id);
        const found = await fixture.pages.find(page.workspaceId, page.id);

        expect([
          ['done', 'domain_in_use'],
          ['domain_not_connected', 'done'],
        ]).toContainEqual(done);
        expect(found?.domainId).toBe(stays ? domain.id : DEFAULT_DOMAIN_ID);
      }
    });
  });

  describe('a page', () => {
    it('cannot use a pending, third-party or missing domain', async () => {
      const pending = await created();
      const foreign = { ...(await verified()), workspaceId: randomUUID() };
      const missing = aDomain();

      expect(await outcomes([pending, foreign, missing].map(pageOn))).toEqual(
        Array.from({ length: 3 }, () => 'domain_not_connected'),
      );
    });
  });
});
