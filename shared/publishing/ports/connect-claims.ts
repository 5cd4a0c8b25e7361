import type { ConnectFlow } from '#shared/publishing/domain/oauth/connect-flow.ts';

/** Remembers the flows that were completed, until they expire. */
export interface ConnectClaims {
  /** Claims a flow; true for the first call only, whatever happens to that call afterwards. */
  claim(flow: Pick<ConnectFlow, 'id' | 'workspaceId' | 'expiresAt'>): Promise<boolean>;
}
