import type { ApiClient } from './api-client.ts';
import { expectStatus } from './webhook-user.ts';

const BASE = '/api/v1/biolinks';

/** One block of each type, and a video of an unknown site, as a user sends them. */
export const EVERY_BLOCK: readonly Readonly<Record<string, unknown>>[] = [
  {
    type: 'social',
    items: [
      { network: 'mastodon', url: 'https://social.example.com/@ada' },
      { network: 'github', url: 'https://github.example.com/ada' },
      { network: 'instagram', url: 'https://instagram.example.com/ada' },
    ],
  },
  { type: 'link', title: 'Notes on the Analytical Engine', url: 'https://example.com/notes' },
  {
    type: 'link',
    title: '🎉 The first program',
    url: 'https://example.com/program#bernoulli',
    icon: 'github',
  },
  { type: 'header', title: 'Watch and read' },
  { type: 'text', text: 'Every block type is on this page.\nThis is the second line.' },
  { type: 'video', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
  { type: 'video', url: 'https://videos.example.com/1' },
  { type: 'image', media_url: 'https://images.example.com/a.svg', alt: 'A painted landscape' },
  {
    type: 'image',
    media_url: 'https://images.example.com/b.svg',
    alt: 'A link',
    url: 'https://example.com/b',
  },
  { type: 'divider' },
  { type: 'email', title: 'Write to me', email: 'ada@example.com' },
  { type: 'phone', title: 'Call me', phone: '+44 20 7946 0018' },
];

/** Creates a page with blocks and publishes it, as a user does. Gives its id. */
export async function publishPage(
  api: ApiClient,
  slug: string,
  fields: Readonly<Record<string, unknown>> = {},
  blocks: readonly Readonly<Record<string, unknown>>[] = EVERY_BLOCK,
): Promise<string> {
  const body = { title: 'Ada Lovelace', handle: '@ada', tagline: 'Enchantress of numbers.', slug, ...fields };
  const { data } = expectStatus(await api('POST', `${BASE}/pages`, { body }), 201).body;
  for (const block of blocks)
    expectStatus(await api('POST', `${BASE}/pages/${data.id}/blocks`, { body: block }), 201);
  await setStatus(api, data.id, 'active');
  return data.id;
}

/** A page that would like to count visits. */
export async function publishTracked(api: ApiClient, slug: string): Promise<void> {
  const body = { provider: 'google', tag_id: 'G-ABC1234567', name: 'Visits' };
  const { data } = expectStatus(await api('POST', `${BASE}/pixels`, { body }), 201).body;
  await publishPage(api, slug, { theme: 'mist', settings: { pixels: [data.id] } });
}

/** Sets the status of a page at whatever revision it is. */
export async function setStatus(api: ApiClient, page: string, status: string): Promise<void> {
  const headers = { 'if-match': '*' };
  expectStatus(await api('POST', `${BASE}/pages/${page}/status`, { body: { status }, headers }), 200);
}

/** Edits a page at whatever revision it is. */
export async function editPage(api: ApiClient, page: string, body: unknown): Promise<void> {
  expectStatus(await api('PATCH', `${BASE}/pages/${page}`, { body, headers: { 'if-match': '*' } }), 200);
}
