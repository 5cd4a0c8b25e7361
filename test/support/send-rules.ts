import * as v from 'valibot';
import { deliveryJobSchema } from '#shared/domain/delivery/delivery-job.ts';

/** SQS delays a message at most this long; the local queue takes more. */
export const LONGEST_DELAY_SECONDS = 900;

const entrySchema = v.object({
  MessageBody: v.string(),
  DelaySeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_DELAY_SECONDS))),
  MessageGroupId: v.optional(v.string()),
});

const MOST_ENTRIES = 10;
const MOST_BYTES = 1024 * 1024;

/** Refuses what SQS would refuse and the emulator takes, and a delivery job without its fair-queue group. */
export function checkSends(command: string, input: object): void {
  if (command === 'SendMessage') checkEntries([input]);
  if (command === 'SendMessageBatch')
    checkEntries(v.parse(v.object({ Entries: v.array(v.looseObject({})) }), input).Entries);
}

function checkEntries(entries: readonly object[]): void {
  const parsed = v.safeParse(v.pipe(v.array(entrySchema), v.maxLength(MOST_ENTRIES)), entries);
  if (!parsed.success) throw new BrokenSendRuleError(v.summarize(parsed.issues));
  const bytes = parsed.output.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
  if (bytes > MOST_BYTES) throw new BrokenSendRuleError(`${bytes} bytes in one request`);
  for (const { MessageBody, MessageGroupId } of parsed.output) {
    const job = v.safeParse(v.pipe(v.string(), v.parseJson(), deliveryJobSchema), MessageBody);
    if (job.success && MessageGroupId !== job.output.endpoint_id) {
      throw new BrokenSendRuleError('A delivery job without its endpoint as MessageGroupId');
    }
  }
}

/** A send that the real queue would refuse, or that would be unfair there. */
export class BrokenSendRuleError extends Error {
  override readonly name = 'BrokenSendRuleError';
}
