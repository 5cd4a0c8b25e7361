import type { components } from '#clients/typescript/schema.d.ts';
import { type ComparedField, plain } from '#console/parts/compared-field.ts';
import { canonicalText } from '#console/screens/webhooks/event-filters/canonical-text.ts';
import {
  type FilterDraft,
  filterDraftOf,
  isComplete,
  type Filter,
  readDraft,
} from '#console/screens/webhooks/event-filters/filter-draft.ts';
import { sentenceOf } from '#console/screens/webhooks/event-filters/filter-sentence.ts';
import { eventName } from '#console/screens/webhooks/event-name.ts';
import {
  changesHeaders,
  type HeaderDraft,
  headersText,
  maskedHeaders,
  namesAfter,
  repeatedName,
  requestedHeaders,
} from './header-draft.ts';

type Endpoint = components['schemas']['Endpoint'];
type Chosen = Pick<Endpoint['subscriptions'][number], 'event' | 'channel'>;

/** A subscription while a person edits it. */
export type DraftSubscription = Chosen & { readonly filter: FilterDraft | null };

/** What a person enters about an endpoint. */
export type EndpointDraft = {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly subscriptions: readonly DraftSubscription[];
  readonly headers: HeaderDraft;
  /** The names of the request headers that the endpoint has. A person replaces all headers, because no value can be read. */
  readonly headerNames: readonly string[];
  readonly isAsymmetric: boolean;
};

/** The fields that the form of an endpoint shows, as pointers of the API. */
export const ENDPOINT_FIELDS = [
  '#/name',
  '#/description',
  '#/url',
  '#/subscriptions',
  '#/headers',
  '#/asymmetric_signatures',
];

/** The fields that an edit compares. The order of subscriptions has no meaning. */
export const COMPARED_FIELDS: readonly ComparedField<EndpointDraft>[] = [
  plain('name', 'Name'),
  plain('url', 'URL'),
  plain('description', 'Description'),
  {
    name: 'subscriptions',
    label: 'Subscriptions',
    textOf: ({ subscriptions }) =>
      requested(subscriptions)
        .map(({ event, channel, filter }) =>
          filter ? `${event} (${channel}) if ${sentenceOf(filter)}` : `${event} (${channel})`,
        )
        .toSorted()
        .join(', '),
  },
  {
    name: 'headers',
    label: 'Request headers',
    textOf: ({ headers, headerNames }) => headersText(headers, headerNames),
  },
  {
    name: 'isAsymmetric',
    label: 'Asymmetric signatures',
    textOf: ({ isAsymmetric }) => (isAsymmetric ? 'on' : 'off'),
  },
];

export const EMPTY_DRAFT: EndpointDraft = {
  name: '',
  description: '',
  url: '',
  subscriptions: [],
  headers: null,
  headerNames: [],
  isAsymmetric: false,
};

export function draftOf({
  name,
  description,
  url,
  subscriptions,
  header_names: headerNames,
  asymmetric_signatures: isAsymmetric,
}: Endpoint): EndpointDraft {
  return {
    name,
    description: description ?? '',
    url,
    subscriptions: subscriptions.map(({ event, channel, filter }) => ({
      event,
      channel,
      filter: filter ? filterDraftOf(filter) : null,
    })),
    headers: null,
    headerNames,
    isAsymmetric,
  };
}

/** Subscriptions as a request has them. A draft with a problem is not sent, so its filter is only a placeholder. */
export function requested(subscriptions: readonly DraftSubscription[]) {
  return subscriptions.map(({ event, channel, filter: draft }) => {
    const filter = requestedFilter(draft);
    return { event: eventName(event), channel, ...(filter ? { filter } : {}) };
  });
}

/** The subscriptions as a preview can use them: without a filter whose text is not JSON, and without conditions that have no value yet. */
export function previewable(subscriptions: readonly DraftSubscription[]): readonly DraftSubscription[] {
  return subscriptions.map((each) => ({ ...each, filter: each.filter && finished(each.filter) }));
}

/** The request of the preview: without values of headers, and without unfinished filters. */
export function previewBody({ url, subscriptions, headers, headerNames, isAsymmetric }: EndpointDraft) {
  const names = namesAfter(headers, headerNames);
  return {
    url,
    subscriptions: requested(previewable(subscriptions)),
    ...(names.length > 0 ? { headers: maskedHeaders(names) } : {}),
    ...(isAsymmetric ? { asymmetric_signatures: true } : {}),
  };
}

/** The request that creates the endpoint. */
export function createBody({ name, url, description, subscriptions, headers, isAsymmetric }: EndpointDraft) {
  const sent = requestedHeaders(headers);
  return {
    name,
    url,
    subscriptions: requested(subscriptions),
    ...(description === '' ? {} : { description }),
    ...(sent ? { headers: sent } : {}),
    ...(isAsymmetric ? { asymmetric_signatures: true } : {}),
  };
}

/** The draft that is kept when the person leaves the form by a link. It has no values of headers. */
export function withoutValues(draft: EndpointDraft): EndpointDraft {
  return { ...draft, headers: draft.headers && draft.headers.map(({ name }) => ({ name, value: '' })) };
}

/** Why the draft cannot be sent; undefined if it can. */
export function problemOf({ subscriptions, headers }: EndpointDraft): string | undefined {
  const repeated = repeatedName(headers);
  if (repeated !== undefined) return `Two headers have the name ${repeated}.`;
  const wrong = subscriptions.find(({ filter }) => filter && 'problem' in readDraft(filter));
  return wrong && `The filter of ${wrong.event} is not valid JSON.`;
}

/** The subscriptions that one list has and the other has not, as the API names them. */
export function missingFrom<S extends Chosen>(other: readonly Chosen[], list: readonly S[]): readonly S[] {
  return list.filter((each) => !other.some((one) => isSame(one, each)));
}

/** The subscriptions of both lists whose filter differs: the new filter, or null if it is removed. */
export function refiltered(
  from: readonly DraftSubscription[],
  to: readonly DraftSubscription[],
): readonly (Chosen & { readonly filter: Filter | null })[] {
  return to.flatMap((each) => {
    const before = from.find((one) => isSame(one, each));
    const filter = requestedFilter(each.filter);
    if (!before || canonicalText(requestedFilter(before.filter)) === canonicalText(filter)) return [];
    return [{ event: each.event, channel: each.channel, filter }];
  });
}

/** The fields of the request: those that differ. */
export function changesOf(from: EndpointDraft, to: EndpointDraft) {
  const subscriptions = requested(to.subscriptions);
  return {
    ...(from.name === to.name ? {} : { name: to.name }),
    ...(from.description === to.description ? {} : { description: to.description }),
    ...(from.url === to.url ? {} : { url: to.url }),
    ...(canonicalText(requested(from.subscriptions)) === canonicalText(subscriptions)
      ? {}
      : { subscriptions }),
    ...(changesHeaders(to.headers, to.headerNames) ? { headers: requestedHeaders(to.headers) ?? null } : {}),
    ...(from.isAsymmetric === to.isAsymmetric ? {} : { asymmetric_signatures: to.isAsymmetric }),
  };
}

/**
 * The list without or with an event for a channel. An event for all channels includes each single one. The filter stays if the new
 * subscription replaces others that all have it.
 */
export function toggled(list: readonly DraftSubscription[], chosen: Chosen): readonly DraftSubscription[] {
  const { event, channel } = chosen;
  if (list.some((each) => isSame(each, chosen))) return list.filter((each) => !isSame(each, chosen));
  const isReplaced = (each: Chosen) => each.event === event && (channel === 'all' || each.channel === 'all');
  const filters = list.filter(isReplaced).map(({ filter }) => filter);
  const isShared = new Set(filters.map((filter) => canonicalText(requestedFilter(filter)))).size === 1;
  return [
    ...list.filter((each) => !isReplaced(each)),
    { event, channel, filter: (isShared ? filters[0] : null) ?? null },
  ];
}

function isSame(one: Chosen, other: Chosen): boolean {
  return one.event === other.event && one.channel === other.channel;
}

function requestedFilter(draft: FilterDraft | null): Filter | null {
  if (!draft) return null;
  const read = readDraft(draft);
  return 'problem' in read ? {} : read.filter;
}

function finished(filter: FilterDraft): FilterDraft | null {
  if ('problem' in readDraft(filter)) return null;
  return { ...filter, conditions: filter.conditions.filter(isComplete) };
}
