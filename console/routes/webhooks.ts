import { Activity, BookOpen, Webhook } from 'lucide';
import type { LoadedScreen } from '#console/screen.ts';
import { SUBSCRIBE } from '#console/session/may.ts';

/** Endpoints, deliveries, events and their catalogue. */
export const WEBHOOKS: readonly LoadedScreen[] = [
  {
    path: '/console/endpoints',
    name: 'Endpoints',
    icon: Webhook,
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/endpoints.tsx')).Endpoints,
  },
  {
    // Before the path of an endpoint, which would match it too.
    path: '/console/endpoints/new',
    name: 'New endpoint',
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/new-endpoint/new-endpoint.tsx')).NewEndpoint,
  },
  {
    path: '/console/endpoints/:endpoint',
    name: 'Endpoint',
    needs: SUBSCRIBE,
    load: async () =>
      (await import('#console/screens/webhooks/endpoint/endpoint-deliveries.tsx')).EndpointDeliveries,
  },
  {
    path: '/console/endpoints/:endpoint/metrics',
    name: 'Metrics',
    needs: SUBSCRIBE,
    load: async () =>
      (await import('#console/screens/webhooks/endpoint/endpoint-metrics.tsx')).EndpointMetrics,
  },
  {
    path: '/console/endpoints/:endpoint/settings',
    name: 'Settings',
    needs: SUBSCRIBE,
    load: async () =>
      (await import('#console/screens/webhooks/endpoint/endpoint-settings.tsx')).EndpointSettings,
  },
  {
    path: '/console/endpoints/:endpoint/secret',
    name: 'Secret',
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/endpoint/endpoint-secret.tsx')).EndpointSecret,
  },
  {
    path: '/console/endpoints/:endpoint/recover',
    name: 'Recover',
    needs: SUBSCRIBE,
    load: async () =>
      (await import('#console/screens/webhooks/endpoint/endpoint-recover.tsx')).EndpointRecover,
  },
  {
    path: '/console/deliveries/:endpoint/:delivery',
    name: 'Delivery',
    parent: '/console/endpoints/:endpoint',
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/delivery/delivery.tsx')).DeliveryScreen,
  },
  {
    path: '/console/events',
    name: 'Events',
    icon: Activity,
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/events/event-log.tsx')).EventLog,
  },
  {
    path: '/console/events/:event',
    name: 'Event',
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/events/event.tsx')).EventScreen,
  },
  {
    path: '/console/catalogue',
    name: 'Catalogue',
    icon: BookOpen,
    needs: SUBSCRIBE,
    load: async () => (await import('#console/screens/webhooks/catalogue/catalogue.tsx')).Catalogue,
  },
  {
    path: '/console/catalogue/:event',
    name: 'Event of the catalogue',
    needs: SUBSCRIBE,
    load: async () =>
      (await import('#console/screens/webhooks/catalogue/catalogue-event.tsx')).CatalogueEventScreen,
  },
];
