import type { InferInput } from 'valibot';
import type { analyticsSchema } from '#shared/biolinks/http/analytics-view.ts';
import type { blockSchema } from '#shared/biolinks/http/block-view.ts';
import type { domainSchema } from '#shared/biolinks/http/domain-view.ts';
import type { pageSchema } from '#shared/biolinks/http/page-view.ts';
import type { pixelSchema } from '#shared/biolinks/http/pixel-view.ts';
import { type fontSchema, type themeSchema, themeView } from '#shared/biolinks/http/theme-view.ts';
import { DEFAULT_THEME } from '#shared/biolinks/themes/theme-catalogue.ts';

const CREATED = '2027-03-01T09:00:00.000Z';
const UPDATED = '2027-03-14T09:26:53.005Z';

/** Examples of pages and their parts. */
export const page: InferInput<typeof pageSchema> = {
  revision: '3',
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d41',
  slug: 'ada',
  domain: '00000000-0000-7000-8000-000000000001',
  public_url: 'https://pages.example.com/ada',
  title: 'Ada Lovelace',
  handle: '@ada',
  tagline: 'Engines and notes',
  theme: 'paper',
  status: 'active',
  disabled: false,
  verified: true,
  hide_branding: false,
  avatar_color: '#2456d3',
  appearance: { font_override: null, accent: '#2456d3' },
  has_password: false,
  settings: {
    seo: { title: '', description: 'Notes on the Analytical Engine', image: '', noindex: false },
    protection: { sensitive: false },
    utm: { source: 'bio', medium: '', campaign: '' },
    pixels: [],
  },
  created_at: CREATED,
  updated_at: UPDATED,
};

export const linkBlock: InferInput<typeof blockSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4f',
  visible: true,
  starts_at: null,
  ends_at: null,
  created_at: CREATED,
  updated_at: UPDATED,
  type: 'link',
  title: 'My notes',
  url: 'https://notes.example.com',
  icon: null,
};

export const domain: InferInput<typeof domainSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4b',
  host: 'links.example.com',
  is_default: false,
  state: 'pending',
  verification: {
    type: 'TXT',
    name: '_workspace-challenge.links.example.com',
    value: 'workspace-verification=7f3e9d2c4b6a48e0',
  },
  verified_at: null,
  created_at: CREATED,
};

export const pixel: InferInput<typeof pixelSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4c',
  provider: 'google',
  tag_id: 'G-ABC1234567',
  name: 'Shop analytics',
  created_at: CREATED,
};

/** The default theme, with a short picture. */
export const pagePreview = {
  expires_at: '2027-03-14T09:36:53.005Z',
  url: 'https://pages.example.com/ada/preview/kfnUPvmBFnCQk2rJ1o8uWdK7vq1Zk4cTnG9rX5m0a8Q',
};

export const theme: InferInput<typeof themeSchema> = {
  ...themeView(DEFAULT_THEME),
  preview_url: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
};

export const font: InferInput<typeof fontSchema> = { id: 'inter', name: 'Inter', hosted: true };

export const pageAnalytics: InferInput<typeof analyticsSchema> = {
  from: '2027-03-13',
  to: '2027-03-14',
  timezone: 'Europe/Berlin',
  group: 'day',
  totals: { views: 420, clicks: 131, visitors: 344 },
  rows: [
    { day: '2027-03-13', views: 180, clicks: 52, visitors: 149 },
    { day: '2027-03-14', views: 240, clicks: 79, visitors: 195 },
  ],
};
