import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createExportedRecords } from '#functions/privacy/export-workspaces/exported-records.ts';
import { createHandler, type Dependencies } from '#functions/privacy/export-workspaces/handler.ts';
import { withMessage } from '#shared/messaging/domain/conversation.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import { conversationView } from '#shared/messaging/http/conversation-view.ts';
import { messageView } from '#shared/messaging/http/message-view.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { atTurn, newExport, type WorkspaceExport } from '#shared/privacy/domain/workspace-export.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aConversation } from '#test/support/builders/messaging/conversation-builders.ts';
import { anOutgoingMessage } from '#test/support/builders/messaging/message-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryCore } from '#test/support/fakes/platform/memory-core.ts';
import {
  createMemoryWorkspaceExportJobs,
  createMemoryWorkspaceExports,
} from '#test/support/fakes/privacy/memory-workspace-exports.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

type Read = Dependencies['records']['read'];
type Given = { readonly read?: Read; readonly put?: (key: string, content: Uint8Array) => Promise<void> };

const MINUTE = 60_000;
const NOTHING = { records: [], after: null };

/** An exporter whose time is simulated: reads and writes take as long as `spend` says. */
function anExporter({ read = async () => NOTHING, put = async () => undefined }: Given = {}) {
  const core = createMemoryCore();
  const store = createMemoryWorkspaceExports(core);
  const log = createRecordingLog();
  let now = NOW.getTime();
  let runEnds = 0;
  const run = createHandler({
    jobs: createMemoryWorkspaceExportJobs(core),
    records: { read, readMedia: async () => ({ media: [], after: null }) },
    files: { put, copy: async () => true },
    clock: () => new Date(now),
    log,
  });
  return {
    log,
    spend: (milliseconds: number) => void (now += milliseconds),
    async add(kinds?: WorkspaceExport['kinds']): Promise<WorkspaceExport> {
      const exported = newExport(randomUUID(), randomUUID(), new Date(now), kinds);
      await store.create(exported, aContext());
      return exported;
    },
    async find({ workspaceId, id }: WorkspaceExport): Promise<WorkspaceExport> {
      const found = await store.find(workspaceId, id);
      if (!found) throw new Error('The export is missing');
      return found;
    },
    /** One run of the function, which has 60 s. The next one starts a minute later. */
    async run(): Promise<unknown> {
      runEnds = now + MINUTE;
      const context = { awsRequestId: 'run', getRemainingTimeInMillis: () => runEnds - now };
      const error: unknown = await run({}, context).catch((error_: unknown) => error_);
      now = Math.max(now, runEnds);
      return error;
    },
  };
}

/** Only posts, in pages of 20 with `bytes` each, from `pages` pages. */
function postsOf(pages: number, bytes: number): Read {
  return async (_, resource, after) => {
    if (resource !== 'posts') return NOTHING;
    const page = Number(after ?? 0) + 1;
    const records = Array.from({ length: 20 }, () => ({ body: 'x'.repeat(bytes) }));
    return { records, after: page < pages ? String(page) : null };
  };
}

describe('a file of an export', () => {
  it('ends with the read that reaches 8 MB', async () => {
    const sizes: number[] = [];
    const exporter = anExporter({
      read: postsOf(10, 250_000),
      put: async (_, { byteLength }) => void sizes.push(byteLength),
    });
    const added = await exporter.add();
    await exporter.run();

    const { state, files } = await exporter.find(added);
    expect(state).toBe('completed');
    const posts = files.filter(({ name }) => name.startsWith('posts-'));
    expect(posts.map(({ records }) => records)).toEqual([40, 40, 40, 40, 40]);
    expect(Math.max(...sizes)).toBeLessThan(14_000_000);
  });

  it('is read in small pages where one record can have 300 KB', async () => {
    const limits = new Map<string, number>();
    const list =
      (name: string) =>
      async (_: string, { limit }: { readonly limit: number }) => {
        limits.set(name, limit);
        return [];
      };
    const records = createExportedRecords({
      posts: { list: list('posts') },
      broadcasts: { list: list('broadcasts') },
      pages: { list: list('pages') },
      externalRecords: {
        async list(_: string, __: string, { limit }: { readonly limit: number }) {
          limits.set('records', limit);
          return { records: [], readTo: undefined };
        },
      },
    } as unknown as Parameters<typeof createExportedRecords>[0]);
    for (const kind of [
      'posts',
      'trashed-posts',
      'broadcasts',
      'blocks',
      'external-contacts',
      'external-messages',
    ] as const) {
      await records.read('w', kind, null, NOW);
      expect([kind, [...limits.values()]]).toEqual([kind, [20]]);
      limits.clear();
    }
  });
});

describe('the messages in an export', () => {
  it('are all of the workspace, as the API shows them, with their conversations and numbers', async () => {
    const { contacts, conversations, messages } = createMemoryFixture();
    const [contact, number] = [aContact(), newId(NOW)];
    const { workspaceId, id: contactId } = contact;
    await contacts.create(contact, [], aContext());
    let conversation = aConversation({ workspaceId, contactId });
    await conversations.create(conversation, aContext());
    const sent: Message[] = [];
    for (let count = 0; count < 130; count += 1) {
      const createdAt = new Date(NOW.getTime() + count);
      const message = anOutgoingMessage(conversation, { createdAt });
      const after = withMessage(conversation, message, createdAt);
      await messages.add(message, { before: conversation, after }, aContext());
      conversation = after;
      sent.push(message);
    }
    const phone = { id: number, workspaceId, platform: 'sandbox', phone: '+12025550143', state: 'verified' };
    const times = { createdAt: NOW, updatedAt: NOW, verifiedAt: NOW };
    const records = createExportedRecords({
      conversations,
      messages,
      phoneNumbers: { list: async () => [{ ...phone, ...times }] },
    } as unknown as Parameters<typeof createExportedRecords>[0]);
    const first = await records.read(workspaceId, 'messages', null, NOW);
    const second = await records.read(workspaceId, 'messages', first.after, NOW);

    expect([first.records.length, second.records.length, second.after]).toEqual([100, 30, null]);
    expect([...first.records, ...second.records]).toEqual(sent.map(messageView));
    expect(await records.read(workspaceId, 'conversations', null, NOW)).toEqual({
      records: [conversationView(conversation, sent.at(-1))],
      after: null,
    });
    const numbers = await records.read(workspaceId, 'phone-numbers', null, NOW);
    expect(numbers).toMatchObject({ records: [{ id: number, phone: '+12025550143' }], after: null });
    expect(JSON.stringify(numbers)).not.toContain(workspaceId);
  });
});

describe('the files of an export', () => {
  it('are those of the kinds that its creator could read, and nothing else is read', async () => {
    const read = new Set<string>();
    const exporter = anExporter({
      async read(_, resource) {
        read.add(resource);
        return NOTHING;
      },
    });
    const added = await exporter.add(['tags', 'posts', 'domains']);
    await exporter.run();

    const { state, files } = await exporter.find(added);
    expect([state, files.map(({ name }) => name)]).toEqual([
      'completed',
      ['tags-0001.ndjson', 'posts-0001.ndjson', 'domains-0001.ndjson'],
    ]);
    expect([...read]).toEqual(['tags', 'posts', 'domains']);
  });
});

describe('an export that cannot be written', () => {
  it('fails after 8 attempts, and every other export is completed meanwhile', async () => {
    const poisoned = new Set<string>();
    const exporter = anExporter({
      async put(key) {
        if ([...poisoned].some((id) => key.includes(id))) throw new Error('S3 returned 500');
      },
    });
    const bad = await exporter.add();
    poisoned.add(bad.id);
    const good = await exporter.add();
    expect(await exporter.run()).toBeInstanceOf(Error);
    expect((await exporter.find(good)).state).toBe('completed');

    let runs = 1;
    for (; (await exporter.find(bad)).state !== 'failed' && runs < 500; runs += 1) await exporter.run();
    expect(await exporter.find(bad)).toMatchObject({
      state: 'failed',
      failure: 'attempts_exhausted',
      part: null,
    });
    // 1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 minutes, and the run that ends it.
    expect(runs).toBe(184);
    expect(exporter.log.lines.filter(({ code }) => code === 'WORKSPACE_EXPORT_ENDED_EARLY')).toHaveLength(1);
  });

  it('is behind all others even if it kills the process, because the attempt is counted before', async () => {
    const killer: string[] = [];
    const exporter = anExporter({
      // The run never returns, as after an abort of the process.
      read: async (workspaceId) => (killer.includes(workspaceId) ? new Promise(() => undefined) : NOTHING),
    });
    const bad = await exporter.add();
    killer.push(bad.workspaceId);
    const victim = await exporter.add();
    void exporter.run();
    await expect.poll(async () => (await exporter.find(bad)).attempts).toBe(1);
    expect((await exporter.find(victim)).state).toBe('queued');

    await exporter.run();
    expect((await exporter.find(victim)).state).toBe('completed');
  });

  it('fails at its next turn if its list of files is full', () => {
    const file = { name: 'posts-0001.ndjson', run: 'run', records: 1, bytes: 1 };
    const full = {
      ...newExport(randomUUID(), randomUUID(), NOW),
      files: Array.from({ length: 4000 }, () => file),
    };

    expect(atTurn(full, NOW)).toMatchObject({ state: 'failed', failure: 'too_many_files', finishedAt: NOW });
    expect(atTurn({ ...full, files: full.files.slice(1) }, NOW)).toMatchObject({
      state: 'queued',
      attempts: 1,
    });
  });
});

describe('exports of several workspaces', () => {
  it('take turns: a small one is completed in the same run, however large another one is', async () => {
    const large = new Set<string>();
    const exporter = anExporter({
      async read(workspaceId, resource, after) {
        exporter.spend(100);
        if (!large.has(workspaceId) || resource !== 'posts') return NOTHING;
        return { records: [{ body: 'x' }], after: String(Number(after ?? 0) + 1) };
      },
    });
    const endless = await Promise.all([exporter.add(), exporter.add(), exporter.add()]);
    for (const { workspaceId } of endless) large.add(workspaceId);
    const small = await exporter.add();
    await exporter.run();

    expect((await exporter.find(small)).state).toBe('completed');
    for (const each of endless) {
      const { state, attempts, files } = await exporter.find(each);
      expect([state, attempts]).toEqual(['running', 0]);
      expect(files.length).toBeGreaterThan(7);
    }
  });
});
