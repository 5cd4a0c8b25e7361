import { createHash } from 'node:crypto';
import { seedPage } from '#local/demo/seed-page.ts';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { emptyDay, withVisits } from '#shared/biolinks/domain/page-day.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Device, Visit } from '#shared/biolinks/domain/visit.ts';
import { createDynamoVisitCounts } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import { daysAfter } from '#shared/platform/core/calendar-date.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { localDay } from '#shared/platform/identity/calendar.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';

const DAYS = 28;

const FIELDS = {
  title: 'Lamp shop',
  handle: '@lampshop',
  tagline: 'Desk lamps, floor lamps and repairs.',
  utm: { source: 'bio', medium: 'social' },
};

const CONTENTS: readonly BlockContent[] = [
  { type: 'link', title: 'Spring collection', url: 'https://example.com/spring', icon: null },
  { type: 'link', title: 'Repairs and spare parts', url: 'https://example.com/repairs', icon: null },
  {
    type: 'social',
    items: [
      { network: 'instagram', url: 'https://www.instagram.com/example' },
      { network: 'mastodon', url: 'https://mastodon.social/@example' },
    ],
  },
];

/** What visitors have in common, as often as it occurs. */
const REFERRERS = [
  'instagram.com',
  'instagram.com',
  'google.com',
  '',
  '',
  'l.facebook.com',
  'news.example.com',
];
const DEVICES: readonly Device[] = ['mobile', 'mobile', 'mobile', 'desktop', 'mobile', 'desktop', 'tablet'];
const CLICKED = [0, 0, 1, 0, 2];
/** One of so many visitors follows a link. */
const CLICKS_EVERY = 3;

/** Publishes a page in the example workspace, with the counts of the last four weeks. Its visits are the same after each start. */
export async function createExamplePage(
  core: WritableTable,
  { workspaceId, timezone }: { readonly workspaceId: string; readonly timezone: string },
  now: Date,
): Promise<void> {
  const example = { workspaceId, slug: 'lamps', fields: FIELDS, contents: CONTENTS };
  const { page, blocks } = await seedPage(core, example, now);
  const counts = createDynamoVisitCounts(core);
  const today = localDay(now, timezone);
  for (let before = DAYS; before >= 1; before -= 1) {
    const day = daysAfter(today, -before);
    const at = now.getTime() - before * DAY_MS;
    const visits = visitsOf(page, blocks, { day, at }, viewsOf(day, DAYS - before));
    await counts.save(null, withVisits(emptyDay({ ...placeOf(page), day }), visits), [], now);
  }
}

/** More from week to week, and at weekends. */
function viewsOf(day: string, index: number): number {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
  return Math.round((40 + 2 * index) * (isWeekend ? 1.5 : 1));
}

function visitsOf(
  page: Page,
  blocks: readonly Block[],
  when: Pick<Visit, 'day' | 'at'>,
  views: number,
): readonly Visit[] {
  const about = { ...placeOf(page), ...when };
  return Array.from({ length: views }, (_, index): Visit[] => {
    const device = DEVICES[index % DEVICES.length] ?? 'other';
    const referrer = REFERRERS[index % REFERRERS.length] ?? '';
    // Some visitors come twice.
    const visitor = createHash('sha256')
      .update(`${when.day} ${Math.floor(index * 0.8)}`)
      .digest('hex')
      .slice(0, 16);
    const block = blocks[CLICKED[Math.floor(index / CLICKS_EVERY) % CLICKED.length] ?? 0];
    const isClick = index % CLICKS_EVERY === 0 && block !== undefined;
    return [
      { kind: 'view', ...about, from: { referrer, device, visitor } },
      ...(isClick ? [{ kind: 'click' as const, ...about, device, block: block.id, ...itemOf(block) }] : []),
    ];
  }).flat();
}

function itemOf({ content }: Block) {
  return content.type === 'social' ? { item: 'instagram' } : {};
}

function placeOf({ id: pageId, workspaceId }: Page) {
  return { pageId, workspaceId };
}
