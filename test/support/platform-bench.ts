import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Endpoint } from '#shared/domain/endpoints/endpoint.ts';
import type { AnswerStore } from '#shared/domain/ports/answer-store.ts';
import type { DeliveryStore } from '#shared/domain/ports/delivery-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import type { EventStore } from '#shared/domain/ports/event-store.ts';
import type { ApiKeyStore, WorkspaceStore } from '#shared/domain/ports/workspace-store.ts';
import type { Member } from '#shared/domain/workspaces/workspace.ts';
import { createDynamoAnswerStore } from '#shared/store/dynamo-answer-store.ts';
import { createDynamoApiKeyStore } from '#shared/store/dynamo-api-key-store.ts';
import { createDynamoDeliveryStore } from '#shared/store/dynamo-delivery-store.ts';
import { createDynamoEndpointStore } from '#shared/store/dynamo-endpoint-store.ts';
import { createDynamoEventStore } from '#shared/store/dynamo-event-store.ts';
import { createDynamoWorkspaceStore } from '#shared/store/dynamo-workspace-store.ts';
import { directoryKey, memberKey } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { toMemberItem } from '#shared/store/workspace-items.ts';
import { startEmulator } from './emulator.ts';
import { createMemoryAnswerStore } from './memory-answer-store.ts';
import { createMemoryApiKeyStore } from './memory-api-key-store.ts';
import { createMemoryCore, type MemoryCore, withinWorkspace } from './memory-core.ts';
import { createMemoryDeliveryStore } from './memory-delivery-store.ts';
import { createMemoryEndpointStore } from './memory-endpoint-store.ts';
import { createMemoryEventStore } from './memory-event-store.ts';
import { createMemoryWorkspaceStore } from './memory-workspace-store.ts';

/** Every store of the platform over the same data, and what no port can do yet. */
export type PlatformBench = {
  readonly workspaces: WorkspaceStore;
  readonly apiKeys: ApiKeyStore;
  readonly answers: AnswerStore;
  readonly endpoints: EndpointStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  putMember(member: Member): Promise<void>;
  removeMember(member: Pick<Member, 'workspaceId' | 'id'>): Promise<void>;
  /** The part of a delete that another request has done when an edit comes too late. */
  removeFromDirectory(endpoint: Pick<Endpoint, 'workspaceId' | 'id'>): Promise<void>;
  stop(): void;
};

export type MemoryBench = PlatformBench & { readonly core: MemoryCore };

/** The fakes. */
export function createMemoryBench(): MemoryBench {
  const core = createMemoryCore();
  return {
    core,
    workspaces: createMemoryWorkspaceStore(core),
    apiKeys: createMemoryApiKeyStore(core),
    answers: createMemoryAnswerStore(core),
    endpoints: createMemoryEndpointStore(core),
    events: createMemoryEventStore(core),
    deliveries: createMemoryDeliveryStore(),
    async putMember(member) {
      core.members.set(withinWorkspace(member.workspaceId, member.id), member);
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
    answers: createDynamoAnswerStore(core),
    endpoints: createDynamoEndpointStore(core),
    events: createDynamoEventStore(core),
    deliveries: createDynamoDeliveryStore(deliveries),
    async putMember(member) {
      const put = { TableName: core.name, Item: marshall(toMemberItem(member)) };
      await core.client.send(new PutItemCommand(put));
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
