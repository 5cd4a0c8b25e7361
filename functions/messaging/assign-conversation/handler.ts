import {
  assignConversation,
  type Assignee,
  type Conversation,
} from '#shared/messaging/domain/conversation.ts';
import { conversationRevision } from '#shared/messaging/http/conversation-view.ts';
import { loadConversation } from '#shared/messaging/http/load-conversation.ts';
import {
  type ConversationStores,
  saveConversationChange,
} from '#shared/messaging/http/save-conversation-change.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { WorkspaceReader } from '#shared/platform/identity/workspace-store.ts';
import type { operation } from './operation.ts';

type Dependencies = ConversationStores & { readonly workspaces: Pick<WorkspaceReader, 'findMember'> };

/** Assigns a conversation to a member and emits its event, or removes the assignment. */
export function createHandler({
  workspaces,
  ...stores
}: Dependencies): OperationHandler<typeof operation, Conversation> {
  return {
    load: (request) => loadConversation(stores.conversations, request),
    revisionOf: conversationRevision,

    async handle(request) {
      const { resource, body, now } = request;
      const assignee = body.member_id === null ? null : await findAssignee(resource, body.member_id);
      return saveConversationChange(stores, request, assignConversation(resource, assignee, now));
    },
  };

  async function findAssignee({ workspaceId }: Conversation, memberId: string): Promise<Assignee> {
    const member = await workspaces.findMember(workspaceId, memberId);
    if (member) return { memberId, name: member.name };
    const detail = 'The workspace has no member with this ID. Use the ID of a member from listMembers.';
    throw new ValidationError([{ pointer: '#/member_id', code: 'member_not_found', detail }]);
  }
}
