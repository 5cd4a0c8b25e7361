import type { ComponentType } from 'preact';
import { later, type Screen } from './screen.ts';
import { Home } from './screens/home.tsx';
import { SUBSCRIBE } from './session/may.ts';

type LoadedScreen = Omit<Screen, 'component'> & { readonly load: () => Promise<ComponentType> };

const HOME: Screen = { path: '/console', name: 'Home', linked: true, needs: [], component: Home };

/** All screens but Home, in the order of the navigation. Each is loaded when it is opened. */
const LOADED: readonly LoadedScreen[] = [
  {
    path: '/console/endpoints',
    name: 'Endpoints',
    linked: true,
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/endpoints.tsx')).Endpoints,
  },
  {
    // Before the path of an endpoint, which would match it too.
    path: '/console/endpoints/new',
    name: 'New endpoint',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/new-endpoint/new-endpoint.tsx')).NewEndpoint,
  },
  {
    path: '/console/endpoints/:endpoint',
    name: 'Endpoint',
    needs: SUBSCRIBE,
    load: async () =>
      (await import('./screens/webhooks/endpoint/endpoint-deliveries.tsx')).EndpointDeliveries,
  },
  {
    path: '/console/endpoints/:endpoint/metrics',
    name: 'Metrics',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/endpoint/endpoint-metrics.tsx')).EndpointMetrics,
  },
  {
    path: '/console/endpoints/:endpoint/settings',
    name: 'Settings',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/endpoint/endpoint-settings.tsx')).EndpointSettings,
  },
  {
    path: '/console/endpoints/:endpoint/secret',
    name: 'Secret',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/endpoint/endpoint-secret.tsx')).EndpointSecret,
  },
  {
    path: '/console/endpoints/:endpoint/recover',
    name: 'Recover',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/endpoint/endpoint-recover.tsx')).EndpointRecover,
  },
  {
    path: '/console/deliveries/:endpoint/:delivery',
    name: 'Delivery',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/delivery.tsx')).DeliveryScreen,
  },
  {
    path: '/console/events',
    name: 'Events',
    linked: true,
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/event-log.tsx')).EventLog,
  },
  {
    path: '/console/events/:event',
    name: 'Event',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/event.tsx')).EventScreen,
  },
  {
    path: '/console/catalogue',
    name: 'Catalogue',
    linked: true,
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/catalogue.tsx')).Catalogue,
  },
  {
    path: '/console/catalogue/:event',
    name: 'Event of the catalogue',
    needs: SUBSCRIBE,
    load: async () => (await import('./screens/webhooks/catalogue-event.tsx')).CatalogueEventScreen,
  },
  {
    path: '/console/posts',
    name: 'Posts',
    linked: true,
    needs: ['publishing:posts:read'],
    load: async () => (await import('./screens/publishing/posts.tsx')).Posts,
  },
  {
    // Before the path of a post, which would match it too.
    path: '/console/posts/new',
    name: 'New post',
    needs: ['publishing:posts:read', 'publishing:posts:write'],
    needsAll: true,
    load: async () => (await import('./screens/publishing/posts/new-post.tsx')).NewPost,
  },
  {
    path: '/console/posts/:post',
    name: 'Post',
    needs: ['publishing:posts:read'],
    load: async () => (await import('./screens/publishing/posts/post.tsx')).PostScreen,
  },
  {
    path: '/console/posting-queue',
    name: 'Posting queue',
    needs: ['publishing:posts:read'],
    load: async () => (await import('./screens/publishing/posts/posting-queue.tsx')).PostingQueueScreen,
  },
  {
    path: '/console/accounts',
    name: 'Accounts',
    linked: true,
    needs: ['publishing:accounts:read'],
    load: async () => (await import('./screens/publishing/accounts.tsx')).Accounts,
  },
  {
    path: '/console/pages',
    name: 'Pages',
    linked: true,
    needs: ['biolinks:pages:read'],
    load: async () => (await import('./screens/biolinks/pages.tsx')).Pages,
  },
  {
    // Before the path of a page, which would match it too.
    path: '/console/pages/new',
    name: 'New page',
    needs: ['biolinks:pages:read', 'biolinks:pages:write'],
    needsAll: true,
    load: async () => (await import('./screens/biolinks/pages/new-page.tsx')).NewPage,
  },
  {
    path: '/console/pages/:page',
    name: 'Page',
    needs: ['biolinks:pages:read'],
    load: async () => (await import('./screens/biolinks/pages/page-overview.tsx')).PageOverview,
  },
  {
    path: '/console/pages/:page/edit',
    name: 'Edit a page',
    needs: ['biolinks:pages:read', 'biolinks:pages:write'],
    needsAll: true,
    load: async () => (await import('./screens/biolinks/pages/page-editor.tsx')).PageEditor,
  },
  {
    path: '/console/domains',
    name: 'Domains',
    needs: ['biolinks:domains:read'],
    load: async () => (await import('./screens/biolinks/pages/domains.tsx')).Domains,
  },
  {
    path: '/console/pixels',
    name: 'Pixels',
    needs: ['biolinks:pixels:read'],
    load: async () => (await import('./screens/biolinks/pages/pixels.tsx')).Pixels,
  },
  {
    path: '/console/pages/:page/analytics',
    name: 'Analytics',
    needs: ['biolinks:pages:read', 'biolinks:analytics:read'],
    needsAll: true,
    load: async () => (await import('./screens/biolinks/pages/page-analytics.tsx')).PageAnalytics,
  },
  {
    path: '/console/contacts',
    name: 'Contacts',
    linked: true,
    needs: ['salesbot:contacts:read'],
    load: async () => (await import('./screens/messaging/contacts.tsx')).Contacts,
  },
  {
    path: '/console/contacts/new',
    name: 'New contact',
    needs: ['salesbot:contacts:read', 'salesbot:contacts:write'],
    needsAll: true,
    load: async () => (await import('./screens/messaging/contacts/new-contact.tsx')).NewContact,
  },
  {
    path: '/console/contacts/:contact',
    name: 'Contact',
    needs: ['salesbot:contacts:read'],
    load: async () => (await import('./screens/messaging/contacts/contact.tsx')).ContactScreen,
  },
  {
    path: '/console/conversations',
    name: 'Conversations',
    linked: true,
    needs: ['salesbot:conversations:read'],
    load: async () => (await import('./screens/messaging/conversations.tsx')).Conversations,
  },
  {
    path: '/console/conversations/:conversation',
    name: 'Conversation',
    needs: ['salesbot:conversations:read'],
    load: async () => (await import('./screens/messaging/conversations/conversation.tsx')).ConversationScreen,
  },
  {
    path: '/console/numbers',
    name: 'Phone numbers',
    linked: true,
    needs: ['salesbot:numbers:read'],
    load: async () => (await import('./screens/messaging/numbers.tsx')).Numbers,
  },
  {
    path: '/console/numbers/:number',
    name: 'Templates',
    needs: ['salesbot:numbers:read'],
    load: async () => (await import('./screens/messaging/numbers/number-templates.tsx')).NumberTemplates,
  },
  {
    path: '/console/broadcasts',
    name: 'Broadcasts',
    linked: true,
    needs: ['salesbot:broadcasts:read'],
    load: async () => (await import('./screens/broadcasts/broadcasts.tsx')).Broadcasts,
  },
  {
    path: '/console/broadcasts/new',
    name: 'New broadcast',
    needs: ['salesbot:broadcasts:read', 'salesbot:broadcasts:write'],
    needsAll: true,
    load: async () => (await import('./screens/broadcasts/new-broadcast.tsx')).NewBroadcast,
  },
  {
    path: '/console/broadcasts/:broadcast',
    name: 'Broadcast',
    needs: ['salesbot:broadcasts:read'],
    load: async () => (await import('./screens/broadcasts/broadcast.tsx')).BroadcastScreen,
  },
  {
    path: '/console/broadcasts/:broadcast/recipients',
    name: 'Recipients',
    needs: ['salesbot:broadcasts:read'],
    load: async () => (await import('./screens/broadcasts/recipients.tsx')).Recipients,
  },
  {
    path: '/console/notifications',
    name: 'Notifications',
    linked: true,
    // A notification can be about an endpoint of either product.
    needs: SUBSCRIBE,
    needsAll: true,
    load: async () => (await import('./screens/webhooks/notifications.tsx')).Notifications,
  },
  {
    path: '/console/members',
    name: 'Team',
    linked: true,
    needs: ['workspace:members:read'],
    load: async () => (await import('./screens/workspaces/members.tsx')).Members,
  },
  {
    path: '/console/members/new',
    name: 'New member',
    needs: ['workspace:members:read', 'workspace:members:write'],
    needsAll: true,
    load: async () => (await import('./screens/workspaces/members/new-member.tsx')).NewMember,
  },
  {
    path: '/console/keys',
    name: 'API keys',
    linked: true,
    needs: ['workspace:keys:read'],
    load: async () => (await import('./screens/workspaces/keys/api-keys.tsx')).ApiKeys,
  },
  {
    path: '/console/keys/new',
    name: 'New API key',
    needs: ['workspace:keys:write'],
    load: async () => (await import('./screens/workspaces/keys/new-api-key.tsx')).NewApiKey,
  },
  {
    path: '/console/keys/:key',
    name: 'API key',
    needs: ['workspace:keys:read'],
    load: async () => (await import('./screens/workspaces/keys/api-key.tsx')).ApiKeyScreen,
  },
  {
    path: '/console/audit',
    name: 'Audit log',
    linked: true,
    needs: ['workspace:audit:read'],
    load: async () => (await import('./screens/workspaces/audit-log.tsx')).AuditLog,
  },
  {
    path: '/console/find',
    name: 'Find',
    needs: [],
    load: async () => (await import('./screens/find.tsx')).Find,
  },
];

/** All screens, in the order of the navigation. Home is in the first file. */
export const SCREENS: readonly Screen[] = [
  HOME,
  ...LOADED.map(({ load, ...screen }) => ({ ...screen, component: later(load) })),
];

/** Loads all screens, so that none is missing when a release replaces the files while the console is open. */
export async function loadScreens(): Promise<void> {
  for (const { component } of SCREENS) await component.preload?.();
}
