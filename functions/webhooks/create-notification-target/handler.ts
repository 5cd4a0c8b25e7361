import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { DEFAULT_EXHAUSTED, inOrder, type NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { requirePublicUrl } from '#shared/webhooks/http/notification-body.ts';
import { notificationTargetTag, notificationTargetView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import { sealSigningSecret, sealSlackUrl } from '#shared/webhooks/sending/seal-destination.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly notificationTargets: Pick<NotificationTargets, 'create'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly guard: TargetGuard;
  readonly randomBytes: (size: number) => Buffer;
};

/** Creates a notification target. Only this response contains the secret of an `https` target. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation> {
  const { notificationTargets, secrets, guard } = deps;

  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { url } = body;
      await requirePublicUrl(guard, url, baseUrl);
      const owner = { workspaceId, id: newId(now) };
      const secret = body.kind === 'https' ? generateSigningSecret(deps.randomBytes) : undefined;
      const destination =
        secret === undefined
          ? await sealSlackUrl(secrets, owner, url)
          : await sealSigningSecret(secrets, owner, url, secret);
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
        body: { data: notificationTargetView(target), ...(secret === undefined ? {} : { secret }) },
      };
      await notificationTargets.create(target, await command(response));
      return response;
    },
  };
}
