import { Bell, KeyRound, ScrollText, UserCog } from 'lucide';
import type { LoadedScreen } from '#console/screen.ts';
import { SUBSCRIBE } from '#console/session/may.ts';

/** Who works in the workspace, and what happened in it. */
export const WORKSPACE: readonly LoadedScreen[] = [
  {
    path: '/console/members',
    name: 'Team',
    icon: UserCog,
    needs: ['workspace:members:read'],
    load: async () => (await import('#console/screens/workspaces/members.tsx')).Members,
  },
  {
    path: '/console/members/new',
    name: 'New member',
    needs: ['workspace:members:read', 'workspace:members:write'],
    needsAll: true,
    load: async () => (await import('#console/screens/workspaces/members/new-member.tsx')).NewMember,
  },
  {
    path: '/console/keys',
    name: 'API keys',
    icon: KeyRound,
    needs: ['workspace:keys:read'],
    load: async () => (await import('#console/screens/workspaces/keys/api-keys.tsx')).ApiKeys,
  },
  {
    path: '/console/keys/new',
    name: 'New API key',
    needs: ['workspace:keys:write'],
    load: async () => (await import('#console/screens/workspaces/keys/new-api-key.tsx')).NewApiKey,
  },
  {
    path: '/console/keys/:key',
    name: 'API key',
    needs: ['workspace:keys:read'],
    load: async () => (await import('#console/screens/workspaces/keys/api-key.tsx')).ApiKeyScreen,
  },
  {
    path: '/console/notifications',
    name: 'Notifications',
    icon: Bell,
    // A notification can be about an endpoint of either product.
    needs: SUBSCRIBE,
    needsAll: true,
    load: async () => (await import('#console/screens/webhooks/notifications.tsx')).Notifications,
  },
  {
    path: '/console/audit',
    name: 'Audit log',
    icon: ScrollText,
    needs: ['workspace:audit:read'],
    load: async () => (await import('#console/screens/workspaces/audit-log.tsx')).AuditLog,
  },
];
