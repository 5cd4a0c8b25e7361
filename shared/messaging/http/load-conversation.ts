import { loadBy } from '#shared/platform/http/load-resource.ts';
import { CONVERSATION_PARAMS } from './conversation-access.ts';

/** Finds the conversation of the path, which this platform manages. @throws PlatformError `conversation_not_found` */
export const loadConversation = loadBy('conversation', CONVERSATION_PARAMS.conversation);
