import type { AccessTokenKey } from '#shared/biolinks/adapters/access-token-key.ts';
import type { Page, PagePassword } from '#shared/biolinks/domain/page.ts';
import { unlockWindow } from '#shared/biolinks/domain/unlock-window.ts';
import type { UnlockAttempts } from '#shared/biolinks/ports/unlock-attempts.ts';
import { passwordGate } from '#shared/biolinks/render/gate-documents.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from '#shared/biolinks/render/page-access-token.ts';
import type { PageFinder } from '#shared/biolinks/render/page-finder.ts';
import { documentResponse } from '#shared/biolinks/render/page-response.ts';
import { setCookie } from '#shared/biolinks/render/visitor-cookies.ts';
import { clientNetworks } from '#shared/biolinks/render/visitor-id.ts';
import { missingPageFormResponse, errorPage, seeOther } from '#shared/biolinks/render/visitor-responses.ts';
import { admitAttempt } from '#shared/biolinks/use-cases/admit-attempt.ts';
import { isOwnForm, readForm } from '#shared/platform/http/form-body.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly finder: PageFinder;
  readonly attempts: UnlockAttempts;
  readonly accessTokenKey: Pick<AccessTokenKey, 'ensure'>;
  readonly verifyPassword: (password: string, stored: PagePassword) => Promise<boolean>;
  readonly log: Pick<Log, 'warn'>;
};

const PAGE_GUARDED = {
  code: 'UNLOCK_FLOOD',
  message: 'A page has so many wrong attempts at its password that each client gets fewer attempts',
};

/**
 * Unlocks a page with its password. Every attempt is counted before the password is verified, and uncounted if it was
 * correct.
 */
export function createHandler({
  finder,
  attempts,
  accessTokenKey,
  verifyPassword,
  log,
}: Dependencies): OperationHandler<typeof operation> {
  const { origin } = finder;
  const isHttps = origin.startsWith('https:');

  return {
    async handle({ event, params, now }) {
      const { http, domainName } = event.requestContext;
      const acceptEncoding = event.headers['accept-encoding'];
      const request = { isHttps, acceptEncoding };
      if (!isOwnForm(event)) return errorPage(403, request);
      const password = readForm(event).get('password') ?? '';
      const lookup = await finder.find(domainName, params.slug);
      if (lookup.kind !== 'page') return missingPageFormResponse(lookup, request);
      const { page } = lookup;
      const path = `/${page.slug}`;
      if (page.password === null) return seeOther(path);

      if (password === '') return again(page, 403, 'Enter the password.');
      const key = await accessTokenKey.ensure();
      const attempt = await admitAttempt(attempts, page.id, clientNetworks(key, http.sourceIp), now);
      if (attempt.guarded) log.warn(PAGE_GUARDED, { page_id: page.id, workspace_id: page.workspaceId });
      if (!attempt.admitted) return later(page);
      if (!(await verifyPassword(password, page.password)))
        return again(page, 403, 'That is not the password. Try again.');
      await attempt.uncount();
      const scope = { pageId: page.id, slug: page.slug, isHttps };
      return seeOther(path, [setCookie('bl', scope, signAccessToken(key, page, now), ACCESS_TOKEN_SECONDS)]);

      async function later(locked: Page) {
        const seconds = Math.ceil((unlockWindow(now).endsAt.getTime() - now.getTime()) / 1000);
        const minutes = Math.ceil(seconds / 60);
        const wait = `Too many attempts. Wait ${minutes} minute${minutes === 1 ? '' : 's'} and try again.`;
        const response = await again(locked, 429, wait);
        return { ...response, headers: { ...response.headers, 'Retry-After': String(seconds) } };
      }

      async function again(locked: Page, status: number, problem: string) {
        return documentResponse(
          status,
          await passwordGate({ page: locked, origin }, problem),
          acceptEncoding,
        );
      }
    },
  };
}
