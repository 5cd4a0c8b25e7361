import { describe, expect, it } from 'vitest';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { type Field, withDescription, required } from '#shared/events/catalogue/field.ts';
import { listOf, text } from '#shared/events/catalogue/fields.ts';
import { objectOf } from '#shared/events/catalogue/object-field.ts';

/** The kind of each field of an event by its dotted path. */
function kindsOf({ type }: Field, path: string): Record<string, string> {
  if (type.kind === 'object') {
    const members = Object.entries(type.members).map(([name, member]) =>
      kindsOf(member, path === '' ? name : `${path}.${name}`),
    );
    return Object.assign({}, ...members);
  }
  if (type.kind === 'list') return { [path]: `list of ${type.item.type.kind}` };
  return { [path]: type.kind };
}

const kinds: Record<string, string> = Object.assign(
  {},
  ...EVENT_CATALOGUE.map(({ fields }) => kindsOf(fields, '')),
);

/** The paths of all fields of one kind, in the order of the alphabet. */
const pathsOf = (kind: string) =>
  Object.keys(kinds)
    .filter((path) => kinds[path] === kind)
    .toSorted();

describe('the type of a field of the catalogue', () => {
  it('is a choice for identifiers, currencies, directions, channels and constant names', () => {
    expect(pathsOf('choice').filter((path) => !/(^|\.)id$/u.test(path))).toEqual([
      'channel',
      'event',
      'message.direction',
      'order.currency',
      'payment.currency',
    ]);
    expect(pathsOf('text').filter((path) => /(^|\.)id$/u.test(path))).toEqual([]);
  });

  it('is a decimal for amounts of money, and a number for counters and the status of a post', () => {
    expect(pathsOf('decimal')).toEqual(['order.total', 'payment.amount']);
    expect(pathsOf('number')).toEqual([
      'broadcast.failed',
      'broadcast.recipients',
      'broadcast.sent',
      'status',
    ]);
  });

  it('is an instant for each time', () => {
    expect(pathsOf('instant')).toEqual([
      'booking.ends_at',
      'booking.scheduled_at',
      'contact.created_at',
      'message.sent_at',
      'message.status_at',
      'payment.paid_at',
    ]);
  });

  it('is a boolean also for a field that is always true', () => {
    expect(pathsOf('boolean')).toEqual(['deleted', 'to_trash']);
    expect(findEvent('publishing.account.deleted')?.fields.type.members['deleted']?.type.kind).toBe(
      'boolean',
    );
  });

  it('has the items of a list', () => {
    expect(pathsOf('list of text')).toEqual(['contact.tags']);
    expect(pathsOf('list of choice')).toEqual(['ids']);
  });

  it('stays the same in a required or described field', () => {
    for (const field of [text, listOf(text), objectOf({ name: text })]) {
      expect(withDescription(required(field), 'A field').type).toBe(field.type);
    }
  });
});
