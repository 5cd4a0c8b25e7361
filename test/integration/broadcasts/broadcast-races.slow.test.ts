import { randomInt, randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHandler as createRunBroadcastHandler } from '#functions/broadcasts/run-broadcast/handler.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { generateApiKey, hashApiKey } from '#shared/platform/runtime/api-key.ts';
import { systemClock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aNewWorkspace } from '#test/support/builders/workspaces/workspace-builders.ts';
import { aBroadcastBody, BROADCAST_PERMISSIONS } from '#test/support/fixtures/broadcasts/broadcast-api.ts';
import { lostResponse, meanwhile, seen } from '#test/support/fixtures/platform/faults/faults.ts';
import {
  aLambdaContext,
  anHttpEvent,
  type HttpReply,
  readAnswer,
} from '#test/support/fixtures/platform/http-event.ts';
import { operationFunctions } from '#test/support/fixtures/platform/operation-functions.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { entriesOf } from '#test/support/fixtures/workspaces/audit-trail.ts';

type Request = { readonly json?: unknown; readonly headers?: Readonly<Record<string, string>> };

const ROUNDS = 50;
const log = createRecordingLog();
const { emulator, fixture, faults } = emulatedStores();
let functions: ReturnType<typeof operationFunctions>;
let run: ReturnType<typeof createRunBroadcastHandler>;
let key: string;
let workspaceId: string;

beforeAll(async () => {
  const newWorkspace = aNewWorkspace();
  key = generateApiKey((below) => randomInt(below));
  workspaceId = newWorkspace.workspace.id;
  const keys = [{ ...newWorkspace.key, hash: hashApiKey(key), permissions: BROADCAST_PERMISSIONS }];
  await fixture.workspaces.create({ ...newWorkspace, keys }, aContext().change);
  const { apiKeys: keysStore, responses } = fixture;
  functions = operationFunctions({ ...fixture }, { clock: systemClock, log, keys: keysStore, responses });
  run = createRunBroadcastHandler({
    ...fixture,
    clock: systemClock,
    newNonce: randomUUID,
    backOff: systemBackOff,
    log,
  });
  // The first request reads the key and records its use; the requests counted below do neither.
  await call('list-broadcasts', '');
});
async function call(name: string, broadcast: string, { json, headers }: Request = {}) {
  const event = anHttpEvent({
    method: 'POST',
    path: `/${broadcast}`,
    json,
    params: { broadcast },
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return readAnswer(await functions(name)(event, aLambdaContext()));
}

/** A broadcast that is scheduled for now. */
async function scheduled(overrides: Partial<Broadcast> = {}): Promise<{ id: string; job: ScheduledJob }> {
  const at = new Date(Date.now() - 1000);
  const due = { at, seq: 1, timer: true };
  const state = 'scheduled' as const;
  const planned = { id: newId(at), workspaceId, state, scheduledAt: at, due, planSeq: 1 };
  const broadcast = aBroadcast({ ...planned, ...overrides });
  await fixture.broadcasts.create(broadcast, aContext());
  const { id } = broadcast;
  const job = { resource: 'broadcast', id, workspaceId, seq: 1, dueAt: at.getTime() } as const;
  return { id, job };
}

function fire(job: ScheduledJob): Promise<void> {
  return run(job, { messageId: 'message-1' });
}

function stored(id: string): Promise<Broadcast | undefined> {
  return fixture.broadcasts.find(workspaceId, id);
}

/** Names and data of the events about a broadcast, in the order of time. */
async function eventsOf(id: string) {
  const { Items = [] } = await emulator.client.send(new ScanCommand({ TableName: emulator.core.name }));
  return Items.map((item) => unmarshall(item))
    .filter(({ kind }) => kind === 'event')
    .map(fromEventItem)
    .filter(({ body }) => body.includes(id))
    .map(({ event, body }) => ({ event, ...JSON.parse(body).data.broadcast }));
}

describe('an edit during the start', () => {
  it(`precedes it or is rejected, ${ROUNDS} times, and one consistent version starts`, async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, job } = await scheduled();
      const edit = { name: 'Edited', message: { body: 'Edited' } };
      // The start reads before it writes and so is slower: in every other round the edit starts next to its write.
      const writes = Promise.withResolvers<void>();
      faults.script(seen('TransactWriteItems', () => writes.resolve()));
      if (round % 2 === 0) writes.resolve();
      const [response] = await Promise.all([
        writes.promise.then(() => call('update-broadcast', id, { json: edit })),
        fire(job),
      ]);
      const broadcast = await stored(id);
      const won = response.status === 200;
      const name = won ? 'Edited' : 'Spring sale';
      outcomes.add(String(response.status));

      expect(won || response.body.code === 'broadcast_not_editable').toBe(true);
      expect(broadcast).toMatchObject({ state: 'in_flight', name });
      expect(broadcast?.message.body).toBe(won ? 'Edited' : 'Everything is 20 % off.');
      expect(await eventsOf(id)).toMatchObject([{ event: 'salesbot.broadcast.sent', name }]);
    }
    // Both have won in some rounds: neither only because of the order in which this test starts them.
    expect([...outcomes].toSorted()).toEqual(['200', '409']);
  });

  it('does not delay the start, however fast edits follow each other', async () => {
    const { id, job } = await scheduled();
    const states: (number | undefined)[] = [];
    const edits = [1, 2].map(async (editor) => {
      for (let edit = 1; ; edit += 1) {
        const { status } = await call('update-broadcast', id, { json: { name: `${editor}/${edit}` } });
        states.push(status);
        // A conflict on the emulator means one editor less, not the end.
        if (status !== 200 && (await stored(id))?.state === 'in_flight') return;
      }
    });
    await fire(job);
    await Promise.all(edits);

    expect((await stored(id))?.state).toBe('in_flight');
    expect(states.length).toBeGreaterThan(2);
    expect(await eventsOf(id)).toHaveLength(1);
  }, 40_000);

  it('is rejected when the start comes between its request and its write', async () => {
    const { id, job } = await scheduled();
    faults.script(meanwhile('UpdateItem', () => fire(job)));
    const response = await call('update-broadcast', id, { json: { name: 'Edited' } });

    expect(response).toMatchObject({ status: 409, body: { code: 'broadcast_not_editable' } });
    expect(await stored(id)).toMatchObject({ state: 'in_flight', name: 'Spring sale' });
  });

  it('is included when it comes between the read and the write of the start', async () => {
    const { id, job } = await scheduled();
    const edit = () => call('update-broadcast', id, { json: { name: 'Edited' } });
    faults.script(meanwhile('TransactWriteItems', edit));
    await fire(job);

    expect(await stored(id)).toMatchObject({ state: 'in_flight', name: 'Edited' });
    expect(await eventsOf(id)).toMatchObject([{ name: 'Edited' }]);
  });
});

describe('starts and ends at the same time', () => {
  it('emit one event each, however many fire, send, cancel and report', async () => {
    const { id, job } = await scheduled();
    await Promise.all([
      ...Array.from({ length: 5 }, () => fire(job)),
      ...Array.from({ length: 5 }, () => call('send-broadcast', id)),
    ]);
    const endings = await Promise.all([
      ...Array.from({ length: 5 }, () => call('report-broadcast', id, { json: { outcome: 'completed' } })),
      ...Array.from({ length: 5 }, () => call('report-broadcast', id, { json: { outcome: 'failed' } })),
      call('cancel-broadcast', id),
    ]);
    const events = (await eventsOf(id)).map(({ event }) => event);

    expect(endings.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(endings.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(events).toHaveLength(2);
    expect(events).toContain('salesbot.broadcast.sent');
  });

  it('lose no counter of twelve reports', async () => {
    const { id, job } = await scheduled();
    await fire(job);
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        call('report-broadcast', id, { json: { sent: index, failed: 11 - index } }),
      ),
    );

    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect(await stored(id)).toMatchObject({ sent: 11, failed: 11 });
  });
});

describe('update-broadcast', () => {
  async function created(): Promise<string> {
    const response: HttpReply = await call('create-broadcast', '', { json: aBroadcastBody() });
    return String(response.body.data.id);
  }

  it('is one request to the table, with a revision and without', async () => {
    const id = await created();
    faults.clear();
    await call('update-broadcast', id, { json: { name: 'n' } });
    await call('update-broadcast', id, { json: { requires_approval: true }, headers: { 'if-match': '"2"' } });

    expect(faults.wire).toEqual(['UpdateItem', 'UpdateItem']);
    expect(await stored(id)).toMatchObject({ name: 'n', requiresApproval: true, revision: 3 });
  });

  it('recognises its own success when the response is lost', async () => {
    const id = await created();
    faults.script(lostResponse('UpdateItem'));
    const response = await call('update-broadcast', id, {
      json: { name: 'n' },
      headers: { 'if-match': '"1"' },
    });

    expect([response.status, response.body.data.revision]).toEqual([200, '2']);
  });

  it('lets one of 20 at the same revision win, and rejects the others', async () => {
    const id = await created();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call('update-broadcast', id, { json: { name: `Writer ${index}` }, headers: { 'if-match': '"1"' } }),
      ),
    );
    const [winner, ...others] = responses.filter(({ status }) => status === 200);

    expect([others, responses.filter(({ status }) => status === 412).length]).toEqual([[], 19]);
    expect((await stored(id))?.name).toBe(winner?.body.data.name);
  });

  it('loses no edit of 20 that change different fields', async () => {
    const id = await created();
    const edits = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? { name: `Name ${index}` } : { message: { body: `Body ${index}` } },
    );
    await Promise.all(edits.map((json) => call('update-broadcast', id, { json })));
    const broadcast = await stored(id);

    expect(broadcast?.revision).toBe(21);
    expect(broadcast?.name).toMatch(/^Name/u);
    expect(broadcast?.message.body).toMatch(/^Body/u);
  });
});

describe('commands on a broadcast', () => {
  it('appear in the audit log, each once, including its removal', async () => {
    const id = String((await call('create-broadcast', '', { json: aBroadcastBody() })).body.data.id);
    const trail = async (command: () => Promise<unknown>) => {
      const entries = await entriesOf(emulator.core, command);
      return entries.map(({ operation, resource }) => [operation, resource.type, resource.id]);
    };
    const at = new Date(Date.now() + 1e6).toISOString();

    for (const [name, json] of [
      ['update-broadcast', { name: 'n' }],
      ['schedule-broadcast', { scheduled_at: at }],
      ['unschedule-broadcast', {}],
      ['delete-broadcast', undefined],
    ] as const) {
      expect(await trail(() => call(name, id, { json }))).toEqual([[name, 'broadcast', id]]);
    }
    expect(await stored(id)).toBeUndefined();
  });

  it('record the platform as the actor of a scheduled start', async () => {
    const { id, job } = await scheduled();

    expect(await entriesOf(emulator.core, () => fire(job))).toMatchObject([
      { operation: 'run-broadcast', actor: { kind: 'system' }, resource: { type: 'broadcast', id } },
    ]);
  });
});

describe('list-broadcasts', () => {
  it('lists the broadcasts in the requested state, even if the index is behind', async () => {
    const { id, job } = await scheduled();
    faults.script(meanwhile('BatchGetItem', () => fire(job)));
    const listed = await fixture.broadcasts.list(workspaceId, {
      order: 'desc',
      limit: 100,
      state: 'scheduled',
    });

    expect(listed.map((each) => each.id)).not.toContain(id);
  });
});

describe('create-broadcast', () => {
  it('creates one broadcast for ten requests with one Idempotency-Key', async () => {
    const name = randomUUID();
    const request = { json: aBroadcastBody({ name }), headers: { 'idempotency-key': name } };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => call('create-broadcast', '', request)),
    );
    const made = await fixture.broadcasts.list(workspaceId, { order: 'desc', limit: 100, state: 'draft' });

    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(made.filter((broadcast) => broadcast.name === name)).toHaveLength(1);
  });
});
