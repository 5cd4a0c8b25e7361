import type { Result } from '#cli/api/connect.ts';
import { isRecord } from '#cli/api/problem.ts';
import { nameOf } from './subscriptions.ts';

type Named = Parameters<typeof nameOf>[0];

/**
 * The result of a request with these subscriptions. Its errors name an event and a path of its filter instead of a pointer such as
 * `#/subscriptions/0/filter/order.total/%24gte`, because a person did not type the positions.
 */
export function namingSubscriptions<Data>(
  result: Result<Data>,
  subscriptions: readonly Named[],
): Result<Data> {
  const { error } = result;
  if (!isRecord(error) || !Array.isArray(error['errors'])) return result;
  const listed: readonly unknown[] = error['errors'];
  const errors = listed.map((each) =>
    isRecord(each) && typeof each['pointer'] === 'string'
      ? { ...each, pointer: placeOf(each['pointer'], subscriptions) }
      : each,
  );
  return { ...result, error: { ...error, errors } };
}

/** The place of a pointer in words; the pointer itself if it does not belong to a subscription. */
function placeOf(pointer: string, subscriptions: readonly Named[]): string {
  const [root, list, index = '', member, ...path] = pointer.split('/');
  const subscription = /^\d{1,3}$/u.test(index) ? subscriptions[Number(index)] : undefined;
  if (root !== '#' || list !== 'subscriptions' || !subscription) return pointer;
  const name = nameOf(subscription);
  if (member !== 'filter') return member === undefined ? name : `${member} of the subscription ${name}`;
  const place = path.map(decoded).join('/');
  return `the filter of ${name}${place === '' ? '' : `, ${place}`}`;
}

/** A part of a JSON Pointer in a fragment of a URL (RFC 6901). */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}
