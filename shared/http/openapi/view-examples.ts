import type { InferInput } from 'valibot';
import type { endpointSchema } from '#shared/http/endpoints/endpoint-view.ts';
import type { deliverySchema } from '#shared/http/endpoints/delivery-view.ts';
import type { domainSchema } from '#shared/http/pages/domain-view.ts';
import type { pageSchema } from '#shared/http/pages/page-view.ts';
import type { pixelSchema } from '#shared/http/pages/pixel-view.ts';
import type { keySchema } from '#shared/http/workspaces/key-view.ts';
import type { memberSchema } from '#shared/http/workspaces/member-view.ts';
import type { workspaceSchema } from '#shared/http/workspaces/workspace-view.ts';
import { account, broadcast, media, post, tag } from './content-examples.ts';

const CREATED = '2027-03-01T09:00:00.000Z';
const UPDATED = '2027-03-14T09:26:53.005Z';

const page: InferInput<typeof pageSchema> = {
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

const endpoint: InferInput<typeof endpointSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d42',
  name: 'Order desk',
  description: null,
  url: 'https://hooks.example.com/orders',
  enabled: true,
  state: 'enabled',
  suspended_reason: null,
  subscriptions: [{ event: 'salesbot.store.order_paid', channel: 'all' }],
  products: ['salesbot'],
  responsible_member: { id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d43', name: 'Ada Lovelace' },
  secret_hint: 'x9Qk',
  secret_rotation: { in_progress: false, previous_secret_expires_at: null },
  stats: { last_success_at: UPDATED, last_failure_at: null, consecutive_failures: 0 },
  created_at: CREATED,
  updated_at: UPDATED,
};

const delivery: InferInput<typeof deliverySchema> = {
  id: '0195d2f0-8a10-8c3e-9b52-3f6c1e0a7d44',
  endpoint_id: endpoint.id,
  event_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d45',
  event: 'salesbot.store.order_paid',
  product: 'salesbot',
  channel: null,
  test: false,
  state: 'retrying',
  reason: 'receiver_error',
  resend_of: null,
  resend_count: 0,
  created_at: '2027-03-14T09:26:53.005Z',
  next_attempt_at: '2027-03-14T09:27:03.412Z',
  finished_at: null,
  payload_expires_at: '2027-03-21T09:26:53.005Z',
  attempts: [
    {
      number: 1,
      started_at: '2027-03-14T09:26:53.210Z',
      status_code: 503,
      duration_ms: 88,
      outcome: 'http_error',
      error: null,
    },
  ],
};

const domain: InferInput<typeof domainSchema> = {
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

const pixel: InferInput<typeof pixelSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4c',
  provider: 'google',
  tag_id: 'G-ABC1234567',
  name: 'Shop analytics',
  created_at: CREATED,
};

const key: InferInput<typeof keySchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4d',
  name: 'Reporting',
  member_id: endpoint.responsible_member.id,
  prefix: 'wsk_',
  last4: 'r4Tz',
  permissions: ['publishing:posts:read'],
  granted_permissions: ['publishing:posts:read'],
  created_at: CREATED,
  expires_at: null,
  last_used_at: UPDATED,
};

const member: InferInput<typeof memberSchema> = {
  ...endpoint.responsible_member,
  email: 'ada@example.com',
  role: 'admin',
  products: ['publishing', 'biolinks', 'salesbot'],
  created_at: CREATED,
};

const workspace: InferInput<typeof workspaceSchema> = {
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4e',
  name: 'Analytical Engines',
  timezone: 'Europe/Berlin',
  created_at: CREATED,
};

/** What a named view looks like, for the components of the document. */
export const VIEW_EXAMPLES: Readonly<Record<string, unknown>> = {
  Account: account,
  ApiKey: key,
  Broadcast: broadcast,
  Delivery: delivery,
  Domain: domain,
  Endpoint: endpoint,
  ListedPost: post,
  Media: media,
  Member: member,
  Page: page,
  Pixel: pixel,
  Post: { ...post, publications: [], warnings: [] },
  Tag: tag,
  Workspace: workspace,
};
