import type { components, operations } from '#clients/typescript/schema.d.ts';
import type { Page } from '#console/parts/lists/pages.ts';
import { useSigned } from '#console/session/context.ts';
import { bodyOf, dataOf } from '#console/session/problem.ts';
import type { Session } from '#console/session/session.ts';
import { type Loaded, useQuery } from '#console/session/use-query.ts';

export type Conversation = components['schemas']['Conversation'];
export type Message = components['schemas']['Message'];
export type NewMessage = operations['sendMessage']['requestBody']['content']['application/json'];
export type ConversationQuery = NonNullable<operations['listConversations']['parameters']['query']>;
/** A conversation that this platform or another system manages. */
type AnyConversation = operations['getConversation']['responses'][200]['content']['application/json']['data'];

export const CONVERSATIONS = '/api/v1/salesbot/conversations';
/** The first part of the key of a list of conversations among the queries; its filters follow. */
export const CONVERSATIONS_KEY = ['conversations'] as const;
const MESSAGES_PER_PAGE = 50;

/** Reads a conversation and keeps it current. */
export function useConversation(conversation: string, refetchMs: number): Loaded<AnyConversation> {
  const { api } = useSigned().session;
  return useQuery(
    ['conversation', conversation],
    () =>
      dataOf(
        api.GET('/api/v1/salesbot/conversations/{conversation}', { params: { path: { conversation } } }),
      ),
    refetchMs,
  );
}

/** Reads a page of conversations of this platform. A list of external records is another list of the API. */
export async function readConversations(
  { api }: Session,
  query: ConversationQuery,
): Promise<Page<Conversation>> {
  const { data, next_cursor } = await bodyOf(api.GET(CONVERSATIONS, { params: { query } }));
  return { data: data.filter((each) => each.source === 'platform'), next_cursor };
}

/** Reads a page of the messages of a conversation, newest first. */
export function readMessages(
  { api }: Session,
  conversation: string,
  cursor: string | undefined,
): Promise<Page<Message>> {
  const query = {
    order: 'desc' as const,
    limit: MESSAGES_PER_PAGE,
    ...(cursor === undefined ? {} : { cursor }),
  };
  const params = { path: { conversation }, query };
  return bodyOf(api.GET('/api/v1/salesbot/conversations/{conversation}/messages', { params }));
}

/** The path of the API for a conversation. */
export function conversationPath(conversation: string): string {
  return `${CONVERSATIONS}/${encodeURIComponent(conversation)}`;
}
