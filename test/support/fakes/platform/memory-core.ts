import type { PageBlocks } from '#shared/biolinks/domain/block.ts';
import type { PageDay } from '#shared/biolinks/domain/page-day.ts';
import type { PageDomain } from '#shared/biolinks/domain/page-domain.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import type { Pixel } from '#shared/biolinks/domain/pixel.ts';
import type { BroadcastEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { RunState } from '#shared/broadcasts/domain/run-state.ts';
import type { DedupeClaim } from '#shared/events/ports/event-store.ts';
import type { Erasure } from '#shared/events/recording/erasure.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { ExternalRecord } from '#shared/events/records/external-record.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import type { Media } from '#shared/files/domain/media.ts';
import type { ContactImport, Rejection } from '#shared/messaging/domain/contact-import.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { ListMember } from '#shared/messaging/domain/list-member.ts';
import type { StatusNews } from '#shared/messaging/domain/message-progress.ts';
import type { Message } from '#shared/messaging/domain/message.ts';
import type { PhoneNumber } from '#shared/messaging/domain/phone-number.ts';
import type { AuditEntry } from '#shared/platform/core/audit-entry.ts';
import type { CommandContext, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { DuplicateRequestError } from '#shared/platform/core/errors.ts';
import type { Calendar } from '#shared/platform/identity/calendar.ts';
import type { ApiKey, Member, Workspace } from '#shared/platform/identity/workspace.ts';
import type { WorkspaceExport } from '#shared/privacy/domain/workspace-export.ts';
import type { AccountRemoval } from '#shared/publishing/domain/account-removal.ts';
import type { Account, Tag } from '#shared/publishing/domain/account.ts';
import type { PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import type { OAuthApp } from '#shared/publishing/domain/oauth/oauth-app.ts';
import type { Post, Publication } from '#shared/publishing/domain/post.ts';
import type { PostingQueue } from '#shared/publishing/domain/posting-queue.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryTarget, Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { Observation } from '#shared/webhooks/domain/notification-message.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import type { Recovery } from '#shared/webhooks/domain/recovery.ts';
import type { RotationNotice } from '#shared/webhooks/ports/secret-rotations.ts';
import type { WorkspaceDeletion } from '#shared/workspaces/domain/workspace-deletion.ts';

/** The content of the core table, in maps. Stores over one core see each other's writes, as on the table. */
export type MemoryCore = {
  readonly workspaces: Map<string, Workspace>;
  /** Calendars by workspace. */
  readonly calendars: Map<string, Calendar>;
  readonly members: Map<string, Member>;
  readonly apiKeys: Map<string, ApiKey>;
  readonly directories: Map<string, Map<string, DirectoryEntry>>;
  readonly endpoints: Map<string, Endpoint>;
  readonly targets: Map<string, DeliveryTarget>;
  readonly events: Map<string, RecordedEvent>;
  /** Jobs of requested deliveries, by delivery, which the stream dispatches. */
  readonly requests: Map<string, DeliveryJob>;
  /** Recoveries by endpoint and id, in the format of `withinEndpoint`. */
  readonly recoveries: Map<string, Recovery>;
  /** Notification targets by workspace and id, in the format of `withinWorkspace`. */
  readonly notificationTargets: Map<string, NotificationTarget>;
  /** Requested tests of notification targets, which the stream dispatches, by the id of the notification. */
  readonly requestedTests: Map<string, Observation>;
  /** By address, until when it is not asked again; by workspace and day, how many confirmations were requested. */
  readonly confirmationLimits: Map<string, number>;
  /** Planned notices about rotations by endpoint, which are in the delivery table. */
  readonly rotationNotices: Map<string, RotationNotice>;
  readonly pages: Map<string, Page>;
  /** Blocks by page; they have no owner once the page is deleted. */
  readonly blocks: Map<string, PageBlocks>;
  /** Domains by workspace and id, in the format of `withinWorkspace`. */
  readonly domains: Map<string, PageDomain>;
  /** Tracking pixels, likewise. */
  readonly pixels: Map<string, Pixel>;
  /** Counts of pages by page and day. */
  readonly pageDays: Map<string, { readonly day: PageDay; readonly version: string }>;
  /** When each message about a visit was counted, by page and digest. */
  readonly countedMessages: Map<string, Date>;
  /** Slugs by domain, in the format of `slugPlace`: the page of each slug, and how it was assigned. */
  readonly slugs: Map<string, { readonly pageId: string; readonly moved: boolean }>;
  /** Social accounts and tags by workspace and number, in the format of `withinWorkspace`. */
  readonly accounts: Map<string, Account>;
  readonly tags: Map<string, Tag>;
  /** The accounts that have claimed an identity, by workspace, network and identity. */
  readonly accountClaims: Map<string, Account>;
  /** Removals of accounts, by workspace and UUID. */
  readonly accountRemovals: Map<string, AccountRemoval>;
  /** Removals of posts from networks, by workspace and post. */
  readonly postRemovals: Map<string, PostRemoval>;
  /** Apps of workspaces at networks, by workspace and network. */
  readonly oauthApps: Map<string, OAuthApp>;
  /** Connections that were completed, by workspace and flow. */
  readonly connectClaims: Set<string>;
  /** Ends of the leases for the renewal of tokens, by workspace and account. */
  readonly tokenLeases: Map<string, Date>;
  /** Files of the media library, likewise. */
  readonly media: Map<string, Media>;
  /** The last number assigned to a kind of resource, by workspace and kind. */
  readonly lastNumbers: Map<string, number>;
  readonly posts: Map<string, Post>;
  /** By workspace. */
  readonly postingQueues: Map<string, PostingQueue>;
  /** Publications by post, run and account, in the format of `publicationPlace`. */
  readonly publications: Map<string, Publication>;
  readonly broadcasts: Map<string, Broadcast>;
  /** The progress of broadcasts that the platform sends, by broadcast. */
  readonly broadcastRuns: Map<string, RunState>;
  /** By broadcast. */
  readonly broadcastEstimates: Map<string, BroadcastEstimate>;
  /** By the ID of the message, in the format of `recipientMessageId`. */
  readonly recipients: Map<string, Recipient>;
  /** The next free slots of numbers, in the format of `withinWorkspace`. */
  readonly sendRates: Map<string, Date>;
  /** Contacts by workspace and id, in the format of `withinWorkspace`. */
  readonly contacts: Map<string, Contact>;
  /** By workspace and phone number. */
  readonly keptOptOuts: Map<string, Contact['optOuts']>;
  /** Conversations and messages, likewise. */
  readonly conversations: Map<string, Conversation>;
  readonly messages: Map<string, Message>;
  /** What is known about an id of a provider, by provider and id. */
  readonly receipts: Map<string, KnownReceipts>;
  /** Phone numbers, likewise. */
  readonly phoneNumbers: Map<string, PhoneNumber>;
  /** Imports of contacts with their rejected lines, likewise. */
  readonly contactImports: Map<
    string,
    { readonly imported: ContactImport; readonly rejections: readonly Rejection[] }
  >;
  /** Members of uploaded lists, in the format of `listMemberPlace`. */
  readonly listMembers: Map<string, ListMember>;
  /** Records of other systems by workspace, type and id. */
  readonly externalRecords: Map<string, ExternalRecord>;
  readonly claims: Map<string, DedupeClaim & { readonly expiresAt: Date }>;
  readonly responses: Map<string, IdempotencyRecord>;
  readonly erasures: Map<string, Erasure>;
  /** Hashes of the contacts of redacted events, by event. */
  readonly redacted: Map<string, string>;
  /** The number of resources that count towards a quota, by workspace and kind. */
  readonly quotas: Map<string, number>;
  /** Entries of the audit log by id. */
  readonly audit: Map<string, AuditEntry>;
  /** Requested deletions by workspace. */
  readonly deletions: Map<string, WorkspaceDeletion>;
  /** Exports by workspace and id, in the format of `withinWorkspace`. */
  readonly exports: Map<string, WorkspaceExport>;
  /**
   * Executed commands: the same command again is the retry after a lost response
   * (docs/failure-histories.md#lost-response-of-a-write).
   */
  readonly nonces: Set<string>;
};

/** The message of an id that a provider gave, and the receipts that arrived before the id was known. */
export type KnownReceipts = {
  readonly message: { readonly workspaceId: string; readonly messageId: string } | undefined;
  readonly news: readonly StatusNews[];
};

export function createMemoryCore(): MemoryCore {
  return {
    workspaces: new Map(),
    calendars: new Map(),
    members: new Map(),
    apiKeys: new Map(),
    directories: new Map(),
    endpoints: new Map(),
    targets: new Map(),
    events: new Map(),
    requests: new Map(),
    recoveries: new Map(),
    notificationTargets: new Map(),
    requestedTests: new Map(),
    confirmationLimits: new Map(),
    rotationNotices: new Map(),
    pages: new Map(),
    blocks: new Map(),
    domains: new Map(),
    pixels: new Map(),
    pageDays: new Map(),
    countedMessages: new Map(),
    slugs: new Map(),
    accounts: new Map(),
    tags: new Map(),
    accountClaims: new Map(),
    accountRemovals: new Map(),
    postRemovals: new Map(),
    oauthApps: new Map(),
    connectClaims: new Set(),
    tokenLeases: new Map(),
    media: new Map(),
    lastNumbers: new Map(),
    posts: new Map(),
    postingQueues: new Map(),
    publications: new Map(),
    broadcasts: new Map(),
    broadcastRuns: new Map(),
    broadcastEstimates: new Map(),
    recipients: new Map(),
    sendRates: new Map(),
    contacts: new Map(),
    keptOptOuts: new Map(),
    conversations: new Map(),
    messages: new Map(),
    receipts: new Map(),
    phoneNumbers: new Map(),
    contactImports: new Map(),
    listMembers: new Map(),
    externalRecords: new Map(),
    claims: new Map(),
    responses: new Map(),
    erasures: new Map(),
    redacted: new Map(),
    quotas: new Map(),
    audit: new Map(),
    deletions: new Map(),
    exports: new Map(),
    nonces: new Set(),
  };
}

/**
 * Executes a command atomically: `write` must check everything before its first change. A stored idempotent response takes
 * precedence.
 */
export function commitInMemory(
  core: MemoryCore,
  { change, idempotencyRecord }: CommandContext,
  write: () => void,
): void {
  if (core.nonces.has(change.nonce)) return;
  const answered = idempotencyRecord && core.responses.get(idempotencyRecord.id);
  if (answered && answered.expiresAt > change.at) throw new DuplicateRequestError('Answered before');
  write();
  if (idempotencyRecord) core.responses.set(idempotencyRecord.id, idempotencyRecord);
  core.nonces.add(change.nonce);
}

/** Key of what is unique within a workspace only. */
export function withinWorkspace(workspaceId: string, key: string): string {
  return `${workspaceId}/${key}`;
}

/** Key of a member of a list. */
export function listMemberPlace({ importId, contactId }: Pick<ListMember, 'importId' | 'contactId'>): string {
  return `${importId}/${contactId}`;
}

/** Key of what is stored under its endpoint. */
export function withinEndpoint(endpointId: string, id: string): string {
  return `${endpointId}/${id}`;
}

/** Key of a slug on a domain. */
export function slugPlace(domainId: string, slug: string): string {
  return `${domainId}/${slug}`;
}

/** Key of a post's publication. */
export function publicationPlace(publication: Pick<Publication, 'postId' | 'run' | 'accountId'>): string {
  return `${publication.postId}/${publication.run}/${publication.accountId}`;
}
