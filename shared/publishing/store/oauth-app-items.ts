import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { OAUTH_PROVIDERS } from '#shared/publishing/domain/account.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import { oauthAppKey } from './keys.ts';

const appItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    provider: v.picklist(OAUTH_PROVIDERS),
    clientId: v.string(),
    sealedSecret: v.string(),
    origin: maybe(v.string()),
    createdAt: instant,
    updatedAt: instant,
  }),
);

/** The item of an app. Its id in the audit log is the network. */
export function toOAuthAppItem(app: OAuthApp, change: Change) {
  return {
    ...oauthAppKey(app.workspaceId, app.provider),
    resource: 'oauth_app' satisfies AuditedResource,
    id: app.provider,
    ...appItem.encode(app),
    lastChange: toLastChange(change),
  };
}

/** The app of a stored item. @throws MalformedItemError */
export function fromOAuthAppItem(item: Item): OAuthApp {
  return appItem.decode(item);
}
