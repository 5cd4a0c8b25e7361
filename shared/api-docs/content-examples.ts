import type { InferInput } from 'valibot';
import type { broadcastSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import type { estimateSchema } from '#shared/broadcasts/http/estimate-view.ts';
import type { recipientSchema } from '#shared/broadcasts/http/recipient-view.ts';
import type { mediaSchema, uploadSchema } from '#shared/files/http/media-view.ts';
import type { contactSchema } from '#shared/messaging/http/contact-view.ts';
import type { accountSchema } from '#shared/publishing/http/account-view.ts';
import type { oauthAppSchema, startedSchema } from '#shared/publishing/http/oauth-view.ts';
import type { listedPostSchema } from '#shared/publishing/http/post-view.ts';
import type { postingQueueSchema } from '#shared/publishing/http/posting-queue-view.ts';
import type { publicationSchema } from '#shared/publishing/http/publication-view.ts';
import type { postRemovalSchema } from '#shared/publishing/http/removal-view.ts';
import type { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';
import type { tagSchema } from '#shared/publishing/http/tag-view.ts';

const CREATED = '2027-03-01T09:00:00.000Z';
const UPDATED = '2027-03-14T09:26:53.005Z';

/** Examples of posts and their parts, and of broadcasts and contacts. */
export const post: InferInput<typeof listedPostSchema> = {
  revision: '3',
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d46',
  uuid: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d46',
  status: 1,
  status_name: 'scheduled',
  publishing: false,
  accounts: [1],
  tags: [1],
  versions: [
    {
      account_id: 0,
      is_original: true,
      content: [{ body: 'We are open again.', url: 'https://example.com/news', media: [] }],
      options: {},
    },
  ],
  date: '2027-03-20',
  time: '09:30',
  timezone: 'Europe/Berlin',
  scheduled_at: '2027-03-20T08:30:00.000Z',
  schedule_complete: true,
  queued: true,
  approval: {
    state: 'approved',
    requested_by: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d48',
    requested_at: CREATED,
    decided_by: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d49',
    decided_at: UPDATED,
    note: null,
  },
  published_at: null,
  trashed: false,
  created_at: CREATED,
  updated_at: UPDATED,
};

export const postingQueue: InferInput<typeof postingQueueSchema> = {
  revision: '3',
  timezone: 'Europe/Berlin',
  slots: [{ weekday: 'saturday', time: '09:30' }],
  upcoming: [
    { scheduled_at: '2027-03-20T08:30:00.000Z', date: '2027-03-20', time: '09:30', post_id: post.id },
    { scheduled_at: '2027-03-27T08:30:00.000Z', date: '2027-03-27', time: '09:30', post_id: null },
  ],
};

export const account: InferInput<typeof accountSchema> = {
  id: 1,
  uuid: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d47',
  name: 'Our shop',
  username: '@shop@mastodon.example',
  provider: 'mastodon',
  image: null,
  status: 'connected',
  expires_at: null,
  created_at: CREATED,
  updated_at: UPDATED,
};

export const oauthApp: InferInput<typeof oauthAppSchema> = {
  provider: 'linkedin',
  client_id: '86vhj2q7ukf83q',
  callback_url: 'https://api.example.com/oauth/callback/linkedin',
  created_at: CREATED,
  updated_at: UPDATED,
};

export const startedConnection: InferInput<typeof startedSchema> = {
  authorization_url:
    'https://www.linkedin.com/oauth/v2/authorization?response_type=code&client_id=86vhj2q7ukf83q&redirect_uri=https%3A%2F%2Fapi.example.com%2Foauth%2Fcallback%2Flinkedin&scope=openid+profile+w_member_social&state=AQICAHiJ3q7f&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256',
  state: 'AQICAHiJ3q7f',
  expires_at: '2027-03-14T09:36:53.005Z',
};

export const contact: InferInput<typeof contactSchema> = {
  revision: '3',
  id: '0198f3a2-6c1e-7b54-9d3f-2a7c51e80b11',
  source: 'platform',
  name: 'Ada Moreau',
  email: 'ada.moreau@example.com',
  phone: '+12025550143',
  platform: 'whatsapp',
  stage: 'customer',
  previous_stage: 'lead',
  stage_changed_at: UPDATED,
  tags: ['newsletter', 'vip'],
  custom_fields: { customer_number: 'C-1042' },
  dates: { birthday: { date: '1990-03-14', repeats: 'yearly' } },
  next_dates: { birthday: '2027-03-14' },
  opted_out: ['sms'],
  opted_out_at: { sms: UPDATED },
  consents: [
    {
      page_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d46',
      page_url: 'https://pages.example.com/ada',
      block_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d49',
      text: 'I would like to receive the newsletter. I can unsubscribe at any time.',
      version: 'LgpkSb9DFJdFDxiF0sakPKpgmSP95f4keQpEKGENquI',
      first_at: UPDATED,
      last_at: UPDATED,
    },
  ],
  created_at: CREATED,
  updated_at: UPDATED,
};

export const broadcast: InferInput<typeof broadcastSchema> = {
  revision: '2',
  id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d48',
  source: 'platform',
  name: 'Spring sale',
  sender: 'platform',
  sending: {
    platform: 'whatsapp',
    phone_number_id: null,
    rate_per_second: 20,
    quiet_hours: { from: '21:00', to: '08:00' },
    budget: { amount: '250.00000' },
    message_events: 'failed',
    template: { language: 'en', parameters: ['Sunday'] },
    media_id: null,
  },
  progress: null,
  channel: 'whatsapp',
  message: { type: 'template', body: 'spring_sale' },
  audience: { tags: { any: ['customers'] } },
  requires_approval: true,
  state: 'scheduled',
  scheduled_at: '2027-03-20T08:00:00.000Z',
  blocked_reason: null,
  approval: { by: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d43', at: UPDATED, content_changed_since: false },
  changed_since_approval: false,
  approval_waived_by: null,
  recipients: 0,
  sent: 0,
  failed: 0,
  error: null,
  started_at: null,
  finished_at: null,
  created_at: CREATED,
  updated_at: UPDATED,
};

export const broadcastEstimate: InferInput<typeof estimateSchema> = {
  broadcast_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d48',
  state: 'ready',
  is_current: true,
  recipients: 48_213,
  skipped: { opted_out: 312, contact_unreachable: 1045 },
  parts: 48_213,
  price: { amount: '1446.39000' },
  seconds: 2411,
  requested_at: CREATED,
  counted_at: UPDATED,
};

export const broadcastRecipient: InferInput<typeof recipientSchema> = {
  contact_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d53',
  message_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d5a',
  status: 'failed',
  status_at: UPDATED,
  reason: 'destination_unreachable',
  sent_at: null,
  attempts: 1,
  provider: 'aws',
  provider_message_id: null,
  price: { amount: '0.00000' },
};

export const tag: InferInput<typeof tagSchema> = {
  id: 1,
  uuid: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d49',
  name: 'Launch',
  hex_color: '#dc2626',
  created_at: CREATED,
};

export const media: InferInput<typeof mediaSchema> = {
  id: 1,
  uuid: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4a',
  name: 'Engine.png',
  mime_type: 'image/png',
  size: 48_213,
  width: 1200,
  height: 900,
  alt_text: 'A brass engine',
  state: 'ready',
  failure: null,
  created_at: CREATED,
};

/** A file whose download has begun. */
export const downloadingMedia: InferInput<typeof mediaSchema> = {
  ...media,
  mime_type: 'application/octet-stream',
  size: 0,
  width: null,
  height: null,
  state: 'downloading',
};

/** The response to a declared file: the request with which the client uploads it. */
export const upload: InferInput<typeof uploadSchema> = {
  method: 'PUT',
  url: 'https://files.example.com/pending/0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4a?X-Amz-Signature=7f3e9d2c',
  headers: { 'Content-Type': 'image/png', 'Content-Length': '48213' },
  expires_at: '2027-03-01T09:15:00.000Z',
};

/** A post that was published to one account. */
export const publication: InferInput<typeof publicationSchema> = {
  run: 1,
  account_id: 1,
  provider: 'mastodon',
  state: 'published',
  attempts: 1,
  remote: [{ id: '113', url: 'https://mastodon.example/@shop/113' }],
  error: null,
  created_at: '2027-03-20T08:30:00.000Z',
  last_attempt_at: '2027-03-20T08:30:01.120Z',
  next_attempt_at: null,
  finished_at: '2027-03-20T08:30:02.480Z',
  removal: null,
};

/** A removal that succeeded for one account and is retried for another. */
export const postRemoval: InferInput<typeof postRemovalSchema> = {
  post_id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d4f',
  delete_mode: 'app_and_social',
  requested_at: '2027-03-22T10:00:00.000Z',
  accounts: [
    {
      account_id: 1,
      provider: 'mastodon',
      state: 'removed',
      error: null,
      finished_at: '2027-03-22T10:00:02.310Z',
      attempts: 1,
      next_attempt_at: null,
    },
    {
      account_id: 2,
      provider: 'bluesky',
      state: 'pending',
      error: { code: 'rate_limited', detail: 'The social network responded with 429 Too Many Requests.' },
      finished_at: null,
      attempts: 1,
      next_attempt_at: '2027-03-22T10:05:00.000Z',
    },
  ],
};

/** One account of a scheduled post. */
export const scheduling: InferInput<typeof schedulingSchema> = {
  success: true,
  status: 1,
  scheduled_at: '2027-03-20T08:30:00.000Z',
};

export const accountPreview = {
  account_id: 2,
  provider: 'mastodon' as const,
  version: 0,
  posts: [{ title: null, text: 'We are open again.', characters: 18, limit: 500, media: [] }],
};

export const postPreview = { accounts: [accountPreview], warnings: [], warnings_total: 0 };
