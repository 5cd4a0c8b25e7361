import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { deleteItem, exists, putItem } from '#shared/platform/store/write.ts';
import type { OAuthAppReader, OAuthAppStore } from '#shared/publishing/ports/oauth-apps.ts';
import { oauthAppKey } from './keys.ts';
import { fromOAuthAppItem, toOAuthAppItem } from './oauth-app-items.ts';

/** The reads of `createDynamoOAuthAppStore`, for operations that may not write. */
export function createDynamoOAuthAppReader(table: Table): OAuthAppReader {
  return {
    async find(workspaceId, provider) {
      const item = await table.get(oauthAppKey(workspaceId, provider));
      return item && fromOAuthAppItem(item);
    },
  };
}

/** Apps in the core table, in one partition per workspace. */
export function createDynamoOAuthAppStore(table: WritableTable): OAuthAppStore {
  return {
    ...createDynamoOAuthAppReader(table),

    async put(app, context) {
      await commit(table, context, [putItem(toOAuthAppItem(app, context.change))]);
    },

    async remove({ workspaceId, provider }, { change }) {
      await commit(table, { change }, [
        deleteItem(oauthAppKey(workspaceId, provider), exists),
        removalEntryWrite({ resource: 'oauth_app', id: provider, workspaceId }, change),
      ]);
    },
  };
}
