import { decodeCursor } from '#shared/platform/http/cursor.ts';
import { toPage } from '#shared/platform/http/list-query.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { notificationView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationReader } from '#shared/webhooks/ports/notification-log.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly notifications: Pick<NotificationReader, 'list'> };

/** Lists the log of notifications, newest first. */
export function createHandler({ notifications }: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, query: { limit, cursor } }) {
      const scope = { list: 'notifications', workspace: workspaceId };
      const after = decodeCursor(cursor, scope);
      const found = await notifications.list(workspaceId, { limit: limit + 1, after });
      return { status: 200, body: toPage(found, limit, scope, notificationView) };
    },
  };
}
