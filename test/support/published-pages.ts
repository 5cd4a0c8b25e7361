import type { components } from '#clients/typescript/schema.d.ts';
import type { ApiClient } from './api-client.ts';
import { expectStatus } from './webhook-user.ts';

type Schemas = components['schemas'];

/** One block of each type, and a video of an unknown site, as a user sends them. */
export const EVERY_BLOCK: readonly Schemas['CreateBlockBody'][] = [
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
  fields: Partial<Schemas['CreatePageBody']> = {},
  blocks: readonly Schemas['CreateBlockBody'][] = EVERY_BLOCK,
): Promise<string> {
  const body = { title: 'Ada Lovelace', handle: '@ada', tagline: 'Enchantress of numbers.', slug, ...fields };
  const page = expectStatus(await api.POST('/api/v1/biolinks/pages', { body }), 201).body.data.id;
  for (const block of blocks) {
    const request = { params: { path: { page } }, body: block };
    expectStatus(await api.POST('/api/v1/biolinks/pages/{page}/blocks', request), 201);
  }
  await setStatus(api, page, 'active');
  return page;
}

/** A page that would like to count visits. */
export async function publishTracked(api: ApiClient, slug: string): Promise<void> {
  const body = { provider: 'google', tag_id: 'G-ABC1234567', name: 'Visits' } as const;
  const { data } = expectStatus(await api.POST('/api/v1/biolinks/pixels', { body }), 201).body;
  await publishPage(api, slug, { theme: 'mist', settings: { pixels: [data.id] } });
}

/** Sets the status of a page at whatever revision it is. */
export async function setStatus(
  api: ApiClient,
  page: string,
  status: Schemas['SetPageStatusBody']['status'],
): Promise<void> {
  const params = { path: { page }, header: { 'If-Match': '*' } };
  expectStatus(await api.POST('/api/v1/biolinks/pages/{page}/status', { params, body: { status } }), 200);
}

/** Edits a page at whatever revision it is. */
export async function editPage(api: ApiClient, page: string, body: Schemas['UpdatePageBody']): Promise<void> {
  const params = { path: { page }, header: { 'If-Match': '*' } };
  expectStatus(await api.PATCH('/api/v1/biolinks/pages/{page}', { params, body }), 200);
}
