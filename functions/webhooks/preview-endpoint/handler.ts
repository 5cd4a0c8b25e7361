import { type Channel, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { sampleEnvelope } from '#shared/events/catalogue/event-sample.ts';
import { subscribedProducts } from '#shared/events/subscriptions/subscription-set.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { requireProducts } from '#shared/webhooks/domain/endpoint-access.ts';
import { withRequestHeaders } from '#shared/webhooks/domain/request-headers.ts';
import { checkEndpointBody, urlIssue } from '#shared/webhooks/http/endpoint-body.ts';
import { filterEffectView } from '#shared/webhooks/http/filter-effect-view.ts';
import { publicKeyText } from '#shared/webhooks/http/public-keys.ts';
import type { ConnectionCheck } from '#shared/webhooks/ports/connection-check.ts';
import { type SignatureInput, webhookRequestHeaders } from '#shared/webhooks/sending/signature.ts';
import { generateKeyPair, readPrivateKey } from '#shared/webhooks/sending/signing-key.ts';
import { generateSigningSecret } from '#shared/webhooks/sending/signing-secret.ts';
import { type EffectDependencies, readFilterEffect } from '#shared/webhooks/use-cases/filter-effect.ts';
import type { operation } from './operation.ts';

/** Replaces the values of request headers: responses are stored for repeated requests, and values must not be stored unencrypted. */
const HIDDEN_VALUE = '(your value)';

type Dependencies = EffectDependencies & {
  readonly guard: TargetGuard;
  readonly connection: ConnectionCheck;
  readonly randomBytes: (size: number) => Buffer;
};

/**
 * Checks a URL as a delivery would. Shows deliveries signed with a temporary secret and key pair, and which recent events the filters
 * match. Sends nothing.
 */
export function createHandler({
  guard,
  connection,
  randomBytes,
  ...recorded
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal, body, now, baseUrl }) {
      const { subscriptions, warnings, headers } = checkEndpointBody(
        body.subscriptions,
        guard.checkForm(body.url, baseUrl),
        body.headers,
      );
      requireProducts(principal, subscribedProducts(subscriptions));
      const blocked = await guard.check(body.url);
      if (blocked) throw new ValidationError([urlIssue(blocked)]);

      const secret = generateSigningSecret(randomBytes);
      const pair = body.asymmetric_signatures === true ? generateKeyPair(randomBytes) : null;
      const signers = { secrets: [secret], keys: pair ? [readPrivateKey(pair.privateKey)] : [] };
      const [result, effect] = await Promise.all([
        connection.check(body.url),
        readFilterEffect(recorded, subscriptions, { principal, now }),
      ]);
      const target = result.reachable
        ? { reachable: true, protocol: result.protocol, address: result.address, error: null }
        : { reachable: false, protocol: null, address: null, error: result.error };
      const events = new Map(subscriptions.toReversed().map(({ event, channel }) => [event, channel]));
      const own = headers.map(([name]) => [name, HIDDEN_VALUE] as const);
      const deliveries = [...events].flatMap(([name, channel]) => {
        const shown = preview(name, channel, principal.workspaceId, signers, now);
        return shown ? [{ ...shown, headers: { ...withRequestHeaders(shown.headers, own) } }] : [];
      });
      const publicKey = pair && publicKeyText(pair);
      const effects = { public_key: publicKey, filter_effect: filterEffectView(effect), warnings };
      return {
        status: 200,
        body: { data: { target, deliveries, ...effects }, secret },
      };
    },
  };
}

/** The delivery of the sample of an event, as it would be sent now. */
function preview(
  name: string,
  channel: Channel,
  workspaceId: string,
  signers: Pick<SignatureInput, 'secrets' | 'keys'>,
  now: Date,
) {
  const event = findEvent(name);
  if (!event) return undefined;
  const id = newId(now);
  const body = JSON.stringify(sampleEnvelope(event, { id, workspaceId, occurredAt: now }, channel));
  const headers = webhookRequestHeaders({
    event: name,
    eventId: id,
    deliveryId: deliveryIdFor({ id, recordedAt: now }, workspaceId),
    timestamp: Math.floor(now.getTime() / 1000),
    ...signers,
    body: Buffer.from(body),
  });
  return { event: name, headers, body };
}
