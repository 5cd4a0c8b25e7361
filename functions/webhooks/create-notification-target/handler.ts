import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { DEFAULT_EXHAUSTED, inOrder, type NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import {
  emailOf,
  requireMailSender,
  requirePublicUrl,
  urlOf,
} from '#shared/webhooks/http/notification-body.ts';
import { notificationTargetTag, notificationTargetView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import {
  sealConfirmation,
  sealLinkSecret,
  sealSigningSecret,
  sealSlackUrl,
} from '#shared/webhooks/sending/seal-destination.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly notificationTargets: Pick<NotificationTargets, 'create'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly guard: TargetGuard;
  /** Whether the stage has a sender of mail. */
  readonly sendsMail: boolean;
  readonly randomBytes: (size: number) => Buffer;
};

type Owner = Pick<NotificationTarget, 'workspaceId' | 'id'>;

/** Creates a notification target. Only this response contains the secret of an `https` target. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { notificationTargets, secrets, guard, randomBytes } = deps;

  async function mailDestination(
    owner: Owner,
    email: string,
    { now, hosts }: { now: Date; hosts: StageHosts },
  ) {
    requireMailSender(deps.sendsMail);
    const [unsubscribe, confirmation] = await Promise.all([
      sealLinkSecret(secrets, owner, randomBytes),
      sealConfirmation(secrets, owner, randomBytes, now),
    ]);
    const state = 'pending_confirmation' as const;
    return { kind: 'email', email, origin: hosts.apiOrigin, state, unsubscribe, confirmation } as const;
  }

  async function urlDestination(
    owner: Owner,
    url: string,
    { secret, baseUrl }: { secret: string | undefined; baseUrl: string },
  ) {
    await requirePublicUrl(guard, url, baseUrl);
    if (secret === undefined) return sealSlackUrl(secrets, owner, url);
    return sealSigningSecret(secrets, owner, url, secret);
  }

  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, hosts, command }) {
      const owner = { workspaceId, id: newId(now) };
      const secret = body.kind === 'https' ? generateSigningSecret(randomBytes) : undefined;
      const destination =
        body.kind === 'email'
          ? await mailDestination(owner, emailOf(body), { now, hosts })
          : await urlDestination(owner, urlOf(body), { secret, baseUrl });
      const target: NotificationTarget = {
        ...owner,
        name: body.name,
        destination,
        conditions: inOrder(body.conditions),
        exhaustedAfter: body.exhausted_after ?? DEFAULT_EXHAUSTED,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      };
      const response = {
        status: 201,
        headers: {
          Location: `${baseUrl}/api/v1/notification-targets/${target.id}`,
          ...notificationTargetTag(target),
        },
        body: { data: notificationTargetView(target, now), ...(secret === undefined ? {} : { secret }) },
      };
      await notificationTargets.create(target, await command(response));
      return response;
    },
  };
}
