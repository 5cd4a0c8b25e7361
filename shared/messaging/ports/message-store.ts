import type { MessagingChannel } from '#shared/events/catalogue/channels.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { Conversation } from '#shared/messaging/domain/conversation.ts';
import type { EnginePlatform } from '#shared/messaging/domain/message-platform.ts';
import type { Message, SentMessage } from '#shared/messaging/domain/message.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';

/** A page of messages in the order of their creation. */
export type MessageRange = {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** The position where the previous page ended. */
  readonly after?: string | undefined;
};

export type MessagePage = {
  readonly messages: readonly Message[];
  /** The position to continue from; undefined at the end. */
  readonly readTo: string | undefined;
};

/** The reads of `MessageStore`, for operations that may not write. */
export type MessageReader = {
  /** The message, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, messageId: string): Promise<Message | undefined>;

  /** Those of these messages that exist, strongly consistent. */
  findAll(workspaceId: string, messageIds: readonly string[]): Promise<readonly Message[]>;

  /** Messages of one conversation, eventually consistent. */
  listOfConversation(workspaceId: string, conversationId: string, range: MessageRange): Promise<MessagePage>;

  /**
   * All messages of the workspace, conversation by conversation, eventually consistent; for exports. A page can be short before the end.
   * While the pages are read, no message is missing, but those of a conversation that changes are listed twice.
   */
  listAll(workspaceId: string, range: Omit<MessageRange, 'order'>): Promise<MessagePage>;

  /** Messages of an engine's channel that are `queued`, oldest first, eventually consistent. */
  listQueued(
    workspaceId: string,
    platform: EnginePlatform,
    range: Omit<MessageRange, 'order'>,
  ): Promise<MessagePage>;
};

/** A message from a contact, with what it creates or changes besides itself. */
export type ReceivedMessage = {
  readonly message: Message;
  readonly contact: {
    readonly before: Contact | undefined;
    readonly after: Contact;
    /** The channel on which the message ends the opt-out that the number of a new contact has kept. */
    readonly optedIn?: MessagingChannel | undefined;
  };
  readonly conversation: { readonly before: Conversation | undefined; readonly after: Conversation };
};

/** Messages whose status changes: those of conversations, of broadcasts, or both. */
export type SentMessages = {
  /** The message, if it belongs to this workspace; strongly consistent. */
  find(workspaceId: string, messageId: string): Promise<SentMessage | undefined>;

  /**
   * Writes a message as it was found if its revision is unchanged, with its events. With events, its contact must be stored: they contain
   * the contact. @throws DuplicateRequestError · ConcurrentUpdateError
   */
  save(
    before: SentMessage,
    after: SentMessage,
    events: readonly RecordedEvent[],
    context: CommandContext,
  ): Promise<void>;
};

/** Messages of workspaces. */
export type MessageStore = MessageReader & {
  /**
   * Adds a message to send, and writes its conversation if the revision of the conversation is unchanged. So nothing is added to a
   * conversation that was closed or erased since it was read.
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  add(
    message: Message,
    conversation: { readonly before: Conversation; readonly after: Conversation },
    context: CommandContext,
  ): Promise<void>;

  /**
   * Writes a message if its revision is unchanged, with its events. With events, its contact must be stored: they contain the contact.
   * @throws DuplicateRequestError · ConcurrentUpdateError
   */
  save(
    before: Message,
    after: Message,
    events: readonly RecordedEvent[],
    context: CommandContext,
  ): Promise<void>;

  /**
   * Claims a message in one transaction, which requires that neither the message nor its contact has changed since they were read. So
   * nothing is claimed after an opt-out. @throws DuplicateRequestError · ConcurrentUpdateError
   */
  claim(before: Message, after: Message, contact: Contact, context: CommandContext): Promise<void>;

  /**
   * Records a message from a contact with its events in one transaction: the message, its contact and its conversation, each new or with
   * an unchanged revision. A new contact is counted, but not limited by the quota. Returns false if the message is recorded already, and
   * then changes nothing.
   * @throws DuplicateRequestError · ConcurrentUpdateError, also if another message of a new contact or for a new conversation was first
   */
  receive(
    received: ReceivedMessage,
    events: readonly RecordedEvent[],
    context: CommandContext,
  ): Promise<boolean>;
};
