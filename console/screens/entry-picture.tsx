import { CalendarDays, Check, type IconNode, Inbox, TriangleAlert } from 'lucide';
import { Icon } from '#console/parts/icon.tsx';

/** What happened in an imagined workspace: arrived deliveries of a week, four bars a day, and failed attempts above the last ones. */
const ARRIVED = [
  24, 31, 29, 25, 70, 56, 59, 58, 62, 55, 53, 54, 70, 48, 57, 71, 64, 53, 57, 76, 84, 82, 79, 69, 78, 101, 65,
  73,
];
const FAILED: Readonly<Record<number, number>> = { 10: 3, 18: 3, 22: 3, 25: 24, 26: 22, 27: 18 };
const NEWS: readonly (readonly [IconNode, string, string, string])[] = [
  [TriangleAlert, 'bad', 'Accounting answers with 503', '17 events wait, nothing is lost'],
  [Check, 'good', '5 posts went out', 'to LinkedIn, Mastodon and Bluesky'],
  [Inbox, 'accent', 'Samuel Okafor wrote', 'My lamp flickers. Can you call me?'],
];
const PLANS = [
  ['How we repair a floor lamp', 'Sun 29 Nov, 10:00'],
  ['The brass desk lamp is back', 'Tue 1 Dec, 12:00'],
] as const;

/** What the console is for, as a picture beside the form. It says nothing that a person needs. */
export function EntryPicture() {
  return (
    <div class="gate-side" aria-hidden="true">
      <div class="peek">
        <div class="peek-card">
          <div class="peek-head">While you were away</div>
          {NEWS.map(([node, look, title, more]) => (
            <Row key={title} node={node} look={look} title={title} more={more} />
          ))}
        </div>
        <div class="peek-card">
          <div class="peek-head">
            Arrived this week <i class="peek-key" /> <small>arrived</small> <i class="peek-key bad" />{' '}
            <small>failed</small>
          </div>
          <svg class="peek-chart" viewBox="0 0 280 130" preserveAspectRatio="none">
            {ARRIVED.map((height, index) => (
              <>
                <rect x={index * 10 + 1} y={130 - height} width="8" height={height} />
                <rect
                  class="bad"
                  x={index * 10 + 1}
                  y={130 - height - (FAILED[index] ?? 0)}
                  width="8"
                  height={FAILED[index] ?? 0}
                />
              </>
            ))}
          </svg>
        </div>
        <div class="peek-card">
          {PLANS.map(([title, more]) => (
            <Row key={title} node={CalendarDays} look="" title={title} more={more} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Row({
  node,
  look,
  title,
  more,
}: {
  readonly node: IconNode;
  readonly look: string;
  readonly title: string;
  readonly more: string;
}) {
  return (
    <div class="peek-row">
      <span class={`peek-node ${look}`}>
        <Icon node={node} size="s" />
      </span>
      <span>
        <span class="strong">{title}</span>
        <small>{more}</small>
      </span>
    </div>
  );
}
