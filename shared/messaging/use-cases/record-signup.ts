import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { isRecent } from '#shared/messaging/domain/contact-consent.ts';
import { addressesOf } from '#shared/messaging/domain/contact.ts';
import { newSignedUp, type Signup, signedUpAgain } from '#shared/messaging/domain/signed-up-contact.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { recordContactEvents } from './record-contact-events.ts';

/** Attempts while concurrent requests change the contact, or create one with the address. */
const MAX_TRIES = 10;
/** After a lost race, an equal consent from within this time in milliseconds is the one of a concurrent request. */
const SAME_MS = 60_000;

type Dependencies = {
  readonly contacts: Pick<ContactStore, 'find' | 'findByAddress' | 'createBySignup' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly newNonce: () => string;
};

/**
 * Creates a contact with its consent, or adds the consent to the contact with this address, with the event in the same transaction. Of a
 * known contact, nothing else changes: anybody can enter the address of somebody else. Known and unknown addresses take the same number of
 * calls, so that the response time does not tell which addresses the workspace knows.
 * @throws PlatformError `temporarily_unavailable` if other requests change the contact all the time
 */
export async function recordSignup(
  { contacts, endpoints, newNonce }: Dependencies,
  signup: Signup,
  request: Pick<Change, 'operation' | 'requestId'>,
): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      return await record(tries > 1);
    } catch (error) {
      if (!isRace(error)) throw error;
    }
  }
  throw new PlatformError(
    'temporarily_unavailable',
    'The contact is being changed too often. Send it again.',
  );

  async function record(isRetry: boolean): Promise<void> {
    const { workspaceId, email, consent } = signup;
    const now = consent.at;
    const id = newId(now);
    const [address] = addressesOf({ email, phone: null });
    const before = address && (await contacts.findByAddress(workspaceId, address));
    // A known contact is read, so an unknown one is read, too.
    if (!before) await contacts.find(workspaceId, id);
    if (isRetry && before && isRecent(before.consents, consent, SAME_MS)) return;
    const change = before ? signedUpAgain(before, signup) : newSignedUp(id, signup);
    const { requestId } = request;
    const events = await recordContactEvents(endpoints, change, { now, requestId });
    const trace: Change = { actor: { kind: 'system' }, ...request, nonce: newNonce(), at: now };
    const context = { change: trace, idempotencyRecord: null, isRepeatable: true };
    if (before) await contacts.save(before, change.contact, events, context);
    else await contacts.createBySignup(change.contact, events, context);
  }
}

function isRace(error: unknown): boolean {
  if (error instanceof ConcurrentUpdateError) return true;
  return error instanceof PlatformError && error.code === 'contact_exists';
}
