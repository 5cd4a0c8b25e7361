/** Whether the contact may not have got the message, which a person should see. */
export function isTrouble(status: string): boolean {
  return status === 'failed' || status === 'unknown';
}
