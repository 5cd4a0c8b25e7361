import { systemChange } from '#shared/platform/core/change.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { afterLink } from '#shared/webhooks/domain/mail-consent.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import { askPage, brokenLinkPage, donePage } from '#shared/webhooks/render/mail-page.ts';
import { findByMailLink, type LinkedTarget } from '#shared/webhooks/use-cases/find-by-mail-link.ts';
import { operation } from './operation.ts';

type Dependencies = { readonly notificationTargets: Pick<NotificationTargets, 'find' | 'save'> };

/**
 * Confirms an address or unsubscribes it. Only a POST changes something, because scanners of mail open every link. The body is not
 * read: the link says what to do. Another site cannot forge the request, because only the mail contains the link.
 */
export function createHandler({
  notificationTargets,
}: Dependencies): OperationHandler<typeof operation, LinkedTarget | undefined> {
  return {
    load: ({ params, now }) => findByMailLink(notificationTargets, params.link, now),

    async handle({ resource: found, event, now, baseUrl, requestId }) {
      const isHttps = baseUrl.startsWith('https:');
      if (!found) return brokenLinkPage(isHttps);
      const { purpose, target } = found;
      const { email } = target.destination;
      if (event.requestContext.http.method !== 'POST') return askPage(purpose, email, isHttps);
      const after = afterLink(target, purpose, now);
      if (after) {
        const change = systemChange(operation.name, { requestId, nonce: newId(now), at: now });
        await notificationTargets.save(target, after, { change, idempotencyRecord: null });
      }
      return donePage(purpose, email, isHttps);
    },
  };
}
