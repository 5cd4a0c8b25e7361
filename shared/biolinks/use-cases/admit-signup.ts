import type { Page } from '#shared/biolinks/domain/page.ts';
import { SIGNUP_LIMITS, SIGNUP_WINDOWS } from '#shared/biolinks/domain/signup.ts';
import type { ClientNetworks } from '#shared/biolinks/domain/unlock-limits.ts';
import { unlockWindow } from '#shared/biolinks/domain/unlock-window.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';

/** Whether a sign-up may be stored; otherwise whose limit it exceeds, and the end of the window. */
export type SignupAdmission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly limit: keyof typeof SIGNUP_WINDOWS; readonly until: Date };

/**
 * Counts a sign-up before anything is read about its address, so that a response tells nothing about it. The counters of the visitor come
 * first: one visitor who is over the limit does not use up those of the page and of the workspace.
 */
export async function admitSignup(
  attempts: Pick<UnlockAttempts, 'count'>,
  { id, workspaceId }: Pick<Page, 'id' | 'workspaceId'>,
  { client, site }: ClientNetworks,
  now: Date,
): Promise<SignupAdmission> {
  const { clientOnPage, siteOnPage, page, workspace } = SIGNUP_LIMITS;
  const counters = [
    { limit: 'visitor', counter: `SIGNUP#${id}#${client}`, most: clientOnPage },
    // An IPv4 address is both client and site.
    ...(site === client
      ? []
      : [{ limit: 'visitor', counter: `SIGNUP#${id}#${site}`, most: siteOnPage } as const]),
    { limit: 'page', counter: `SIGNUP#${id}#PAGE`, most: page },
    { limit: 'workspace', counter: `SIGNUP#${workspaceId}#WORKSPACE`, most: workspace },
  ] as const;
  for (const { limit, counter, most } of counters) {
    const length = SIGNUP_WINDOWS[limit];
    if ((await attempts.count(counter, most, now, length)) === undefined)
      return { admitted: false, limit, until: unlockWindow(now, length).endsAt };
  }
  return { admitted: true };
}
