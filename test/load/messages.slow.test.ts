import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { crashAtRandom } from '#bench/load/crash-at-random.ts';
import { type LoadStack, startLoadStack } from '#bench/load/load-stack.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { stackVariables } from '#test/support/fixtures/platform/synthesis/synthesis.ts';
import { startEventReceiver } from './messages/event-receiver.ts';
import { invoke, readCopies, readNumber } from './messages/local-phones.ts';
import { createMessageClient } from './messages/message-client.ts';
import { inParallel, openMessageTable } from './messages/message-table.ts';
import { behaviourAt, phoneOf } from './messages/recipients.ts';

/** `npm run test:nightly` sends 2,000 messages. */
const { MESSAGE_COUNT = '300', MESSAGE_KILLS = '5' } = process.env;
const MESSAGES = Number(MESSAGE_COUNT);
const KILLS = Number(MESSAGE_KILLS);
const SEED = 20_261_125;
/**
 * The whole run, on a busy machine. It ends at this time even if something never arrives. Two minutes of it are leases: a killed send ends
 * after 60 s, a killed delivery after up to 150 s.
 */
const DEADLINE_MS = 480_000;
const POLL_MS = 500;
/** The share of accepting the requests in the work of the run, for choosing the moments of the kills. */
const ACCEPTING = 0.5;

const EVENT = 'salesbot.message.';
const EVENTS = ['sent', 'delivered', 'failed'].map((status) => `${EVENT}${status}`);

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

describe(`${MESSAGES} messages with ${KILLS} kills, failures, lost receipts and a throttled number`, () => {
  it(
    'reach each recipient at most once, end with an outcome, and emit each event once',
    { timeout: DEADLINE_MS + 60_000 },
    async () => {
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const receiver = await startEventReceiver();
      closers.push(receiver.close);
      const stack = await startLoadStack(undefined, await stackVariables());
      closers.push(() => stack.stop());
      const client = createMessageClient(stack);
      const phoneNumberId = await client.openNumber(await readNumber(stack));
      receiver.settings.secret = await client.openEndpoint(receiver.url, EVENTS);
      const phones = Array.from({ length: MESSAGES }, (_, recipient) => phoneOf(SEED, recipient));
      const conversations = await withTable(stack, (table) =>
        table.addConversations({ workspaceId: stack.workspaceId, phoneNumberId }, phones),
      );
      const preparedAt = performance.now();

      let accepted = 0;
      const finished = new Set<string>();
      const progress = (): number => {
        for (const { event, aboutId } of receiver.events.values())
          if (event !== `${EVENT}sent`) finished.add(aboutId);
        return (ACCEPTING * accepted + (1 - ACCEPTING) * finished.size) / MESSAGES;
      };
      const [ids, crashes] = await Promise.all([
        inParallel(conversations, async (conversation, index) => {
          const id = await client.send(conversation, `Message ${index}`, `message-${index}`, signal);
          accepted += 1;
          return id;
        }),
        crashAtRandom({
          kills: KILLS,
          seed: SEED,
          progress,
          crash: stack.crash,
          signal,
          say: () => undefined,
        }),
      ]);
      const sentAt = performance.now();
      const messages = await settle(stack, ids, signal);
      const settledAt = performance.now();
      await waitForEvents(messages, receiver.events, signal);

      const copies = await readCopies(stack);
      const wrong = messages.flatMap((message, index) => judge(message, copies, behaviourAt(SEED, index)));
      expect(wrong).toEqual([]);
      expect(new Set(ids).size).toBe(MESSAGES);
      expect(crashes).toHaveLength(KILLS);
      expect(eventsOf(receiver.events)).toEqual(messages.flatMap(expectedEvents).toSorted());
      expect(receiver.wrongSignatures()).toBe(0);
      const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
      process.stdout.write(
        `${JSON.stringify({
          prepared: seconds(startedAt, preparedAt),
          accepted: seconds(preparedAt, sentAt),
          settled: seconds(sentAt, settledAt),
          all: seconds(startedAt, performance.now()),
          statuses: countBy(messages.map(({ status, errorCode }) => `${status} ${errorCode ?? ''}`.trim())),
          events: receiver.events.size,
          crashes,
        })}\n`,
      );
    },
  );
});

async function withTable<Result>(
  stack: LoadStack,
  use: (table: ReturnType<typeof openMessageTable>) => Promise<Result>,
): Promise<Result> {
  const table = openMessageTable(stack.latest());
  try {
    return await use(table);
  } finally {
    table.close();
  }
}

/** Waits until every message has an outcome. Jobs of ended leases are started here, which the sweep would start some minutes later. */
async function settle(
  stack: LoadStack,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const settled = new Set<string>();
  // Everybody but a silent recipient reports more than `sent`.
  const silent = new Set(ids.filter((_, recipient) => behaviourAt(SEED, recipient) === 'silent'));
  const isSettled = ({ id, status }: Message): boolean =>
    status === 'sent' ? silent.has(id) : !['queued', 'sending'].includes(status);
  while (!signal.aborted && settled.size < ids.length) {
    const open = ids.filter((id) => !settled.has(id));
    const found = await withTable(stack, (table) => table.readMessages(stack.workspaceId, open));
    for (const message of found) {
      if (isSettled(message)) settled.add(message.id);
      else if (message.claim && message.claim.until < new Date()) await endLease(stack, message);
    }
    await wait(POLL_MS);
  }
  return withTable(stack, (table) => table.readMessages(stack.workspaceId, ids));
}

async function endLease(stack: LoadStack, { id, workspaceId, due }: Message): Promise<void> {
  if (!due) return;
  const job: ScheduledJob = { resource: 'message', id, workspaceId, seq: due.seq, dueAt: due.at.getTime() };
  const response = await invoke(stack, 'deliver-message', hashOf(id), job);
  expect(await response.json()).toEqual({ batchItemFailures: [] });
}

async function waitForEvents(
  messages: readonly Message[],
  events: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const expected = messages.flatMap(expectedEvents).length;
  while (!signal.aborted && events.size < expected) await wait(POLL_MS);
}

/** What is wrong with the outcome of a message. */
function judge(
  { id, status, errorCode }: Message,
  copies: ReadonlyMap<string, number>,
  behaviour: string,
): string[] {
  const count = copies.get(id) ?? 0;
  const outcome = `${behaviour}: ${count} copies, ${status}, ${String(errorCode)}`;
  if (count > 1) return [outcome];
  // An interrupted send has an unknown result, and its copy may have gone out.
  if (status === 'unknown') return errorCode === 'result_unknown' ? [] : [outcome];
  if (count === 0)
    return status === 'failed' && ['opted-out', 'rejected'].includes(behaviour) && errorCode !== null
      ? []
      : [outcome];
  if (status === 'failed') return behaviour === 'failed' && errorCode !== null ? [] : [outcome];
  const isRight = behaviour === 'silent' ? status === 'sent' : status === 'delivered';
  return isRight ? [] : [outcome];
}

/** The events of a message that has ended, each as its id and its name. */
function expectedEvents({ id, status, sentAt }: Message): string[] {
  const names = {
    sent: ['sent'],
    delivered: ['sent', 'delivered'],
    failed: sentAt === null ? ['failed'] : ['sent', 'failed'],
  };
  return status === 'sent' || status === 'delivered' || status === 'failed'
    ? names[status].map((name) => `${id} ${EVENT}${name}`)
    : [];
}

function eventsOf(
  events: ReadonlyMap<string, { readonly event: string; readonly aboutId: string }>,
): string[] {
  return [...events.values()].map(({ event, aboutId }) => `${aboutId} ${event}`).toSorted();
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
