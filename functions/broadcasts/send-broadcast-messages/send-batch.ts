import type { BroadcastControl, Hold } from '#shared/broadcasts/domain/broadcast-control.ts';
import { progressed } from '#shared/broadcasts/domain/broadcast-run.ts';
import { endOfQuiet } from '#shared/broadcasts/domain/quiet-hours.ts';
import { isOver, type RecipientCounts } from '#shared/broadcasts/domain/recipient-counts.ts';
import {
  attemptedAt,
  type PlatformBroadcast,
  postponed,
  type Recipient,
} from '#shared/broadcasts/domain/recipient.ts';
import { rateOf, type Slots, timeOfSlot } from '#shared/broadcasts/domain/send-rate.ts';
import type { RecipientStore } from '#shared/broadcasts/ports/recipient-store.ts';
import type { RecipientZones } from '#shared/broadcasts/ports/recipient-zones.ts';
import type { SendRates } from '#shared/broadcasts/ports/send-rates.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { type BatchReads, createBatchReads } from './batch-reads.ts';
import { type ClaimDependencies, type ClaimedSend, createClaiming, type Member } from './claim-block.ts';
import { saveUnlessChanged } from './end-leases.ts';
import { createRequests, type Stop } from './requests.ts';
import type { Run } from './run.ts';

/** Recipients of one batch: those of one second, at least 10 and at most 100. The next batch is read from the index. */
const MAX_BATCH = 100;
const MIN_BATCH = 10;

/**
 * Recipients of one block, which one transaction claims. If a run is killed, the claimed recipients become unknown, and a larger transaction
 * conflicts more often with the results that are recorded at the same time.
 */
const CLAIMS_AT_ONCE = 8;

/** The assumed maximum delay of the index of recipients, in milliseconds. */
const INDEX_LAG_MS = 1000;

export type SendDependencies = ClaimDependencies &
  BatchReads & {
    readonly recipients: Pick<RecipientStore, 'listDue' | 'nextDue' | 'readCounts' | 'save'>;
    readonly rates: SendRates;
    readonly zones: RecipientZones;
    /** Messages per second and number. */
    readonly quotas: Readonly<Record<OwnPlatform, number>>;
    readonly clock: Clock;
    readonly wait: (milliseconds: number) => Promise<unknown>;
  };

/** Every recipient has its result. */
type Over = { readonly kind: 'over'; readonly counts: RecipientCounts };

/** Sends to the recipients of a broadcast batch by batch, at the rate of the number. */
export function createBatchSender(
  deps: SendDependencies,
  {
    broadcast,
    timezone,
    run,
  }: { readonly broadcast: PlatformBroadcast; readonly timezone: string; readonly run: Run },
) {
  const { recipients, contacts, rates, zones, quotas, clock, wait } = deps;
  const { workspaceId, id } = broadcast;
  const { platform, quietHours, ratePerSecond, phoneNumberId } = broadcast.sending;
  const quota = quotas[platform];
  const size = Math.min(MAX_BATCH, Math.max(MIN_BATCH, Math.ceil(rateOf(quota, ratePerSecond))));
  const claiming = createClaiming(deps, broadcast, run);

  return sendBatch;

  /** Sends to the recipients of about one second. Returns undefined if there can be more. */
  async function sendBatch(control: BroadcastControl): Promise<Stop | Over | undefined> {
    const due = await recipients.listDue(id, 'pending', clock(), size);
    if (due.length === 0) return afterLast();
    const ready = await awake(due);
    if (ready.length === 0) return undefined;
    const slots = await reserveSlots(ready.length);
    if (!Array.isArray(slots)) return slots;
    const stop = await sendPaced(control, ready, slots);
    await run.store(progressed(run.current(), clock()));
    return stop;
  }

  /** If no recipient is due, the broadcast is over, or the run continues when the next recipient is due. */
  async function afterLast(): Promise<Stop | Over> {
    const counts = await recipients.readCounts(id);
    if (isOver(counts)) return { kind: 'over', counts };
    const next = await Promise.all([recipients.nextDue(id, 'pending'), recipients.nextDue(id, 'sending')]);
    const soon = clock().getTime() + INDEX_LAG_MS;
    const times = next.flatMap((at) => at?.getTime() ?? []);
    return { kind: 'continue', at: new Date(Math.max(soon, times.length === 0 ? soon : Math.min(...times))) };
  }

  /** The recipients whose quiet hours are over, with their contacts. The others are postponed. */
  async function awake(due: readonly Recipient[]): Promise<Member[]> {
    const found: Member[] = await Promise.all(
      due.map(async (recipient) => {
        const contact = await contacts.find(recipient.workspaceId, recipient.contactId);
        return { recipient, contact };
      }),
    );
    if (quietHours === null) return found;
    const now = clock();
    const ends = new Map<string, Date>();
    const ready: Member[] = [];
    for (const each of found) {
      const phone = each.contact?.phone ?? null;
      const own = phone === null ? undefined : await zones.zonesOf(phone);
      const [first, ...others] = own ?? [timezone];
      const place = [first, ...others].join(' ');
      const until = ends.get(place) ?? endOfQuiet(quietHours, [first, ...others], now);
      ends.set(place, until);
      if (phone === null || until <= now) ready.push(each);
      else {
        const later = postponed(attemptedAt(each.recipient, platform, now), until);
        await saveUnlessChanged(recipients, each.recipient, later, run.newChange());
      }
    }
    return ready;
  }

  /** The times of the next messages. If another broadcast has reserved the next second of the number, the run waits for it once. */
  async function reserveSlots(wanted: number): Promise<Date[] | Stop> {
    const own =
      ratePerSecond !== null && ratePerSecond < quota
        ? await reserveAt(id, { wanted, perSecond: ratePerSecond })
        : undefined;
    if (own && 'kind' in own) return own;
    const shared = await reserveAt(phoneNumberId ?? id, { wanted: own?.count ?? wanted, perSecond: quota });
    if ('kind' in shared) return shared;
    return Array.from({ length: shared.count }, (_, slot) => {
      const times = [shared, ...(own ? [own] : [])].map((slots) => timeOfSlot(slots, slot).getTime());
      return new Date(Math.max(...times));
    });
  }

  async function reserveAt(
    subject: string,
    wish: { readonly wanted: number; readonly perSecond: number },
  ): Promise<Slots | Stop> {
    const first = await rates.reserve(workspaceId, subject, wish, clock());
    if (first.kind === 'reserved') return first.slots;
    await waitUntil(first.until);
    const second = await rates.reserve(workspaceId, subject, wish, clock());
    return second.kind === 'reserved' ? second.slots : { kind: 'continue', at: second.until };
  }

  /**
   * Claims one block after the other, since parallel claims would conflict on the control of the broadcast. Each block is claimed when its first
   * slot comes, while the requests of earlier blocks are at work; each request waits for its own slot.
   */
  async function sendPaced(
    control: BroadcastControl,
    ready: readonly Member[],
    slots: readonly Date[],
  ): Promise<Stop | undefined> {
    const requests = createRequests({ clock, waitUntil });
    const reads = createBatchReads(deps);
    let hold: Hold | undefined;
    try {
      for (let from = 0; from < slots.length && !hold; from += CLAIMS_AT_ONCE) {
        const times = slots.slice(from, from + CLAIMS_AT_ONCE);
        const [first = clock()] = times;
        await requests.roomFor(times.length);
        await waitUntil(first);
        if (requests.isStopped()) break;
        const members = ready.slice(from, from + times.length);
        const free = [...times];
        const start = (send: ClaimedSend) => requests.start(free.shift() ?? first, () => claiming.send(send));
        hold = await claiming.claim({ control, reads, start }, members);
      }
    } catch (error) {
      await requests.end();
      throw error;
    }
    return (await requests.end()) ?? (hold && { kind: 'held', hold });
  }

  async function waitUntil(at: Date): Promise<void> {
    const milliseconds = at.getTime() - clock().getTime();
    if (milliseconds > 0) await wait(milliseconds);
  }
}
