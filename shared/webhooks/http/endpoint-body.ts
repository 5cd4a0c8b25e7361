import * as v from 'valibot';
import { CHANNELS } from '#shared/events/catalogue/channels.ts';
import { EVENT_CODES } from '#shared/events/catalogue/event-codes.ts';
import * as eventsErrors from '#shared/events/errors.ts';
import {
  checkSubscriptions,
  type SubscriptionRequest,
} from '#shared/events/subscriptions/subscription-rules.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { errorOf, ValidationError } from '#shared/platform/core/errors.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { anyObject, jsonObject } from '#shared/platform/core/json-object.ts';
import { SECRET_MEMBER } from '#shared/platform/core/listed-operation.ts';
import type { UrlProblem } from '#shared/platform/core/target-guard.ts';
import { pointerTo } from '#shared/platform/http/read-request.ts';
import { singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';
import {
  checkHeaders,
  HEADER_LIMITS,
  HEADER_NAME,
  HEADER_VALUE,
  RESERVED_HEADERS,
} from '#shared/webhooks/domain/request-headers.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

const MAX_SUBSCRIPTIONS = 200;
const TOO_MANY = issue('too_many_items', `Send at most ${MAX_SUBSCRIPTIONS} subscriptions.`);

/**
 * A subscription. Event names are looked up in the catalogue, which gives a better error than an enum
 * (docs/specification/webhooks.md#subscriptions).
 */
export const eventName = withDescription(
  withTitle('EventName', v.pipe(v.string(), v.metadata({ enum: Object.keys(EVENT_CODES) }))),
  'Name of an event; `listAvailableEvents` returns all names',
);
const channelName = v.pipe(
  v.string(),
  v.metadata({ enum: CHANNELS, default: 'all' }),
  v.description(
    'Only events that happened on this channel; `all`, the default (also for null), includes every channel. Publishing ' +
      'events accept only `all`',
  ),
);

/** `checkFilter` checks the filter after the schema, because the paths depend on the event. */
const filter = v.pipe(
  anyObject,
  v.description(
    'The endpoint receives only events whose `data` matches the filter, such as `{"contact.stage": {"$eq": "vip"}}`. With null, the ' +
      'default, it receives all events. The webhook guide describes the operators',
  ),
);

/** Fields of an endpoint that clients set. The rules of the URL depend on the configuration and are checked after the schema. */
export const endpointFields = {
  name: withDescription(singleLine(1, 100), 'Name of the endpoint'),
  description: v.nullable(
    withDescription(singleLine(0, 280), 'A description for people; null or empty for none'),
  ),
  url: v.pipe(
    v.string(),
    v.trim(),
    v.metadata({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]://.+',
      maxLength: 2048,
      description: 'A public `https` URL with port 443 or a port from 1024',
    }),
  ),
  enabled: withDescription(
    v.boolean(),
    'Whether events are delivered. `createEndpoint` ignores the value: a new endpoint is always paused. ' +
      'In an update, `false` pauses the endpoint and cancels its pending deliveries',
  ),
  asymmetric_signatures: withDescription(
    v.boolean(),
    'Whether deliveries are also signed with an Ed25519 key pair, so that receivers can verify them without the secret. A change applies ' +
      'to the next attempts and cancels no delivery. `false` deletes the key pair, and a later `true` generates another one',
  ),
  subscriptions: v.pipe(
    boundedList(
      withTitle(
        'SubscriptionBody',
        jsonObject({ event: eventName, channel: v.nullish(channelName), filter: v.nullish(filter) }),
      ),
      MAX_SUBSCRIPTIONS,
      TOO_MANY,
    ),
    v.minLength(1, issue('too_few_items', 'Subscribe to at least one event.')),
    v.maxLength(MAX_SUBSCRIPTIONS, TOO_MANY),
    v.description('The events to receive, each optionally limited to one channel and by a filter'),
  ),
  headers: v.nullable(
    v.pipe(
      anyObject,
      v.metadata({
        propertyNames: { pattern: HEADER_NAME.source, maxLength: HEADER_LIMITS.nameLength },
        maxProperties: HEADER_LIMITS.count,
        additionalProperties: { type: 'string', pattern: HEADER_VALUE.source, [SECRET_MEMBER]: true },
        description:
          'Request headers that each request to the endpoint has in addition, such as `Authorization`. Values are encrypted and never ' +
          'returned, so `headers` always replaces all request headers; null or `{}` removes them. Names and values together have at ' +
          `most ${HEADER_LIMITS.bytes} bytes of JSON. Names that differ only in case, or in \`_\` and \`-\`, are the same. ` +
          `Reserved names: ${RESERVED_HEADERS.join(', ')}`,
      }),
    ),
  ),
};

/** Fields that exist only in responses. */
export const READ_ONLY_FIELDS = [
  'id',
  'suspended_reason',
  'products',
  'header_names',
  'secret_hint',
  'public_keys',
  'jwks_url',
  'stats',
  'created_at',
  'updated_at',
];

/** Fields that other operations set (docs/specification.md#fields-of-other-operations). */
export const FIELDS_OWNED_BY = {
  state: {
    use: 'enableEndpoint',
    detail: 'This operation does not set the field. Use enableEndpoint or pauseEndpoint.',
  },
  responsible_member: 'takeOverEndpoint',
  secret: 'rotateSecret',
  secret_rotation: 'rotateSecret',
};

/**
 * Checks the subscriptions, the URL and the headers of a body, and reports all validation errors at once.
 * @throws ValidationError
 */
export function checkEndpointBody(
  requested: readonly SubscriptionRequest[] | undefined,
  urlProblem: UrlProblem | undefined,
  sentHeaders: Readonly<Record<string, unknown>> | null = null,
) {
  const { subscriptions, problems, warnings } = checkSubscriptions(requested ?? []);
  const issues = problems.map(({ index, member, path = [], ...problem }) => ({
    pointer: pointerTo(['subscriptions', String(index), member, ...path]),
    ...problem,
    ...errorOf(problem.code, eventsErrors),
  }));
  const checked = checkHeaders(sentHeaders ?? {});
  const all = [
    ...(urlProblem ? [urlIssue(urlProblem)] : []),
    ...issues,
    ...checked.problems.map(({ name, ...problem }) => ({
      pointer: headerPointer(name),
      ...problem,
      ...errorOf(problem.code, webhooksErrors),
    })),
  ];
  if (all.length > 0) throw new ValidationError(all);
  return { subscriptions, warnings, headers: checked.headers };
}

function headerPointer(name: string | null): string {
  return pointerTo(name === null ? ['headers'] : ['headers', name]);
}

/** The validation error of a URL, with its pointer into the body. */
export function urlIssue({ code, detail }: UrlProblem) {
  return { pointer: '#/url', code, detail };
}
