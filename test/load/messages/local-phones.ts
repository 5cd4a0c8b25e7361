import * as v from 'valibot';
import type { LoadStack } from '#bench/load/load-stack.ts';
import { toQueueRecord } from '#local/pollers/queue-message.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';

const numbersSchema = v.object({
  numbers: v.array(
    v.object({
      platform: v.string(),
      phone: v.string(),
      origination_id: v.string(),
      workspace_id: v.string(),
    }),
  ),
});
const phonesSchema = v.object({
  messages: v.array(v.object({ to: v.string(), context: v.record(v.string(), v.string()) })),
});

/** The text number of the demo workspace. */
export async function readNumber(stack: LoadStack): Promise<{ readonly phone: string; readonly id: string }> {
  const response = await fetch(`${stack.latest().phonesUrl}/numbers`);
  const { numbers } = v.parse(numbersSchema, await response.json());
  const number = numbers.find((each) => each.platform === 'sms' && each.workspace_id === stack.workspaceId);
  if (!number) throw new Error('The demo workspace has no number');
  return { phone: number.phone, id: number.origination_id };
}

/** How many copies the fake AWS accepted of each message. It keeps them in a file, so it survives every kill. */
export async function readCopies(stack: LoadStack): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${stack.latest().phonesUrl}/messages?limit=20000`);
  const { messages } = v.parse(phonesSchema, await response.json());
  const copies = new Map<string, number>();
  for (const { context } of messages) {
    const id = context['message'] ?? '';
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  return copies;
}

/** Invokes a function with a job at once. */
export function invoke(
  stack: LoadStack,
  name: string,
  messageId: string,
  job: ScheduledJob,
): Promise<Response> {
  const Attributes = { ApproximateReceiveCount: '1' };
  const record = toQueueRecord({ MessageId: messageId, Attributes, Body: JSON.stringify(job) }, 'arn');
  const url = `${stack.latest().lambdaUrl}/2015-03-31/functions/workspace-dev-${name}/invocations`;
  return fetch(url, { method: 'POST', body: JSON.stringify({ Records: [record] }) });
}
