import { createHash } from 'node:crypto';
import { seedBlocks, seedPage } from '#local/demo/seed-page.ts';
import type { Block, BlockContent } from '#shared/biolinks/domain/block.ts';
import { emptyDay, withVisits } from '#shared/biolinks/domain/page-day.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Device, Visit } from '#shared/biolinks/domain/visit.ts';
import { createDynamoVisitCounts } from '#shared/biolinks/store/dynamo-page-day-store.ts';
import { createDynamoPageStore } from '#shared/biolinks/store/dynamo-page-store.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { startOfDay } from '#shared/platform/identity/calendar.ts';
import { dayBefore, type History, HISTORY_DAYS, type HistoryStep, timeBefore } from './history.ts';
import { fraction, pick } from './seeded.ts';
import { isWeekend } from './traffic.ts';

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
  {
    type: 'link',
    title: 'Book a lighting consultation',
    url: 'https://example.com/consultation',
    icon: null,
  },
];

const FIRST_DAY = 46;
const GROWTH_PER_DAY = 2.1;
const WEEKEND = 1.5;
const NOISE = 0.12;

/** By days before the end, how many times as many visitors came as usual: an account with many followers shared the page. */
const PEAKS: ReadonlyMap<number, number> = new Map([
  [11, 2.7],
  [10, 1.8],
  [9, 1.3],
]);

/** On the days of the peak, most visitors came from here. */
const PEAK_REFERRER = 'l.facebook.com';

/** What visitors have in common, as often as it occurs. */
const REFERRERS = [
  'instagram.com',
  'instagram.com',
  'instagram.com',
  'google.com',
  'google.com',
  '',
  '',
  PEAK_REFERRER,
  'mastodon.social',
  'news.example.com',
] as const;
const DEVICES: readonly [Device, ...Device[]] = [
  'mobile',
  'mobile',
  'mobile',
  'mobile',
  'mobile',
  'desktop',
  'desktop',
  'tablet',
];

/** The share of visitors that follow a link, and the positions of the links, as often as they are followed. */
const CLICK_RATE = 0.31;
const CLICKED = [0, 0, 0, 1, 1, 2, 3] as const;

/** The share of views by visitors who have seen the page on the same day before. */
const SEEN_BEFORE = 0.2;

/** Publishes the page, and counts its visitors. */
export const PAGE_STEPS: readonly HistoryStep[] = [
  async (history) => {
    const published = await readPage(history);
    for (let daysBefore = HISTORY_DAYS; daysBefore >= 0; daysBefore -= 1)
      await countDay(history, published, daysBefore);
  },
];

type PublishedPage = { readonly page: Page; readonly blocks: readonly Block[] };

/** The page with its blocks, which it creates if they are missing. */
async function readPage(history: History): Promise<PublishedPage> {
  const { core, workspaceId } = history;
  const at = timeBefore(history, 30, '14:00');
  const [page] = await createDynamoPageStore(core).list(workspaceId, { limit: 1 });
  if (page) return { page, blocks: await seedBlocks(core, page, CONTENTS, at) };
  return seedPage(core, { workspaceId, slug: 'lamps', fields: FIELDS, contents: CONTENTS }, at);
}

/** Saves the counts of a day. Those of a day that has counts already stay. */
async function countDay(
  history: History,
  { page, blocks }: PublishedPage,
  daysBefore: number,
): Promise<void> {
  const day = dayBefore(history, daysBefore);
  const start = startOfDay(day, history.timezone).getTime();
  const passed = Math.min(1, (history.endsAt.getTime() - start) / DAY_MS);
  const views = Math.round(viewsOn(history, daysBefore) * passed);
  const visits = Array.from({ length: views }, (_, index) =>
    visitsOf({ page, blocks, day, at: start, daysBefore }, index),
  ).flat();
  const counted = withVisits(emptyDay({ ...placeOf(page), day }), visits);
  await createDynamoVisitCounts(history.core).save(null, counted, [], history.endsAt);
}

/** More from week to week, more at weekends, and a peak. */
function viewsOn(history: History, daysBefore: number): number {
  const trend = FIRST_DAY + (HISTORY_DAYS - daysBefore) * GROWTH_PER_DAY;
  const noise = 1 + (fraction(`views ${daysBefore}`) * 2 - 1) * NOISE;
  const weekend = isWeekend(dayBefore(history, daysBefore)) ? WEEKEND : 1;
  return Math.round(trend * noise * weekend * (PEAKS.get(daysBefore) ?? 1));
}

type VisitedDay = PublishedPage & {
  readonly day: string;
  readonly at: number;
  readonly daysBefore: number;
};

function visitsOf({ page, blocks, day, at, daysBefore }: VisitedDay, index: number): readonly Visit[] {
  const about = { ...placeOf(page), day, at };
  const name = `visit ${daysBefore} ${index}`;
  const device = pick(DEVICES, `device ${name}`);
  const isShared = PEAKS.has(daysBefore) && fraction(`shared ${name}`) < 0.55;
  const referrer = isShared ? PEAK_REFERRER : pick(REFERRERS, `referrer ${name}`);
  const visitor = createHash('sha256')
    .update(`${day} ${Math.floor(index * (1 - SEEN_BEFORE))}`)
    .digest('hex')
    .slice(0, 16);
  const block = blocks[pick(CLICKED, `block ${name}`)];
  const clicks = block !== undefined && fraction(`click ${name}`) < CLICK_RATE;
  return [
    { kind: 'view', ...about, from: { referrer, device, visitor } },
    ...(clicks
      ? [{ kind: 'click' as const, ...about, device, block: block.id, ...itemOf(block, name) }]
      : []),
  ];
}

function itemOf({ content }: Block, name: string) {
  return content.type === 'social' ? { item: pick(['instagram', 'mastodon'], `profile ${name}`) } : {};
}

function placeOf({ id: pageId, workspaceId }: Page) {
  return { pageId, workspaceId };
}
