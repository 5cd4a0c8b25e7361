import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { Conversation, ConversationStatus } from '#shared/messaging/domain/conversation.ts';
import type { MessagePlatform } from '#shared/messaging/domain/message-platform.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** A page of conversations, ordered by their last change. */
export type ConversationRange = {
  readonly status?: ConversationStatus | undefined;
  readonly platform?: MessagePlatform | undefined;
  /** The ID of a member. */
  readonly assignedTo?: string | undefined;
  readonly contactId?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** The position where the previous page ended. */
  readonly after?: string | undefined;
};

export type ConversationPage = {
  readonly conversations: readonly Conversation[];
  /** The position to continue from; undefined at the end. A page can be short before the end. */
  readonly readTo: string | undefined;
};

/** The reads of `ConversationStore`, for operations that may not write. */
export type ConversationReader = {
  /** The conversation, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, conversationId: string): Promise<Conversation | undefined>;

  /** The open conversation of a contact on a platform, if there is one; strongly consistent. */
  findOpen(
    workspaceId: string,
    contactId: string,
    platform: MessagePlatform,
  ): Promise<Conversation | undefined>;

  /** Conversations in the order of their last change, eventually consistent. */
  list(workspaceId: string, range: ConversationRange): Promise<ConversationPage>;
};

/** Conversations of workspaces. A contact has at most one open conversation on a platform. */
export type ConversationStore = ConversationReader & {
  /**
   * Creates an open conversation. @throws PlatformError `conversation_open` if the contact has an open conversation on the platform ·
   * `contact_not_found` if the contact was deleted · DuplicateRequestError · ConcurrentUpdateError
   */
  create(conversation: Conversation, context: CommandContext): Promise<void>;

  /**
   * Writes a conversation if its revision is unchanged, with its events.
   * @param named the contact that the events contain; it must still be stored, because an erasure covers the events until its request
   * @throws PlatformError `conversation_open` if a conversation is
   * reopened while another one of the contact is open on the platform · DuplicateRequestError · ConcurrentUpdateError
   */
  save(
    before: Conversation,
    after: Conversation,
    events: readonly RecordedEvent[],
    context: CommandContext,
    named?: Contact,
  ): Promise<void>;
};
