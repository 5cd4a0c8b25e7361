import { DEVICES, type Device, type Visit } from './visit.ts';
import { NO_VISITORS, withVisitors } from './visitor-sketch.ts';

/** Different referrers that a page counts in a day. Requests can name any host, so the rest counts together. */
const REFERRER_LIMIT = 100;

/** Different links that a page counts in a day: its blocks and profiles, also those that were removed during the day. */
const LINK_LIMIT = 1000;

/** The name under which the rest counts. It is not a host, because it has no dot. */
export const OTHERS = 'other';

/** How long the counts of a day are stored: a year and a month, so that a month can be compared with that of the year before. */
export const KEPT_DAYS = 400;

/** The counts of one day of a page (docs/specification/biolinks.md#page-analytics). */
export type PageDay = {
  readonly workspaceId: string;
  readonly pageId: string;
  /** The day in the time zone that the workspace had at the time, `YYYY-MM-DD`. */
  readonly day: string;
  readonly views: number;
  readonly clicks: number;
  /** A sketch of the visitors. */
  readonly visitors: Uint8Array;
  /** Clicks by link: `<block>` or `<block>/<item>`. */
  readonly links: readonly Counted[];
  /** Views by host of the referrer; an empty name for views without a referrer. */
  readonly referrers: readonly Counted[];
  readonly devices: readonly DeviceCounts[];
  /** Visits before this time do not count, because the analytics were reset. */
  readonly since: Date | null;
};

/** A name and how often it was counted. */
export type Counted = { readonly name: string; readonly count: number };

/** Views and clicks from one kind of device. */
export type DeviceCounts = { readonly device: Device; readonly views: number; readonly clicks: number };

/** A day without visits. */
export function emptyDay(
  page: Pick<PageDay, 'workspaceId' | 'pageId' | 'day'>,
  since: Date | null = null,
): PageDay {
  const { workspaceId, pageId, day } = page;
  return {
    workspaceId,
    pageId,
    day,
    views: 0,
    clicks: 0,
    visitors: NO_VISITORS,
    links: [],
    referrers: [],
    devices: [],
    since,
  };
}

/** The day with more visits. Visits from before the last reset are ignored. */
export function withVisits(day: PageDay, visits: readonly Visit[]): PageDay {
  const { since } = day;
  const counted = visits.filter(({ at }) => since === null || at >= since.getTime());
  const views = counted.filter((visit) => visit.kind === 'view');
  const clicks = counted.filter((visit) => visit.kind === 'click');
  const known = views.flatMap(({ from }) => from ?? []);
  const hashes = known.map(({ visitor }) => visitor);
  return {
    ...day,
    views: day.views + views.length,
    clicks: day.clicks + clicks.length,
    visitors: withVisitors(day.visitors, hashes),
    links: added(
      day.links,
      clicks.map(({ block, item }) => (item === undefined ? block : `${block}/${item}`)),
      LINK_LIMIT,
    ),
    referrers: added(
      day.referrers,
      known.map(({ referrer }) => referrer),
      REFERRER_LIMIT,
    ),
    devices: withDevices(day.devices, known, clicks),
  };
}

type OnDevice = { readonly device: Device };

function withDevices(
  before: readonly DeviceCounts[],
  views: readonly OnDevice[],
  clicks: readonly OnDevice[],
) {
  return DEVICES.flatMap((device) => {
    const isOn = (each: OnDevice) => each.device === device;
    const found = before.find(isOn);
    const counts = {
      device,
      views: (found?.views ?? 0) + views.filter(isOn).length,
      clicks: (found?.clicks ?? 0) + clicks.filter(isOn).length,
    };
    return counts.views + counts.clicks === 0 ? [] : [counts];
  });
}

/** The counts with one more for each name. Names beyond the limit count as `OTHERS`. */
function added(before: readonly Counted[], names: readonly string[], limit: number): readonly Counted[] {
  const counts = new Map(before.map(({ name, count }) => [name, count]));
  for (const each of names) {
    const name = counts.has(each) || counts.size < limit ? each : OTHERS;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count }));
}
