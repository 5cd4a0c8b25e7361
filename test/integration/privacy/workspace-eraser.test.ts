import { createHash, randomUUID } from 'node:crypto';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { createHandler } from '#functions/privacy/erase-workspaces/handler.ts';
import { PutItemCommand, ScanCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { withMessage } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { phoneNumberKey, verifiedNumberKey } from '#shared/messaging/store/keys.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { createDynamoWithdrawal } from '#shared/privacy/store/dynamo-withdrawal.ts';
import { createDynamoWorkspaceEraser } from '#shared/privacy/store/dynamo-workspace-eraser.ts';
import { confirmationLimitKey } from '#shared/webhooks/store/keys.ts';
import { PERMISSIONS } from '#shared/workspaces/domain/permissions.ts';
import { requestDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';
import { hashOfWorkspace } from '#shared/workspaces/store/dynamo-workspace-deletions.ts';
import { erasedWorkspaceKey } from '#shared/workspaces/store/keys.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aMailTarget } from '#test/support/builders/webhooks/notification-builders.ts';
import { anApiKey, createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

describe('the erasure of a workspace on both tables', () => {
  const { emulator, fixture } = emulatedStores();

  async function put(table: WritableTable, item: Record<string, unknown>): Promise<void> {
    await table.client.send(new PutItemCommand({ TableName: table.name, Item: marshall(item) }));
  }

  async function itemsWith(text: string): Promise<unknown[]> {
    const scans = [emulator.core, emulator.deliveries].map(async ({ client, name }) => {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
      return Items.map((item) => unmarshall(item));
    });
    return (await Promise.all(scans)).flat().filter((item) => JSON.stringify(item).includes(text));
  }

  /** A workspace with a key of its admin, and items that only a scan finds. */
  async function aWorkspace() {
    const { workspaceId, admin } = await createWorkspaceIn(fixture.workspaces);
    const key = anApiKey({
      workspaceId,
      memberId: admin.id,
      permissions: [...PERMISSIONS],
      hash: randomUUID(),
    });
    await fixture.managedKeys.create(key, { owner: admin, callerId: admin.id }, aContext());
    await put(emulator.core, {
      pk: `EV#2026-06-01T12:00#${workspaceId.slice(-4)}`,
      sk: randomUUID(),
      workspaceId,
    });
    await put(emulator.core, { pk: `RQ#${randomUUID()}`, sk: 'RQ', job: { workspaceId } });
    await put(emulator.core, { pk: `ID#${randomUUID()}`, sk: 'ID', workspaceId });
    await put(emulator.core, { pk: `DD#${workspaceId}#hash`, sk: 'DD' });
    await put(emulator.deliveries, { pk: `E#${randomUUID()}`, sk: randomUUID(), workspaceId });
    const target = aMailTarget({ workspaceId });
    await fixture.notificationTargets.create(target, aContext());
    return { workspaceId, key, email: target.destination.email };
  }

  /** The function with files in memory, at a time of its own. `stopAfter` ends the process after so many calls of the eraser. */
  function runner(at: Date, { stopAfter = Infinity, files = 0 } = {}) {
    const log = createRecordingLog();
    const eraser = createDynamoWorkspaceEraser(emulator.core, emulator.deliveries);
    let [calls, left, time] = [0, files, at.getTime()];
    const handler = createHandler({
      jobs: fixture.erasureJobs,
      eraser: {
        ...eraser,
        async erasePage(...page) {
          calls += 1;
          if (calls > stopAfter) throw new Error('killed');
          return eraser.erasePage(...page);
        },
      },
      withdrawal: createDynamoWithdrawal(emulator.core),
      files: {
        async erasePage() {
          const erased = left;
          left = 0;
          return { erased, readUnits: 0, cursor: erased === 0 ? null : 'more' };
        },
      },
      clock: () => new Date(time),
      newNonce: randomUUID,
      wait: async () => undefined,
      log,
    });
    return {
      log,
      /** Runs the function once, this many hours later. */
      run: (hours = 0) => {
        time += hours * 3_600_000;
        return handler({}, { getRemainingTimeInMillis: () => 60_000, awsRequestId: 'run' });
      },
    };
  }

  it('leaves nothing of the workspace but the hash of its id, and everything of others', async () => {
    const [gone, kept] = [await aWorkspace(), await aWorkspace()];
    const before = await itemsWith(kept.workspaceId);
    await fixture.deletions.request(requestDeletion(gone.workspaceId, NOW), aContext());

    const early = runner(new Date(NOW.getTime() + 6 * DAY_MS));
    await early.run();
    expect((await fixture.apiKeys.findByHash(gone.key.hash))?.revokedAt).toBeNull();

    const { run, log } = runner(new Date(NOW.getTime() + 8 * DAY_MS), { files: 3 });
    await run();
    expect((await fixture.apiKeys.findByHash(gone.key.hash))?.revokedAt).not.toBeNull();
    await run(1);
    expect(await itemsWith(gone.workspaceId)).toHaveLength(1);
    // A consumer of the stream that was late writes after the first pass.
    await put(emulator.core, {
      pk: `AU#${gone.workspaceId}#2026-06`,
      sk: 'late',
      workspaceId: gone.workspaceId,
    });
    await run(26);
    await run(2);

    expect(await itemsWith(gone.workspaceId)).toEqual([]);
    expect(await itemsWith(gone.email)).toEqual([]);
    expect(await emulator.core.get(erasedWorkspaceKey(hashOfWorkspace(gone.workspaceId)))).toMatchObject({
      ttl: expect.any(Number),
    });
    expect(await itemsWith(kept.workspaceId)).toEqual(before);
    expect(log.lines.map(({ code }) => code)).toEqual([
      'WORKSPACE_ERASURE_STARTED',
      'WORKSPACE_CLOSED',
      'WORKSPACE_PASS_ENDED',
      'WORKSPACE_PASS_ENDED',
      'WORKSPACE_PASS_ENDED',
      'WORKSPACE_ERASED',
    ]);
  });

  it('keeps the limit of the confirmation mails of an address, which protects its owner from all workspaces', async () => {
    const { workspaceId, email } = await aWorkspace();
    const hash = createHash('sha256').update(email).digest('base64url');
    const day = aContext().change.at.toISOString().slice(0, 10);
    const limits = () =>
      Promise.all(
        [confirmationLimitKey(`A-${hash}`, 'HOUR'), confirmationLimitKey(`W-${workspaceId}`, day)].map(
          (key) => emulator.core.get(key),
        ),
      );
    expect(await limits()).toMatchObject([{ pausedUntil: expect.any(Number) }, { used: 1 }]);
    await fixture.deletions.request(requestDeletion(workspaceId, NOW), aContext());
    for (const hours of [0, 1, 30]) await runner(new Date(NOW.getTime() + 8 * DAY_MS)).run(hours);

    expect(await limits()).toMatchObject([{ pausedUntil: expect.any(Number) }, undefined]);
    expect(await itemsWith(email)).toEqual([]);
  });

  it('continues after a crash in each step, and two runs at a time do no harm', async () => {
    const { workspaceId } = await aWorkspace();
    await fixture.deletions.request(requestDeletion(workspaceId, NOW), aContext());
    const at = (hours: number) => new Date(NOW.getTime() + 8 * DAY_MS + hours * 3_600_000);
    for (const [hours, stopAfter] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [30, 0],
      [30, 1],
    ] as const)
      await runner(at(hours), { stopAfter })
        .run()
        .catch(() => undefined);
    await Promise.all([runner(at(60)).run(), runner(at(60)).run()]);
    await Promise.all([runner(at(90)).run(), runner(at(90)).run()]);

    expect(await itemsWith(workspaceId)).toEqual([]);
  });

  describe('withdrawing messages', () => {
    const withdraw = (workspaceId: string, hasTime = () => true) =>
      createDynamoWithdrawal(emulator.core).erase({ workspaceId }, hasTime);

    /** A workspace with three messages that wait to be sent, in two conversations, and with a verified number. */
    async function aMessenger() {
      const workspaceId = randomUUID();
      const messages: Message[] = [];
      for (const platform of ['sms', 'facebook'] as const) {
        const contact = aContact({ workspaceId });
        let before = aConversation({ workspaceId, contactId: contact.id, platform });
        await fixture.contacts.create(contact, [], aContext());
        await fixture.conversations.create(before, aContext());
        for (let made = 0; made < (platform === 'sms' ? 2 : 1); made += 1) {
          const message = anOutgoingMessage(before);
          const after = withMessage(before, message, NOW);
          await fixture.messages.add(message, { before, after }, aContext());
          messages.push(message);
          before = after;
        }
      }
      const phone = '+12025550143';
      const number = { platform: 'sms', phone, workspaceId, state: 'verified' };
      await put(emulator.core, { ...phoneNumberKey(workspaceId, randomUUID()), ...number });
      const find = () => Promise.all(messages.map(({ id }) => fixture.messages.find(workspaceId, id)));
      return { workspaceId, messages, find, claim: verifiedNumberKey('sms', phone) };
    }

    it('leaves no message to send, no conversation and no number', async () => {
      const { workspaceId, find, claim } = await aMessenger();
      await put(emulator.core, { ...claim, workspaceId });

      expect(await withdraw(workspaceId)).toBe(true);
      expect(await find()).toEqual([undefined, undefined, undefined]);
      const range = { order: 'asc', limit: 5 } as const;
      expect((await fixture.conversations.list(workspaceId, range)).conversations).toEqual([]);
      expect(await emulator.core.get(claim)).toBeUndefined();
      const { pk } = phoneNumberKey(workspaceId, '');
      expect(
        await emulator.core.query({ pk, from: '0', to: '~', descending: false, limit: 5, consistent: true }),
      ).toEqual([]);
    });

    it('leaves the claim of a number that another workspace has verified since', async () => {
      const { workspaceId, claim } = await aMessenger();
      await put(emulator.core, { ...claim, workspaceId: 'other' });
      await withdraw(workspaceId);

      expect(await emulator.core.get(claim)).toMatchObject({ workspaceId: 'other' });
    });

    it('continues when the time was used up, wherever that was', async () => {
      for (let most = 0; ; most += 1) {
        const { workspaceId, find } = await aMessenger();
        let asked = 0;
        const isDone = await withdraw(workspaceId, () => (asked += 1) <= most);
        if (isDone) {
          expect(await find()).toEqual([undefined, undefined, undefined]);
          expect(most).toBeGreaterThan(2);
          return;
        }
        expect(await withdraw(workspaceId)).toBe(true);
        expect([most, await find()]).toEqual([most, [undefined, undefined, undefined]]);
      }
    });
  });

  it('revokes a key that is created while keys are revoked', async () => {
    const { workspaceId, key } = await aWorkspace();
    const owner = (await fixture.workspaces.findMember(workspaceId, key.memberId)) ?? expect.fail();
    const late = anApiKey({ workspaceId, memberId: owner.id, hash: randomUUID() });
    const eraser = createDynamoWorkspaceEraser(emulator.core, emulator.deliveries);
    await Promise.all([
      eraser.revokeKeys(workspaceId, NOW),
      fixture.managedKeys
        .create(
          late,
          { owner, callerId: owner.id },
          {
            ...aContext(),
            change: { ...aContext().change, callerKey: { hash: key.hash, permissions: [], expiresAt: null } },
          },
        )
        .catch(() => undefined),
    ]);
    const stored = await fixture.apiKeys.findByHash(late.hash);

    expect(stored?.revokedAt).not.toBeNull();
  });

  it('keeps a slug that another workspace took in the meantime', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const slug = { pk: 'S#domain#ada', sk: 'S' };
    await put(emulator.core, { ...slug, workspaceId: other });
    // What the scan found has changed its owner since.
    const client = { ...emulator.core, client: staleScan(emulator.core, { ...slug }) };
    await createDynamoWorkspaceEraser(client, emulator.deliveries).erasePage(gone, 'core', null);

    expect(await emulator.core.get(slug)).toMatchObject({ workspaceId: other });
  });

  /** A client whose scan returns one key that no longer belongs to the workspace. */
  function staleScan({ client }: WritableTable, key: Record<string, unknown>): WritableTable['client'] {
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'send') return Reflect.get(target, name);
        return (command: unknown) =>
          command instanceof ScanCommand
            ? Promise.resolve({ Items: [marshall(key)] })
            : target.send(command as Parameters<typeof target.send>[0]);
      },
    });
  }
});
