import { Globe, PanelsTopLeft } from 'lucide';
import type { LoadedScreen } from '#console/screen.ts';

/** Pages and their domains. */
export const PAGES: readonly LoadedScreen[] = [
  {
    path: '/console/pages',
    name: 'Pages',
    icon: PanelsTopLeft,
    needs: ['biolinks:pages:read'],
    load: async () => (await import('#console/screens/biolinks/pages.tsx')).Pages,
  },
  {
    // Before the path of a page, which would match it too.
    path: '/console/pages/new',
    name: 'New page',
    needs: ['biolinks:pages:read', 'biolinks:pages:write'],
    needsAll: true,
    load: async () => (await import('#console/screens/biolinks/pages/new-page.tsx')).NewPage,
  },
  {
    path: '/console/pages/:page',
    name: 'Page',
    needs: ['biolinks:pages:read'],
    load: async () => (await import('#console/screens/biolinks/pages/page-overview.tsx')).PageOverview,
  },
  {
    path: '/console/pages/:page/edit',
    name: 'Edit a page',
    needs: ['biolinks:pages:read', 'biolinks:pages:write'],
    needsAll: true,
    load: async () => (await import('#console/screens/biolinks/pages/page-editor.tsx')).PageEditor,
  },
  {
    path: '/console/pages/:page/analytics',
    name: 'Analytics',
    needs: ['biolinks:pages:read', 'biolinks:analytics:read'],
    needsAll: true,
    load: async () => (await import('#console/screens/biolinks/pages/page-analytics.tsx')).PageAnalytics,
  },
  {
    path: '/console/domains',
    name: 'Domains',
    icon: Globe,
    needs: ['biolinks:domains:read'],
    load: async () => (await import('#console/screens/biolinks/pages/domains.tsx')).Domains,
  },
  {
    path: '/console/pixels',
    name: 'Pixels',
    parent: '/console/domains',
    needs: ['biolinks:pixels:read'],
    load: async () => (await import('#console/screens/biolinks/pages/pixels.tsx')).Pixels,
  },
];
