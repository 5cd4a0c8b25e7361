import { blocksResponse } from '#shared/biolinks/http/block-view.ts';
import { domainView } from '#shared/biolinks/http/domain-view.ts';
import { pageView } from '#shared/biolinks/http/page-view.ts';
import { pixelView } from '#shared/biolinks/http/pixel-view.ts';
import type { PageDomainReader } from '#shared/biolinks/ports/page-domain-store.ts';
import type { BlockReader, PageReader } from '#shared/biolinks/ports/page-store.ts';
import type { PixelReader } from '#shared/biolinks/ports/pixel-store.ts';
import { broadcastView } from '#shared/broadcasts/http/broadcast-view.ts';
import type { BroadcastReader } from '#shared/broadcasts/ports/broadcast-store.ts';
import type { RecordType } from '#shared/events/catalogue/record-type.ts';
import { recordView } from '#shared/events/http/record-view.ts';
import type { ExternalRecordReader } from '#shared/events/ports/external-records.ts';
import { mediaView } from '#shared/files/http/media-view.ts';
import type { MediaReader } from '#shared/files/ports/media-store.ts';
import { contactView } from '#shared/messaging/http/contact-view.ts';
import { conversationView } from '#shared/messaging/http/conversation-view.ts';
import { messageView } from '#shared/messaging/http/message-view.ts';
import { phoneNumberView } from '#shared/messaging/http/phone-number-view.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { readSentMessages } from '#shared/messaging/use-cases/read-sent-messages.ts';
import { AUDIT_RETENTION_MS } from '#shared/platform/core/audit-entry.ts';
import type { AuditReader } from '#shared/platform/core/audit-store.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { ExportedResource } from '#shared/privacy/domain/workspace-export.ts';
import type { ExportedRecords } from '#shared/privacy/ports/workspace-exports.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import { listedPostView } from '#shared/publishing/http/post-view.ts';
import { tagView } from '#shared/publishing/http/tag-view.ts';
import type { AccountReader, TagReader } from '#shared/publishing/ports/account-store.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';
import { endpointView } from '#shared/webhooks/http/endpoint-view.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import { auditEventView } from '#shared/workspaces/http/audit-view.ts';
import { keyView } from '#shared/workspaces/http/key-view.ts';
import { memberView } from '#shared/workspaces/http/member-view.ts';
import { workspaceView } from '#shared/workspaces/http/workspace-view.ts';
import type { ManagedKeyReader } from '#shared/workspaces/ports/managed-key-store.ts';
import type { MemberReader } from '#shared/workspaces/ports/member-store.ts';

/** Records of one read. */
const LIMIT = 100;

/** Records of one read of a resource whose records can have 300 KB each, because all records of a read are in memory. */
const LARGE_LIMIT = 20;

export type RecordSources = {
  readonly workspaces: Pick<WorkspaceReader, 'find'>;
  readonly members: MemberReader;
  readonly keys: Pick<ManagedKeyReader, 'list'>;
  readonly endpoints: Pick<EndpointReader, 'list'>;
  readonly accounts: Pick<AccountReader, 'list'>;
  readonly tags: Pick<TagReader, 'list'>;
  readonly media: Pick<MediaReader, 'list'>;
  readonly posts: Pick<PostReader, 'list'>;
  readonly broadcasts: Pick<BroadcastReader, 'list'>;
  readonly contacts: Pick<ContactReader, 'list'>;
  readonly phoneNumbers: Pick<PhoneNumberReader, 'list'>;
  readonly conversations: Pick<ConversationReader, 'list'>;
  readonly messages: Pick<MessageReader, 'listAll' | 'findAll'>;
  readonly externalRecords: Pick<ExternalRecordReader, 'list'>;
  readonly pages: Pick<PageReader, 'list'>;
  readonly blocks: BlockReader;
  readonly domains: Pick<PageDomainReader, 'list'>;
  readonly pixels: Pick<PixelReader, 'list'>;
  readonly audit: AuditReader;
};

type Records = Awaited<ReturnType<ExportedRecords['read']>>;
type Range = { readonly limit: number; readonly after: string | undefined };
type NumberRange = { readonly limit: number; readonly after: number | undefined };

/**
 * The records of an export, by the lists and the views of the API: what the API never returns is never exported. The statistics of
 * endpoints and the addresses of pages depend on the time and the deployment, and are left out.
 */
export function createExportedRecords(from: RecordSources): ExportedRecords {
  return {
    read: (workspaceId, resource, after, now) => readers(workspaceId, now)[resource](after ?? undefined),

    async readMedia(workspaceId, after) {
      const page = { limit: LIMIT, after: after === null ? undefined : Number(after) };
      const found = await from.media.list(workspaceId, page);
      // Any other file has no checked object.
      const media = found.flatMap((file) => (file.state === 'ready' ? [file] : []));
      return { media, after: found.length < LIMIT ? null : String(found.at(-1)?.id) };
    },
  };

  function readers(
    workspaceId: string,
    now: Date,
  ): Readonly<
    Record<Exclude<ExportedResource, 'media-files'>, (after: string | undefined) => Promise<Records>>
  > {
    const posts = (trashed: boolean) => (range: Range) =>
      from.posts.list(workspaceId, { ...range, trashed, order: 'asc' });
    const pages = (range: Range) => from.pages.list(workspaceId, range);
    const external = (type: RecordType) => async (after: string | undefined) => {
      const range = { order: 'asc', limit: LARGE_LIMIT, after } as const;
      const { records, readTo } = await from.externalRecords.list(workspaceId, type, range);
      return { records: records.map(recordView), after: readTo ?? null };
    };
    return {
      async workspace() {
        const workspace = await from.workspaces.find(workspaceId);
        return whole(workspace ? [workspaceView(workspace)] : []);
      },
      members: byId((range) => from.members.list(workspaceId, range), memberView),
      'api-keys': byId((range) => from.keys.list(workspaceId, range), keyView),
      async webhooks() {
        const endpoints = await from.endpoints.list(workspaceId);
        return whole(endpoints.map((endpoint) => withoutUrls(endpointView(endpoint, NO_STATS, now, ''))));
      },
      accounts: byNumber((range) => from.accounts.list(workspaceId, range), accountView),
      tags: byNumber((range) => from.tags.list(workspaceId, range), tagView),
      media: byNumber((range) => from.media.list(workspaceId, range), mediaView),
      posts: byId(posts(false), listedPostView, LARGE_LIMIT),
      'trashed-posts': byId(posts(true), listedPostView, LARGE_LIMIT),
      broadcasts: byId(
        (range) => from.broadcasts.list(workspaceId, { ...range, order: 'asc' }),
        broadcastView,
        LARGE_LIMIT,
      ),
      async contacts(after) {
        const range = { order: 'asc', limit: LIMIT, after } as const;
        const { contacts, readTo } = await from.contacts.list(workspaceId, range);
        return { records: contacts.map(contactView), after: readTo ?? null };
      },
      'external-contacts': external('contact'),
      'external-broadcasts': external('broadcast'),
      async 'phone-numbers'() {
        return whole((await from.phoneNumbers.list(workspaceId)).map(phoneNumberView));
      },
      async conversations(after) {
        const range = { order: 'asc', limit: LIMIT, after } as const;
        const { conversations, readTo } = await from.conversations.list(workspaceId, range);
        const sent = await readSentMessages(from.messages, workspaceId, conversations);
        const records = conversations.map((each) => conversationView(each, sent.get(each.id)));
        return { records, after: readTo ?? null };
      },
      async messages(after) {
        const { messages, readTo } = await from.messages.listAll(workspaceId, { limit: LIMIT, after });
        return { records: messages.map(messageView), after: readTo ?? null };
      },
      'external-conversations': external('conversation'),
      'external-messages': external('message'),
      automations: external('automation'),
      payments: external('payment'),
      bookings: external('booking'),
      orders: external('order'),
      pages: byId(pages, (page) => withoutAddress(pageView(page, ''))),
      async blocks(after) {
        const found = await pages({ limit: LARGE_LIMIT, after });
        const records = await Promise.all(
          found.map(async ({ id }) => ({ page_id: id, ...blocksResponse(await from.blocks.read(id)).body })),
        );
        return { records, after: found.length < LARGE_LIMIT ? null : (found.at(-1)?.id ?? null) };
      },
      domains: byId((range) => from.domains.list(workspaceId, range), domainView),
      pixels: byId((range) => from.pixels.list(workspaceId, range), pixelView),
      async 'audit-events'(after) {
        const since = new Date(now.getTime() - AUDIT_RETENTION_MS);
        const filter = { since, until: now, order: 'asc', limit: LIMIT, after } as const;
        const { entries, next } = await from.audit.list(workspaceId, filter);
        return { records: entries.map(auditEventView), after: next ?? null };
      },
    };
  }
}

const NO_STATS = { lastSuccessAt: null, lastFailureAt: null, consecutiveFailures: 0 };

/** Statistics need a query for each endpoint, and a URL needs the host of the API, which an export does not know. */
function withoutUrls({ stats: _, jwks_url: _url, ...endpoint }: ReturnType<typeof endpointView>) {
  return endpoint;
}

function withoutAddress({ public_url: _, ...page }: ReturnType<typeof pageView>) {
  return page;
}

function whole(records: readonly unknown[]): Records {
  return { records, after: null };
}

function byId<T extends { readonly id: string }>(
  list: (range: Range) => Promise<readonly T[]>,
  view: (one: T) => unknown,
  limit = LIMIT,
) {
  return async (after: string | undefined): Promise<Records> => {
    const found = await list({ limit, after });
    return { records: found.map(view), after: found.length < limit ? null : (found.at(-1)?.id ?? null) };
  };
}

/** Resources that posts reference by integer ids. */
function byNumber<T extends { readonly id: number }>(
  list: (range: NumberRange) => Promise<readonly T[]>,
  view: (one: T) => unknown,
) {
  return async (after: string | undefined): Promise<Records> => {
    const found = await list({ limit: LIMIT, after: after === undefined ? undefined : Number(after) });
    const last = found.at(-1)?.id;
    return { records: found.map(view), after: found.length < LIMIT || !last ? null : String(last) };
  };
}
