import type { CommandContext } from '#shared/platform/core/change.ts';
import type { OAuthProvider } from '#shared/publishing/domain/account.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';

/** The reads of `OAuthAppStore`, for operations that may not write. */
export type OAuthAppReader = {
  /** Strongly consistent. */
  find(workspaceId: string, provider: OAuthProvider): Promise<OAuthApp | undefined>;
};

/** Apps of workspaces at networks, at most one per network. */
export type OAuthAppStore = OAuthAppReader & {
  /** Creates the app, or replaces it whole. */
  put(app: OAuthApp, context: CommandContext): Promise<void>;

  /** @throws ConcurrentUpdateError if the app is missing */
  remove(app: OAuthApp, context: CommandContext): Promise<void>;
};
