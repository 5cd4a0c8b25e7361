import type { ConnectFlow } from '#shared/publishing/domain/oauth/connect-flow.ts';

/** Stores which connections were completed, until their states expire. */
export interface ConnectClaims {
  /** Claims a connection. Returns true only for the first call, also if this call then fails. */
  claim(flow: Pick<ConnectFlow, 'id' | 'workspaceId' | 'expiresAt'>): Promise<boolean>;
}
