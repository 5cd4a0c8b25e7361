import { readFile } from 'node:fs/promises';
import type { BlockContent } from '#shared/biolinks/domain/block.ts';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import { createDynamoPageDomainStore } from '#shared/biolinks/store/dynamo-page-domain-store.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { seedCommand, seedPage } from './seed-page.ts';

/** Browsers resolve every name below `localhost` to this machine, so a connected domain can be tried. */
const DEMO_HOST = 'links.localhost';

const PICTURE = new URL('demo-picture.webp', import.meta.url);

/** One block of each type. The picture is in the block itself, so that the page is complete without a network. */
const contents = (picture: string): readonly BlockContent[] => [
  {
    type: 'social',
    items: [
      { network: 'mastodon', url: 'https://mastodon.social/@ada' },
      { network: 'github', url: 'https://github.com/ada' },
      { network: 'youtube', url: 'https://www.youtube.com/@ada' },
      { network: 'website', url: 'https://example.com' },
    ],
  },
  { type: 'link', title: 'Notes on the Analytical Engine', url: 'https://example.com/notes', icon: null },
  {
    type: 'link',
    title: '🎉 The first program',
    url: 'https://example.com/program#bernoulli',
    icon: 'github',
  },
  { type: 'header', title: 'Watch and read' },
  { type: 'text', text: 'Every block type is on this page.\nEdit it with the key that npm start prints.' },
  { type: 'video', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
  {
    type: 'image',
    mediaUrl: `data:image/webp;base64,${picture}`,
    alt: 'Gears of an engine above five punched cards',
    url: null,
  },
  { type: 'divider' },
  { type: 'email', title: 'Write to me', email: 'ada@example.com' },
  { type: 'phone', title: 'Call me', phone: '+44 20 7946 0018' },
  {
    type: 'signup',
    title: 'Letters about engines',
    button: 'Subscribe',
    consent: 'Send me a letter each month. I can unsubscribe at any time.',
    asksName: true,
    thanks: 'Thank you. The next letter comes to you.',
  },
];

const FIELDS = {
  title: 'Ada Lovelace',
  handle: '@ada',
  tagline: 'Enchantress of numbers. Engines, notes and the occasional poem.',
  utm: { source: 'bio', medium: 'social' },
};

/** Publishes a page with every block type in the demo workspace and connects a domain. Returns the slug of the page. */
export async function createDemoPage(core: WritableTable, workspaceId: string, now: Date): Promise<string> {
  await connectDomain(core, workspaceId, now);
  const picture = await readFile(PICTURE, 'base64');
  const demo = { workspaceId, slug: 'demo', fields: FIELDS, contents: contents(picture) };
  const { page } = await seedPage(core, demo, now);
  return page.slug;
}

async function connectDomain(core: WritableTable, workspaceId: string, now: Date): Promise<void> {
  const domains = createDynamoPageDomainStore(core);
  const domain: PageDomain = {
    id: newId(now),
    workspaceId,
    host: DEMO_HOST,
    state: 'pending',
    challenge: 'demo',
    verifiedAt: null,
    createdAt: now,
  };
  try {
    await domains.create(domain, seedCommand(now));
    await domains.verify(domain, now, seedCommand(now));
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'domain_taken') throw error;
  }
}
