import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as sweepSchedules from '#functions/platform/sweep-schedules/index.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { withMessage } from '#shared/messaging/domain/conversation.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createS3ExportedCopies } from '#shared/privacy/adapters/s3-exported-copies.ts';
import { createS3WorkspaceFiles } from '#shared/privacy/adapters/s3-workspace-files.ts';
import { createExportedCopiesEraser } from '#shared/privacy/use-cases/erase-exported-copies.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aPhoneNumber, rejected, verified } from '#test/support/builders/messaging/phone-number-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { fileStoreSettings } from '#test/support/fixtures/files/file-fixture.ts';
import { startS3Double } from '#test/support/fixtures/files/s3-double.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { asFunction } from '#test/support/fixtures/platform/records/recorded-calls.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** What the functions do only once in a workspace, or only after an edit, as the functions that do it. */
describe('functions of the messaging product', () => {
  it.each(['update-contact', 'import-contacts'])('create the calendar of a workspace: %s', async (name) => {
    const { workspaces, calendars } = cloud.stores;
    const { workspaceId } = await createWorkspaceIn(workspaces);
    await asFunction(name, async () => {
      await workspaces.find(workspaceId);
      await calendars.ensure(workspaceId, cloud.clock());
    });

    expect(await calendars.find(workspaceId)).toBeDefined();
  });

  it('release the address that a line of an import replaces', async () => {
    const { contacts } = cloud.stores;
    const before = aContact({ workspaceId: randomUUID(), phone: '+12025550143' });
    await contacts.create(before, [], aContext());
    const after = { ...before, phone: '+12025550144', revision: before.revision + 1 };
    await asFunction('import-contacts', () => contacts.save(before, after, [], aContext()));
    const address = { kind: 'phone', value: '+12025550143' } as const;

    expect(await contacts.findByAddress(before.workspaceId, address)).toBeUndefined();
  });

  it('create the first contact with an address from a message', async () => {
    const { contacts } = cloud.stores;
    const contact = aContact({ workspaceId: randomUUID(), phone: '+12025550145' });
    await asFunction('record-receipt', () => contacts.create(contact, [], aContext()));

    expect(await contacts.find(contact.workspaceId, contact.id)).toMatchObject({ phone: '+12025550145' });
  });

  it.each(['create-contact', 'record-receipt'])(
    'delete what an earlier version stored under the other spelling of a number: %s',
    async (name) => {
      const { contacts } = cloud.stores;
      const contact = aContact({ workspaceId: randomUUID(), phone: '+554188171251' });
      await asFunction(name, () => contacts.create(contact, [], aContext()));
      const address = { kind: 'phone', value: '+5541988171251' } as const;

      expect(await contacts.findByAddress(contact.workspaceId, address)).toMatchObject({ id: contact.id });
    },
  );

  it.each(['send-message', 'deliver-message', 'send-broadcast-messages', 'update-contact', 'record-receipt'])(
    'ask what is known about a number with two spellings: %s',
    async (name) => {
      const { contacts } = cloud.stores;
      const contact = aContact({ workspaceId: randomUUID(), phone: '+525512345678' });
      await contacts.create(contact, [], aContext());
      // A container that has not read the key of the workspace.
      const reader = createDynamoContactReader({ ...cloud.core });

      await expect(asFunction(name, () => reader.findSameNumber(contact))).resolves.toEqual({
        keptOptOuts: new Map(),
        contacts: [],
      });
    },
  );

  it('remove a file of a message that the library does not keep', async () => {
    const s3 = await startS3Double([{ status: 204 }]);
    const files = createS3FileStore(fileStoreSettings(s3.address));
    await asFunction('record-receipt', () => files.remove('media/w/f'));
    await s3.stop();

    expect(s3.requests).toHaveLength(1);
  });

  it('release a verified number that is rejected or disconnected', async () => {
    const { numbers } = cloud.stores;
    for (const name of ['verify-phone-number', 'disconnect-phone-number']) {
      const number = aPhoneNumber();
      const current = verified(number);
      await numbers.create(number, aContext());
      await numbers.save(number, current, aContext());
      await asFunction(name, () =>
        name === 'verify-phone-number'
          ? numbers.save(current, rejected(current), aContext())
          : numbers.remove(current, aContext()),
      );

      expect(await numbers.findReceiver('sms', number.phone)).toBeUndefined();
    }
  });

  it('send a message whose timer was lost', async () => {
    const { contacts, conversations, messages } = cloud.stores;
    const contact = aContact({ workspaceId: randomUUID(), phone: '+12025550146' });
    const { workspaceId, id: contactId } = contact;
    const conversation = aConversation({ workspaceId, contactId, platform: 'sandbox' });
    await contacts.create(contact, [], aContext());
    await conversations.create(conversation, aContext());
    const createdAt = cloud.clock();
    const due = { at: createdAt, seq: 1, timer: true };
    const message = anOutgoingMessage(conversation, { createdAt, due, planSeq: 1 });
    const after = withMessage(conversation, message, createdAt);
    await messages.add(message, { before: conversation, after }, aContext());
    cloud.clock.advance(121);
    await cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);
    cloud.clock.advance(-121);

    expect(cloud.bodies('messages').filter((body) => body.includes(message.id))).toHaveLength(1);
  });

  it('continue an import whose timer was lost', async () => {
    const [id, workspaceId] = [randomUUID(), randomUUID()];
    const job = { resource: 'contact_import', id, workspaceId, seq: 1, dueAt: 0 } as const;
    const store = {
      async *readOverdue() {
        yield [job];
      },
    };
    await cloud.start('sweep-schedules', sweepSchedules, { ports: { store } })({}, CONTEXT);

    expect(cloud.bodies('imports').filter((body) => body.includes(id))).toHaveLength(1);
  });

  it('remove a contact from an export of its workspace', async () => {
    const contact = randomUUID();
    const key = 'exports/w/e/r/contacts-0001.ndjson';
    const version = `<Version><Key>${key}</Key><VersionId>1</VersionId><IsLatest>true</IsLatest></Version>`;
    const s3 = await startS3Double([
      { status: 200, body: '<ListVersionsResult/>' },
      { status: 200, body: `<ListVersionsResult>${version}</ListVersionsResult>` },
      { status: 200, body: `{"id":"${contact}"}\n` },
      { status: 200 },
      { status: 204 },
    ]);
    const { erase } = createExportedCopiesEraser(createS3ExportedCopies(fileStoreSettings(s3.address)));
    const erased = {
      workspaceId: 'w',
      contact: hashContact(contact),
      requestedAt: new Date(),
      isLast: false,
    };
    const isDone = await asFunction('redact-payloads', () => erase(erased, () => true));
    await s3.stop();

    expect([isDone, s3.requests.map(({ method }) => method)]).toEqual([
      true,
      ['GET', 'GET', 'GET', 'PUT', 'DELETE'],
    ]);
  });

  it('erase imported files and exports of contacts with their workspace', async () => {
    const none = { status: 200, body: '<ListVersionsResult/>' };
    const one = (key: string) => ({
      status: 200,
      body: `<ListVersionsResult><Version><Key>${key}</Key><VersionId>1</VersionId></Version></ListVersionsResult>`,
    });
    const gone = { status: 204 };
    const [exported, imported] = [one('contact-exports/w/e/contacts-0001.ndjson'), one('imports/w/i')];
    const s3 = await startS3Double([none, none, none, exported, gone, imported, gone]);
    const files = createS3WorkspaceFiles(fileStoreSettings(s3.address));
    const page = await asFunction('erase-workspaces', () => files.erasePage('w'));
    await s3.stop();

    expect(page.erased).toBe(2);
  });
});
