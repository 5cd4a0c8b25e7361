import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { DispatchRequest } from '#shared/domain/events/dispatch-request.ts';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { AccountRemovals } from '#shared/domain/ports/account-removals.ts';
import type { AccountStore, TagStore } from '#shared/domain/ports/account-store.ts';
import type { AnswerStore } from '#shared/domain/ports/answer-store.ts';
import type { AuditStore } from '#shared/domain/ports/audit-store.ts';
import type { BroadcastStore } from '#shared/domain/ports/broadcast-store.ts';
import type { DeliveryRequests } from '#shared/domain/ports/delivery-requests.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointHealthStore } from '#shared/domain/ports/endpoint-health-store.ts';
import type { ManagedKeyStore } from '#shared/domain/ports/managed-key-store.ts';
import type { MediaStore } from '#shared/domain/ports/media-store.ts';
import type { MemberStore } from '#shared/domain/ports/member-store.ts';
import type { PageDomainStore } from '#shared/domain/ports/page-domain-store.ts';
import type { BlockStore, PageStore, PublicPageStore } from '#shared/domain/ports/page-store.ts';
import type { ParkedDeliveries } from '#shared/domain/ports/parked-deliveries.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import type { ErasureStore } from '#shared/domain/ports/erasure-store.ts';
import type { ErasureWalks } from '#shared/domain/ports/erasure-walks.ts';
import type { EventStore } from '#shared/domain/ports/event-store.ts';
import type { PassKeyStore, UnlockTries } from '#shared/domain/ports/visit-store.ts';
import type { PixelStore } from '#shared/domain/ports/pixel-store.ts';
import type { PostBin } from '#shared/domain/ports/post-bin.ts';
import type { PostStore } from '#shared/domain/ports/post-store.ts';
import type { PublicationStore } from '#shared/domain/ports/publication-store.ts';
import type { RecoveryStore } from '#shared/domain/ports/recovery-store.ts';
import type { SweepStore } from '#shared/domain/ports/sweep-store.ts';
import type { ApiKeyStore, WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { Publication } from '#shared/domain/posts/post.ts';
import type { Member } from '#shared/domain/workspaces/workspace.ts';
import { createDynamoAccountRemovals } from '#shared/store/dynamo-account-removals.ts';
import { createDynamoAccountStore } from '#shared/store/dynamo-account-store.ts';
import { createDynamoAnswerStore } from '#shared/store/dynamo-answer-store.ts';
import { createDynamoAuditStore } from '#shared/store/dynamo-audit-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { readDispatchRecord } from '#shared/store/dispatch-record.ts';
import { createDynamoBlockStore } from '#shared/store/dynamo-block-store.ts';
import { createDynamoBroadcastStore } from '#shared/store/dynamo-broadcast-store.ts';
import { createDynamoDeliveryRequests } from '#shared/store/dynamo-delivery-requests.ts';
import { createDynamoDeliveryStore } from '#shared/store/dynamo-delivery-store.ts';
import { createDynamoEndpointHealth } from '#shared/store/dynamo-endpoint-health.ts';
import { createDynamoManagedKeyStore } from '#shared/store/dynamo-managed-key-store.ts';
import { createDynamoMediaStore } from '#shared/store/dynamo-media-store.ts';
import { createDynamoMemberStore } from '#shared/store/dynamo-member-store.ts';
import { createDynamoPageDomainStore } from '#shared/store/dynamo-page-domain-store.ts';
import { createDynamoPageStore } from '#shared/store/dynamo-page-store.ts';
import { createDynamoPassKeyStore } from '#shared/store/dynamo-pass-key-store.ts';
import { createDynamoPublicPageStore } from '#shared/store/dynamo-public-page-store.ts';
import { createDynamoUnlockTries } from '#shared/store/dynamo-unlock-tries.ts';
import { createDynamoPixelStore } from '#shared/store/dynamo-pixel-store.ts';
import { createDynamoPostBin } from '#shared/store/dynamo-post-bin.ts';
import { createDynamoPostStore } from '#shared/store/dynamo-post-store.ts';
import { createDynamoPublicationStore } from '#shared/store/dynamo-publication-store.ts';
import { createDynamoParkedDeliveries } from '#shared/store/dynamo-parked-deliveries.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoErasureStore } from '#shared/store/dynamo-erasure-store.ts';
import { createDynamoErasureWalks } from '#shared/store/dynamo-erasure-walks.ts';
import { createDynamoEventStore } from '#shared/store/dynamo-event-store.ts';
import { createDynamoRecoveryStore } from '#shared/store/dynamo-recovery-store.ts';
import { createDynamoSweepStore } from '#shared/store/dynamo-sweep-store.ts';
import { createDynamoTagStore } from '#shared/store/dynamo-tag-store.ts';
import { createDynamoWorkspaceStore } from '#shared/store/dynamo-workspace-store.ts';
import { directoryKey, type Key, memberKey, recoveryKey, requestKey } from '#shared/store/keys.ts';
import { toPublicationItem } from '#shared/store/publication-items.ts';
import type { Item, Table } from '#shared/store/table.ts';
import { toMemberItem } from '#shared/store/workspace-items.ts';
import { startEmulator } from './emulator.ts';
import { createMemoryAccountRemovals } from './memory-account-removals.ts';
import { createMemoryAccountStore } from './memory-account-store.ts';
import { createMemoryAnswerStore } from './memory-answer-store.ts';
import { createMemoryAuditStore } from './memory-audit-store.ts';
import { createMemoryApiKeyStore } from './memory-api-key-store.ts';
import { createMemoryBlockStore } from './memory-block-store.ts';
import { createMemoryBroadcastStore } from './memory-broadcast-store.ts';
import {
  createMemoryCore,
  type MemoryCore,
  publicationPlace,
  withinEndpoint,
  withinWorkspace,
} from './memory-core.ts';
import { createMemoryDeliveryRequests } from './memory-delivery-requests.ts';
import {
  createMemoryDeliveryStore,
  type MemoryDeliveries,
  type MemoryLeases,
} from './memory-delivery-store.ts';
import { createMemoryEndpointHealth } from './memory-endpoint-health.ts';
import { createMemoryManagedKeyStore } from './memory-managed-key-store.ts';
import { createMemoryMediaStore } from './memory-media-store.ts';
import { createMemoryMemberStore } from './memory-member-store.ts';
import { createMemoryPageDomainStore } from './memory-page-domain-store.ts';
import { createMemoryPageStore } from './memory-page-store.ts';
import { createMemoryPublicPageStore } from './memory-public-page-store.ts';
import { createMemoryPassKeyStore, createMemoryUnlockTries } from './memory-visit-stores.ts';
import { createMemoryPixelStore } from './memory-pixel-store.ts';
import { createMemoryPostBin } from './memory-post-bin.ts';
import { createMemoryPostStore } from './memory-post-store.ts';
import { createMemoryPublicationStore } from './memory-publication-store.ts';
import { createMemoryParkedDeliveries } from './memory-parked-deliveries.ts';
import { createMemoryEndpointStore } from './memory-endpoint-store.ts';
import { createMemoryErasureStore } from './memory-erasure-store.ts';
import { createMemoryErasureWalks } from './memory-erasure-walks.ts';
import { createMemoryEventStore } from './memory-event-store.ts';
import { createMemoryRecoveryStore } from './memory-recovery-store.ts';
import { createMemorySweepStore } from './memory-sweep-store.ts';
import { createMemoryTagStore } from './memory-tag-store.ts';
import { createMemoryWorkspaceStore } from './memory-workspace-store.ts';
import { createRecordingLog } from './recording-log.ts';

/** Every store of the platform over the same data, and what no port can do yet. */
export type PlatformBench = {
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeyStore;
  readonly members: MemberStore;
  readonly managedKeys: ManagedKeyStore;
  readonly answers: AnswerStore;
  readonly audit: AuditStore;
  readonly erasures: ErasureStore;
  readonly erasureWalks: ErasureWalks;
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly health: EndpointHealthStore;
  readonly deliveries: DeliveryStore;
  readonly parked: ParkedDeliveries;
  readonly requests: DeliveryRequests;
  readonly recoveries: RecoveryStore;
  readonly sweep: SweepStore;
  readonly domains: PageDomainStore;
  readonly pages: PageStore;
  readonly blocks: BlockStore;
  readonly publicPages: PublicPageStore;
  readonly unlockTries: UnlockTries;
  readonly passKeys: PassKeyStore;
  readonly pixels: PixelStore;
  readonly broadcasts: BroadcastStore;
  readonly accounts: AccountStore;
  readonly removals: AccountRemovals;
  readonly tags: TagStore;
  readonly media: MediaStore;
  readonly posts: PostStore;
  readonly bin: PostBin;
  readonly publications: PublicationStore;
  /** What the dispatcher would be told of a requested delivery, if it was written. */
  dispatchOfDelivery(deliveryId: string): Promise<DispatchRequest | undefined>;
  /** The same for a recovery. */
  dispatchOfRecovery(endpointId: string, recoveryId: string): Promise<DispatchRequest | undefined>;
  putMember(member: Member): Promise<void>;
  /** What the publisher writes about a post. */
  putPublication(publication: Publication): Promise<void>;
  removeMember(member: Pick<Member, 'workspaceId' | 'id'>): Promise<void>;
  /** The part of a delete that another request has done when an edit comes too late. */
  removeFromDirectory(endpoint: Pick<Endpoint, 'workspaceId' | 'id'>): Promise<void>;
  stop(): void;
};

export type MemoryBench = PlatformBench & { readonly core: MemoryCore };

/** The fakes. */
export function createMemoryBench(): MemoryBench {
  const core = createMemoryCore();
  const deliveries: MemoryDeliveries = new Map();
  const leases: MemoryLeases = new Map();
  return {
    core,
    workspaces: createMemoryWorkspaceStore(core),
    apiKeys: createMemoryApiKeyStore(core),
    members: createMemoryMemberStore(core),
    managedKeys: createMemoryManagedKeyStore(core),
    answers: createMemoryAnswerStore(core),
    audit: createMemoryAuditStore(core),
    erasures: createMemoryErasureStore(core, deliveries),
    erasureWalks: createMemoryErasureWalks(core),
    endpoints: createMemoryEndpointStore(core),
    events: createMemoryEventStore(core),
    health: createMemoryEndpointHealth(core),
    deliveries: createMemoryDeliveryStore(deliveries, leases),
    parked: createMemoryParkedDeliveries(deliveries, leases),
    requests: createMemoryDeliveryRequests(core, deliveries),
    recoveries: createMemoryRecoveryStore(core),
    sweep: createMemorySweepStore(core, deliveries),
    domains: createMemoryPageDomainStore(core),
    pages: createMemoryPageStore(core),
    blocks: createMemoryBlockStore(core),
    publicPages: createMemoryPublicPageStore(core),
    unlockTries: createMemoryUnlockTries(),
    passKeys: createMemoryPassKeyStore(),
    pixels: createMemoryPixelStore(core),
    broadcasts: createMemoryBroadcastStore(core),
    accounts: createMemoryAccountStore(core),
    removals: createMemoryAccountRemovals(core),
    tags: createMemoryTagStore(core),
    media: createMemoryMediaStore(core),
    posts: createMemoryPostStore(core),
    publications: createMemoryPublicationStore(core),
    bin: createMemoryPostBin(core),
    async dispatchOfDelivery(deliveryId) {
      const job = core.requests.get(deliveryId);
      return job && { kind: 'delivery', job };
    },
    async dispatchOfRecovery(endpoint_id, recovery_id) {
      const isKnown = core.recoveries.has(withinEndpoint(endpoint_id, recovery_id));
      return isKnown ? { kind: 'recovery', job: { endpoint_id, recovery_id } } : undefined;
    },
    async putMember(member) {
      core.members.set(withinWorkspace(member.workspaceId, member.id), member);
    },
    async putPublication(publication) {
      core.publications.set(publicationPlace(publication), publication);
    },
    async removeMember({ workspaceId, id }) {
      core.members.delete(withinWorkspace(workspaceId, id));
    },
    async removeFromDirectory({ workspaceId, id }) {
      core.directories.get(workspaceId)?.delete(id);
    },
    stop() {},
  };
}

/** The adapters over given tables. */
export function createDynamoBench(core: Table, deliveries: Table): PlatformBench {
  return {
    workspaces: createDynamoWorkspaceStore(core),
    apiKeys: createDynamoApiKeyStore(core),
    members: createDynamoMemberStore(core),
    managedKeys: createDynamoManagedKeyStore(core),
    answers: createDynamoAnswerStore(core),
    audit: createDynamoAuditStore(core),
    erasures: createDynamoErasureStore(core, deliveries),
    erasureWalks: createDynamoErasureWalks(core, deliveries),
    endpoints: createDynamoEndpointStore(core),
    events: createDynamoEventStore(core),
    health: createDynamoEndpointHealth(core),
    deliveries: createDynamoDeliveryStore(deliveries),
    parked: createDynamoParkedDeliveries(deliveries),
    requests: createDynamoDeliveryRequests(core, deliveries),
    recoveries: createDynamoRecoveryStore(core),
    sweep: createDynamoSweepStore(core, deliveries),
    domains: createDynamoPageDomainStore(core),
    pages: createDynamoPageStore(core),
    blocks: createDynamoBlockStore(core),
    publicPages: createDynamoPublicPageStore(core),
    unlockTries: createDynamoUnlockTries(core),
    passKeys: createDynamoPassKeyStore(core),
    pixels: createDynamoPixelStore(core),
    broadcasts: createDynamoBroadcastStore(core),
    accounts: createDynamoAccountStore(core),
    removals: createDynamoAccountRemovals(core),
    tags: createDynamoTagStore(core),
    media: createDynamoMediaStore(core),
    posts: createDynamoPostStore(core),
    publications: createDynamoPublicationStore(core),
    bin: createDynamoPostBin(core, createRecordingLog()),
    dispatchOfDelivery: (deliveryId) => dispatchOf(core, requestKey(deliveryId)),
    dispatchOfRecovery: (endpointId, recoveryId) => dispatchOf(core, recoveryKey(endpointId, recoveryId)),
    async putMember(member) {
      const put = { TableName: core.name, Item: marshall(toMemberItem(member)) };
      await core.client.send(new PutItemCommand(put));
    },
    async putPublication(publication) {
      const Item = marshall(toPublicationItem(publication), { removeUndefinedValues: true });
      await core.client.send(new PutItemCommand({ TableName: core.name, Item }));
    },
    async removeMember({ workspaceId, id }) {
      const key = { TableName: core.name, Key: marshall(memberKey(workspaceId, id)) };
      await core.client.send(new DeleteItemCommand(key));
    },
    async removeFromDirectory({ workspaceId, id }) {
      await core.client.send(
        new UpdateItemCommand({
          TableName: core.name,
          Key: marshall(directoryKey(workspaceId)),
          UpdateExpression: 'REMOVE endpoints.#id',
          ExpressionAttributeNames: { '#id': id },
        }),
      );
    },
    stop() {},
  };
}

/** Reads an item as the dispatcher reads it from the stream. */
async function dispatchOf(core: Table, key: Key): Promise<DispatchRequest | undefined> {
  const item = await core.get(key);
  return item && readDispatchRecord(insertOf(item));
}

/** The stream's record of an inserted item. */
export function insertOf(item: Item, SequenceNumber = '1'): DynamoDBRecord {
  const image = marshall(item, { removeUndefinedValues: true });
  // The SDK and aws-lambda describe the same attribute values by two types.
  const NewImage = image as NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;
  return { eventName: 'INSERT', dynamodb: { SequenceNumber, NewImage } };
}

async function startDynamoBench(): Promise<PlatformBench> {
  const emulator = await startEmulator();
  return { ...createDynamoBench(emulator.core, emulator.deliveries), stop: emulator.stop };
}

/** What a contract suite runs on. */
export const PLATFORM_BENCHES: readonly {
  readonly name: string;
  readonly start: () => Promise<PlatformBench>;
}[] = [
  { name: 'in memory', start: async () => createMemoryBench() },
  { name: 'on DynamoDB', start: startDynamoBench },
];
