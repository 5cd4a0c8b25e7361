/** Why a phone number was rejected, and what to do about it. */
const REASONS: Readonly<Record<string, string>> = {
  number_not_found:
    'AWS has no number with this ID in the account of this installation. Disconnect the number and connect it with the right ID.',
  number_differs:
    'The ID belongs to another phone number. Disconnect the number and connect it with the right ID.',
  number_inactive: 'The number is not active at AWS. Ask the operator to activate it, then verify it again.',
  number_untagged:
    'The operator of this installation has not given the number to your workspace. Send the operator the tag below, then verify the number again.',
  number_of_other_workspace:
    'The tag of the number at AWS has the ID of another workspace. Ask the operator of this installation to correct the tag, then verify the number again.',
};

/** What the state of a phone number means for the person; undefined for a verified one. */
export function stateSentence({
  state,
  reason,
}: {
  readonly state: string;
  readonly reason: string | null;
}): string | undefined {
  if (state === 'verified') return undefined;
  if (state === 'unverified') return 'The number neither sends nor receives before it is verified.';
  const known = reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  return known ?? `AWS did not confirm the number (${reason}).`;
}
