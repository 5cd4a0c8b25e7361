import { messageText } from './message-text.ts';

/** A job as a message, fair by workspace: a workspace with many jobs does not delay the others. */
export function workspaceMessage(job: { readonly workspaceId: string }) {
  return { MessageBody: messageText(job), MessageGroupId: job.workspaceId };
}
