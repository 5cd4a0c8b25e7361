import { type Recipient, recipientMessageId } from '#shared/broadcasts/domain/recipient.ts';

/** The behaviour of a contact that has opted out, for which the provider is not asked. */
export const OPTED_OUT_BEFORE = 'opted-out-before';

/** What is wrong with the outcome of a recipient: a text for each recipient that got two copies, or none without a reason. */
export function judgeRecipient(
  recipient: Recipient | undefined,
  copies: ReadonlyMap<string, number>,
  behaviour: string,
): string[] {
  if (!recipient) return [`${behaviour}: the contact is no recipient`];
  const count = copies.get(recipientMessageId(recipient)) ?? 0;
  const { status, reason } = recipient;
  const outcome = `${behaviour}: ${count} copies, ${status}, ${String(reason)}`;
  return isRight({ status, reason, count }, behaviour) ? [] : [outcome];
}

function isRight(
  { status, reason, count }: Pick<Recipient, 'status' | 'reason'> & { readonly count: number },
  behaviour: string,
): boolean {
  if (count > 1) return false;
  switch (status) {
    case 'skipped':
      return count === 0 && behaviour === OPTED_OUT_BEFORE && reason === 'opted_out';
    // An interrupted request has an unknown result: its copy may have gone out.
    case 'unknown':
      return reason === 'result_unknown';
    case 'failed':
      return (
        reason !== null &&
        (count === 0 ? ['opted-out', 'rejected'].includes(behaviour) : behaviour === 'failed')
      );
    case 'sent':
      return count === 1 && behaviour === 'silent';
    case 'delivered':
      return count === 1 && !['silent', 'failed', OPTED_OUT_BEFORE].includes(behaviour);
    default:
      return false;
  }
}
