import { channel } from 'node:diagnostics_channel';

/** An invocation of a function, as the message of the channel. */
export type Invocation = { readonly operation: string };

/** Each invocation runs with the stores that are bound to this channel, so a test can know which function makes an SDK call. */
export const invocations = channel('local-stack:invocation');
