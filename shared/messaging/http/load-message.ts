import { loadBy } from '#shared/platform/http/load-resource.ts';
import { MESSAGE_PARAMS } from './message-access.ts';

/** Finds the message of the path, which this platform manages. @throws PlatformError `message_not_found` */
export const loadMessage = loadBy('message', MESSAGE_PARAMS.message);
