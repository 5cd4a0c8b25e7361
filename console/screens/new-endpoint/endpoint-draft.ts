import type { components } from '#clients/typescript/schema.d.ts';
import type { ComparedField } from '#console/parts/compared-field.ts';
import { eventName } from '#console/screens/event-name.ts';

type Endpoint = components['schemas']['Endpoint'];
type Subscription = Endpoint['subscriptions'][number];

/** What a person enters about an endpoint. */
export type EndpointDraft = {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly subscriptions: readonly Subscription[];
};

/** The fields that the form of an endpoint shows, as pointers of the API. */
export const ENDPOINT_FIELDS = ['#/name', '#/description', '#/url', '#/subscriptions'];

/** The fields that an edit compares. The order of subscriptions has no meaning. */
export const COMPARED_FIELDS: readonly ComparedField<EndpointDraft>[] = [
  { name: 'name', label: 'Name', textOf: ({ name }) => name },
  { name: 'url', label: 'URL', textOf: ({ url }) => url },
  { name: 'description', label: 'Description', textOf: ({ description }) => description },
  {
    name: 'subscriptions',
    label: 'Subscriptions',
    textOf: ({ subscriptions }) =>
      subscriptions
        .map(({ event, channel }) => `${event} (${channel})`)
        .toSorted()
        .join(', '),
  },
];

export const EMPTY_DRAFT: EndpointDraft = { name: '', description: '', url: '', subscriptions: [] };

export function draftOf({ name, description, url, subscriptions }: Endpoint): EndpointDraft {
  return { name, description: description ?? '', url, subscriptions };
}

/** Subscriptions as a request has them. */
export function requested(subscriptions: readonly Subscription[]) {
  return subscriptions.map(({ event, channel }) => ({ event: eventName(event), channel }));
}

/** The subscriptions that one list has and the other has not, as the API names them. */
export function missingFrom(
  other: readonly Subscription[],
  list: readonly Subscription[],
): readonly Subscription[] {
  return list.filter(
    ({ event, channel }) => !other.some((each) => each.event === event && each.channel === channel),
  );
}

/** The list without or with an event for a channel. An event for all channels includes each single one. */
export function toggled(
  list: readonly Subscription[],
  { event, channel }: Subscription,
): readonly Subscription[] {
  const isChosen = list.some((each) => each.event === event && each.channel === channel);
  if (isChosen) return list.filter((each) => each.event !== event || each.channel !== channel);
  const replaced = list.filter(
    (each) => each.event !== event || (channel !== 'all' && each.channel !== 'all'),
  );
  return [...replaced, { event, channel }];
}
