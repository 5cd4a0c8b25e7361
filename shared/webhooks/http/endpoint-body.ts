import * as v from 'valibot';
import { CHANNELS, EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { InvalidContentError } from '#shared/platform/core/errors.ts';
import type { UrlProblem } from '#shared/platform/core/target-guard.ts';
import {
  checkSubscriptions,
  type SubscriptionRequest,
} from '#shared/events/subscriptions/subscription-rules.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

const MAX_SUBSCRIPTIONS = 200;

/** An event to choose. Names are looked up in the catalogue, which says more of a wrong one than a list could (G82, G84). */
export const eventName = described(
  named('EventName', v.pipe(v.string(), v.metadata({ enum: EVENT_CATALOGUE.map(({ name }) => name) }))),
  'Name of an event: see `listAvailableEvents`',
);
const channelName = v.pipe(
  v.string(),
  v.metadata({ enum: CHANNELS, default: 'all' }),
  v.description('Only events on this channel; `all` is all that publishing events take'),
);

/** Settable members of an endpoint (G81). The URL's own rules depend on configuration and follow the schema. */
export const endpointFields = {
  name: described(singleLine(1, 100), 'What the workspace calls it'),
  description: v.nullable(described(singleLine(0, 280), 'A note for people; null or empty for none')),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.metadata({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]://.+',
      maxLength: 2048,
      description: 'A public https address, port 443 or from 1024 on',
    }),
  ),
  enabled: described(
    v.boolean(),
    'The switch. A new endpoint is paused whatever it says; false cancels what is queued',
  ),
  subscriptions: v.pipe(
    v.array(named('SubscriptionBody', jsonObject({ event: eventName, channel: v.optional(channelName) }))),
    v.minLength(1, 'too_few_items: Subscribe to at least one event.'),
    v.maxLength(MAX_SUBSCRIPTIONS, `too_many_items: Send at most ${MAX_SUBSCRIPTIONS} subscriptions.`),
    v.description('The events it gets, each with a channel if it is to be limited to one'),
  ),
};

/** Members that only answers have. */
export const READ_ONLY_FIELDS = [
  'id',
  'state',
  'suspended_reason',
  'products',
  'responsible_member',
  'secret',
  'secret_hint',
  'secret_rotation',
  'stats',
  'created_at',
  'updated_at',
];

/**
 * What a body's subscriptions and URL come to, with every finding about either at once.
 * @throws InvalidContentError
 */
export function checkEndpointBody(
  requested: readonly SubscriptionRequest[] | undefined,
  urlProblem: UrlProblem | undefined,
) {
  const { subscriptions, problems, warnings } = checkSubscriptions(requested ?? []);
  const findings = problems.map(({ index, member, ...problem }) => ({
    pointer: `#/subscriptions/${index}/${member}`,
    ...problem,
  }));
  if (urlProblem) throw new InvalidContentError([urlFinding(urlProblem), ...findings]);
  if (findings.length > 0) throw new InvalidContentError(findings);
  return { subscriptions, warnings };
}

/** The refusal of a URL, at its place in the body. */
export function urlFinding({ code, detail }: UrlProblem) {
  return { pointer: '#/url', code, detail };
}
