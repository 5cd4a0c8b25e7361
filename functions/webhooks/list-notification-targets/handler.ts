import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { notificationTargetView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly notificationTargets: Pick<NotificationTargetReader, 'list'> };

/** Lists notification targets, newest first. */
export function createHandler({ notificationTargets }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor }, now }) {
      const scope = { list: 'notification-targets', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const all = (await notificationTargets.list(workspaceId)).toReversed();
      const found = all.filter(({ id }) => after === undefined || id < after);
      const page = toPage(found, limit, scope, (target) => notificationTargetView(target, now));
      return { status: 200, body: page };
    },
  };
}
