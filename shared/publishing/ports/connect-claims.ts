import type { Change } from '#shared/platform/core/change.ts';
import type { ConnectFlow } from '#shared/publishing/domain/oauth/connect-flow.ts';

/** Stores which connections were completed, until their states expire. */
export type ConnectClaims = {
  /**
   * Claims a connection. Returns true only for the first call, also if the request then fails. A key that was revoked or reduced claims
   * nothing. @throws CallerKeyChangedError · ConcurrentUpdateError
   */
  claim(flow: Pick<ConnectFlow, 'id' | 'workspaceId' | 'expiresAt'>, change: Change): Promise<boolean>;
};
