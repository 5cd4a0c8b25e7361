import { messageText } from './message-text.ts';

/** A job as a message, fair by workspace: one that has much to do delays no other. */
export function workspaceMessage(job: { readonly workspace_id: string }) {
  return { MessageBody: messageText(job), MessageGroupId: job.workspace_id };
}
