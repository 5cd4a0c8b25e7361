import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { ConnectClaims } from '#shared/publishing/ports/connect-claims.ts';
import type { OAuthAppStore } from '#shared/publishing/ports/oauth-apps.ts';
import type { TokenLeases } from '#shared/publishing/ports/token-leases.ts';
import {
  commitInMemory,
  type MemoryCore,
  withinWorkspace,
} from '#test/support/fakes/platform/memory-core.ts';

/** Apps of workspaces over a memory core. */
export function createMemoryOAuthAppStore(core: MemoryCore): OAuthAppStore {
  return {
    async find(workspaceId, provider) {
      return core.oauthApps.get(withinWorkspace(workspaceId, provider));
    },

    async put(app, context) {
      commitInMemory(core, context, () => {
        core.oauthApps.set(withinWorkspace(app.workspaceId, app.provider), app);
      });
    },

    async remove({ workspaceId, provider }, { change }) {
      commitInMemory(core, { change, idempotencyRecord: null }, () => {
        if (!core.oauthApps.delete(withinWorkspace(workspaceId, provider))) throw new ConcurrentUpdateError();
      });
    },
  };
}

/** Completed connections over a memory core. */
export function createMemoryConnectClaims(core: MemoryCore): ConnectClaims {
  return {
    async claim({ id, workspaceId }, { nonce }) {
      const place = withinWorkspace(workspaceId, id);
      if (core.nonces.has(nonce)) return true;
      if (core.connectClaims.has(place)) return false;
      core.connectClaims.add(place);
      core.nonces.add(nonce);
      return true;
    },
  };
}

/** Leases over a memory core. */
export function createMemoryTokenLeases(core: MemoryCore): TokenLeases {
  return {
    async take({ workspaceId, uuid }, until, now) {
      const place = withinWorkspace(workspaceId, uuid);
      const held = core.tokenLeases.get(place);
      if (held && held > now) return false;
      core.tokenLeases.set(place, until);
      return true;
    },

    async release({ workspaceId, uuid }, until) {
      const place = withinWorkspace(workspaceId, uuid);
      if (core.tokenLeases.get(place)?.getTime() === until.getTime()) core.tokenLeases.delete(place);
    },
  };
}
