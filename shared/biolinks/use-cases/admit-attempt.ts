import { type ClientNetworks, UNLOCK_LIMITS } from '#shared/biolinks/domain/unlock-limits.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';

/** Whether the password of an attempt may be verified, and whether the page has so many wrong attempts that it is guarded. */
export type Admission =
  | { readonly admitted: false; readonly guarded: boolean }
  | { readonly admitted: true; readonly guarded: boolean; readonly uncount: () => Promise<void> };

/**
 * Counts an attempt before its password is verified, which costs more CPU time than everything else together. `uncount` removes
 * it from all counters: many visitors may share one address, so correct attempts must not lock others out. The counters of the
 * client come first, so that attempts that are rejected there count nowhere else.
 */
export async function admitAttempt(
  attempts: UnlockAttempts,
  pageId: string,
  { client, site }: ClientNetworks,
  now: Date,
): Promise<Admission> {
  const clientCounter = `${pageId}#${client}`;
  const siteCounter = `${pageId}#${site}`;
  const everywhere = `ALL#${site}`;
  const everyone = `${pageId}#PAGE`;
  const { clientOnPage, siteOnPage, siteOnAllPages, guardedPage, guardedClient, guardedSite } = UNLOCK_LIMITS;

  const ofClient = await attempts.count(clientCounter, clientOnPage, now);
  if (ofClient === undefined) return { admitted: false, guarded: false };
  // An IPv4 address is both client and site.
  const ofSite = site === client ? ofClient : await attempts.count(siteCounter, siteOnPage, now);
  if (ofSite === undefined) return { admitted: false, guarded: false };
  if ((await attempts.count(everywhere, siteOnAllPages, now)) === undefined)
    return { admitted: false, guarded: false };

  const ofPage = (await attempts.count(everyone, Number.MAX_SAFE_INTEGER, now)) ?? 0;
  const guarded = ofPage > guardedPage;
  const siteLimit = site === client ? guardedClient : guardedSite;
  if (guarded && (ofClient > guardedClient || ofSite > siteLimit)) {
    // It was not verified, so it says nothing about the page.
    await attempts.uncount(everyone, now);
    return { admitted: false, guarded };
  }
  const counters = new Set([clientCounter, siteCounter, everywhere, everyone]);
  return {
    admitted: true,
    guarded,
    uncount: async () => {
      await Promise.all([...counters].map((counter) => attempts.uncount(counter, now)));
    },
  };
}
