import { matchesLinkSecret } from '#shared/platform/runtime/link-secret.ts';
import {
  expectedHash,
  isMailTarget,
  type LinkPurpose,
  type MailTarget,
} from '#shared/webhooks/domain/mail-consent.ts';
import { parseMailLink } from '#shared/webhooks/domain/mail-link.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';

/** A target whose owner opened a link. */
export type LinkedTarget = { readonly purpose: LinkPurpose; readonly target: MailTarget };

/** Compared if there is no target, so that the time of the response does not show whether a target exists. */
const NO_HASH = 'A'.repeat(43);

/** The target of a link that works now; undefined for any other text. Costs at most one read. */
export async function findByMailLink(
  targets: Pick<NotificationTargetReader, 'find'>,
  token: string,
  now: Date,
): Promise<LinkedTarget | undefined> {
  const link = parseMailLink(token);
  if (!link) return undefined;
  const found = await targets.find(link.workspaceId, link.targetId);
  const target = found && isMailTarget(found) ? found : undefined;
  const hash = target && expectedHash(target, link.purpose, now);
  return matchesLinkSecret(link.secret, hash ?? NO_HASH) && target
    ? { purpose: link.purpose, target }
    : undefined;
}
