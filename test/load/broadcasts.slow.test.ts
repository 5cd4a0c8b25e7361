import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { crashAtRandom } from '#bench/load/crash-at-random.ts';
import { type LoadStack, startLoadStack } from '#bench/load/load-stack.ts';
import { chance } from '#bench/load/seeded.ts';
import { NO_RECIPIENTS, type RecipientCounts } from '#shared/broadcasts/domain/recipient-counts.ts';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { stackVariables } from '#test/support/fixtures/platform/synthesis/synthesis.ts';
import { createBroadcastClient } from './broadcasts/broadcast-client.ts';
import { withBroadcasts } from './broadcasts/broadcast-table.ts';
import { judgeRecipient, OPTED_OUT_BEFORE } from './broadcasts/judge-recipient.ts';
import { type ReceivedEvent, startEventReceiver } from './messages/event-receiver.ts';
import { invoke, readCopies, readNumber } from './messages/local-phones.ts';
import { createMessageClient } from './messages/message-client.ts';
import { behaviourAt, phoneOf } from './messages/recipients.ts';

/** `npm run test:nightly` sends to 10,000 recipients. */
const { RECIPIENT_COUNT = '1000', RECIPIENT_KILLS = '10' } = process.env;
const RECIPIENTS = Number(RECIPIENT_COUNT);
const KILLS = Number(RECIPIENT_KILLS);
const SEED = 20_261_128;
/** The whole run on a busy machine. A minute of it is the leases of the sends that the last kill interrupted. */
const DEADLINE_MS = 900_000;
const POLL_MS = 250;
/** The share of adding the recipients in the work of the run, for choosing the moments of the kills. */
const RESOLVING = 0.1;
/** Before and after each kill, so many runs start, each up to so many milliseconds after the one before. */
const TOGETHER = 4;
const APART_MS = 600;

const TAG = 'spring';
/** Every so many contacts, one has opted out before. */
const OPTED_OUT_EVERY = 100;
const EVENTS = ['salesbot.message.failed', 'salesbot.broadcast.sent', 'salesbot.broadcast.completed'];

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe(`a broadcast to ${RECIPIENTS} contacts with ${KILLS} kills, failures, lost receipts and a throttled number`, () => {
  it(
    'reaches each contact at most once, with an outcome for each, true counts, and every event once',
    { timeout: DEADLINE_MS + 60_000 },
    async () => {
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const receiver = await startEventReceiver();
      closers.push(receiver.close);
      const stack = await startLoadStack(undefined, await stackVariables());
      closers.push(() => stack.stop());
      const setup = createMessageClient(stack);
      const phoneNumberId = await setup.openNumber(await readNumber(stack));
      receiver.settings.secret = await setup.openEndpoint(receiver.url, EVENTS);
      const contacts = Array.from({ length: RECIPIENTS }, (_, index) => contactAt(stack.workspaceId, index));
      await withBroadcasts(stack.latest(), (table) => table.addContacts(contacts));
      const preparedAt = performance.now();

      const client = createBroadcastClient(stack);
      const sending = { platform: 'sms', phone_number_id: phoneNumberId, message_events: 'failed' };
      const id = await client.send(TAG, sending);
      const watch = watchCounts(stack, id);
      closers.push(watch.stop);
      const startRun = () => withBroadcasts(stack.latest(), (table) => table.startRun(stack.workspaceId, id));
      let started = 0;
      // A run does not know that the one before is still at work: both want to send to the same recipients.
      const runTogether = async () => {
        for (let run = 0; run < TOGETHER; run += 1) {
          const job = await startRun();
          // Its response never arrives if the stack is killed before.
          if (job)
            void invoke(stack, 'send-broadcast-messages', `run-${job.seq}`, job).catch(() => undefined);
          await wait(chance(SEED, 'together', (started += 1)) * APART_MS);
        }
      };
      const crashes = await crashAtRandom({
        kills: KILLS,
        seed: SEED,
        progress: watch.progress,
        crash: async () => {
          await runTogether();
          await stack.crash();
          await runTogether();
        },
        signal,
        say: () => undefined,
      });
      await untilSettled(watch.counts, signal);
      const silent = contacts.filter((_, index) => behaviourOf(index) === 'silent').length;
      await until(() => watch.counts().sent <= silent, signal);
      const sentAt = performance.now();

      const read = () =>
        withBroadcasts(stack.latest(), (table) =>
          table.readRecipients(
            id,
            contacts.map((contact) => contact.id),
          ),
        );
      // The last receipts may not have arrived yet: every phone number that reports at all reports more than `sent`.
      let recipients = await read();
      while (!signal.aborted && recipients.some((each, index) => isEarly(each, behaviourOf(index)))) {
        await wait(POLL_MS);
        recipients = await read();
      }
      const expected = expectedEvents(id, recipients);
      await until(() => receiver.events.size >= expected.length, signal);

      const copies = await readCopies(stack);
      const wrong = recipients.flatMap((each, index) => judgeRecipient(each, copies, behaviourOf(index)));
      expect(wrong).toEqual([]);
      expect([...copies.values()].filter((count) => count > 1)).toEqual([]);
      const counts = countsOf(recipients);
      expect(await client.show(id)).toMatchObject({
        state: 'finished',
        recipients: RECIPIENTS - counts.skipped,
        progress: { counts },
      });
      expect(crashes).toHaveLength(KILLS);
      expect(eventsOf(receiver.events)).toEqual(expected);
      expect(receiver.wrongSignatures()).toBe(0);
      const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
      process.stdout.write(
        `${JSON.stringify({
          prepared: seconds(startedAt, preparedAt),
          sent: seconds(preparedAt, sentAt),
          all: seconds(startedAt, performance.now()),
          counts,
          copies: copies.size,
          events: receiver.events.size,
          crashes,
        })}\n`,
      );
    },
  );
});

function behaviourOf(index: number): string {
  return index % OPTED_OUT_EVERY === 1 ? OPTED_OUT_BEFORE : behaviourAt(SEED, index);
}

function contactAt(workspaceId: string, index: number): Contact {
  const now = new Date();
  return aContact({
    id: newId(now),
    workspaceId,
    phone: phoneOf(SEED, index),
    platform: 'sms',
    tags: [TAG],
    updatedAt: now,
    ...(behaviourOf(index) === OPTED_OUT_BEFORE ? { optOuts: new Map([['sms', now]]) } : {}),
  });
}

/** Reads the counts of the broadcast all the time, also while the stack is down. */
function watchCounts(stack: LoadStack, id: string) {
  let latest: RecipientCounts = NO_RECIPIENTS;
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const found = await withBroadcasts(stack.latest(), (table) => table.counts(id)).catch(() => undefined);
      latest = found ?? latest;
      await wait(POLL_MS);
    }
  })();

  return {
    counts: () => latest,
    progress(): number {
      const added = sumOf(latest);
      const ended = added - latest.pending - latest.sending;
      return (RESOLVING * added + (1 - RESOLVING) * ended) / RECIPIENTS;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await watching;
    },
  };
}

async function untilSettled(counts: () => RecipientCounts, signal: AbortSignal): Promise<void> {
  await until(() => {
    const { pending, sending } = counts();
    return pending + sending === 0 && sumOf(counts()) === RECIPIENTS;
  }, signal);
}

async function until(isTrue: () => boolean, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !isTrue()) await wait(POLL_MS);
}

function isEarly(recipient: Recipient | undefined, behaviour: string): boolean {
  return recipient?.status === 'sent' && behaviour !== 'silent';
}

function sumOf(counts: RecipientCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function countsOf(recipients: readonly (Recipient | undefined)[]): RecipientCounts {
  const counts = { ...NO_RECIPIENTS };
  for (const recipient of recipients) if (recipient) counts[recipient.status] += 1;
  return counts;
}

/** The events of a broadcast that has ended, each as the ID that it is about and its name. */
function expectedEvents(id: string, recipients: readonly (Recipient | undefined)[]): string[] {
  const failed = recipients.flatMap((each) => (each?.status === 'failed' ? [each.messageId] : []));
  return [
    `${id} salesbot.broadcast.sent`,
    `${id} salesbot.broadcast.completed`,
    ...failed.map((messageId) => `${messageId} salesbot.message.failed`),
  ].toSorted();
}

function eventsOf(events: ReadonlyMap<string, ReceivedEvent>): string[] {
  return [...events.values()].map(({ event, aboutId }) => `${aboutId} ${event}`).toSorted();
}
