import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { isRecent } from '#shared/messaging/domain/contact-consent.ts';
import { addressesOf } from '#shared/messaging/domain/contact.ts';
import { contactFromSignup, type Signup, withSignup } from '#shared/messaging/domain/signed-up-contact.ts';
import type { ContactStore } from '#shared/messaging/ports/contact-store.ts';
import type { BackOff } from '#shared/platform/core/back-off.ts';
import { type Change, systemChange } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { retryOnConflict } from '#shared/platform/core/retry-on-conflict.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { isContactRace } from './contact-race.ts';
import { recordContactEvents } from './record-contact-events.ts';

/** After a lost race, an equal consent from within this time in milliseconds is the one of a concurrent request. */
const SAME_MS = 60_000;

type Dependencies = {
  readonly contacts: Pick<ContactStore, 'find' | 'findByAddress' | 'createBySignup' | 'save'>;
  readonly endpoints: EndpointDirectory;
  readonly backOff: BackOff;
  readonly newNonce: () => string;
};

/**
 * Creates a contact with its consent, or adds the consent to the contact with this address, with the event in the same transaction. Of a
 * known contact, nothing else changes: anybody can enter the address of somebody else. Known and unknown addresses take the same number of
 * calls, so that the response time does not tell which addresses the workspace knows.
 * @throws PlatformError `temporarily_unavailable` if other requests change the contact all the time
 */
export async function recordSignup(
  { contacts, endpoints, backOff, newNonce }: Dependencies,
  signup: Signup,
  request: Pick<Change, 'operation' | 'requestId'>,
): Promise<void> {
  try {
    await retryOnConflict(backOff, record, { isConflict: isContactRace });
  } catch (error) {
    if (!isContactRace(error)) throw error;
    throw new PlatformError(
      'temporarily_unavailable',
      'The contact is being changed too often. Send it again.',
    );
  }

  async function record(isRetry: boolean): Promise<void> {
    const { workspaceId, email, consent } = signup;
    const now = consent.at;
    const id = newId(now);
    const addresses = addressesOf({ email, phone: null });
    const found = await Promise.all(addresses.map((each) => contacts.findByAddress(workspaceId, each)));
    const before = found.find((each) => each !== undefined);
    // A known contact is read, so an unknown one is read, too.
    if (!before) await contacts.find(workspaceId, id);
    if (isRetry && before && isRecent(before.consents, consent, SAME_MS)) return;
    const change = before ? withSignup(before, signup) : contactFromSignup(id, signup);
    const { requestId } = request;
    const events = await recordContactEvents(endpoints, change, { now, requestId });
    const trace = systemChange(request.operation, { requestId, nonce: newNonce(), at: now });
    const context = { change: trace, idempotencyRecord: null, isRepeatable: true };
    if (before) await contacts.save(before, change.contact, events, context);
    else await contacts.createBySignup(change.contact, events, context);
  }
}
