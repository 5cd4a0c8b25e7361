import { describe, expect, it } from 'vitest';
import {
  fieldsOf,
  operandTypeOf,
  operatorsOf,
} from '#console/screens/webhooks/event-filters/event-fields.ts';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { eventJsonSchema } from '#shared/events/catalogue/event-json-schema.ts';
import { operatorsOf as acceptedBy } from '#shared/events/subscriptions/filter-operators.ts';
import { findField, itemType } from '#shared/events/subscriptions/filter-path.ts';

function fieldsIn(name: string) {
  const event = findEvent(name);
  return event ? fieldsOf({ schema: { ...eventJsonSchema(event) } }) : [];
}

describe('the fields of an event', () => {
  it.each(EVENT_CATALOGUE)('of $name exist, and accept the operators that are offered', (event) => {
    const fields = fieldsIn(event.name);

    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const type = findField(event, field.path)?.field.type;
      expect(type, field.path).toBeDefined();
      if (!type) continue;
      expect(field.kind, field.path).toBe(itemType(type).kind);
      expect(acceptedBy(type)).toEqual(
        expect.arrayContaining(operatorsOf(field).map((name) => name.replace(/ .*/u, ''))),
      );
    }
  });

  it('have dotted paths, also through lists', () => {
    const paths = fieldsIn('salesbot.store.order_paid').map(({ path }) => path);

    expect(paths).toEqual(expect.arrayContaining(['contact', 'contact.stage', 'order.total']));
    expect(paths).not.toContain('event');
  });

  it('are lists or have a closed set of values', () => {
    const tags = fieldsIn('salesbot.store.order_paid').find(({ path }) => path === 'contact.tags');
    const direction = fieldsIn('salesbot.message.received').find(({ path }) => path === 'message.direction');

    expect(tags).toMatchObject({ isList: true, kind: 'text' });
    expect(direction?.choices).toEqual(['in', 'out']);
  });

  it('have values of a JSON type', () => {
    const [account] = fieldsIn('publishing.post.scheduled');
    expect(account && operandTypeOf(account)).toBeTypeOf('string');
    expect(operandTypeOf({ path: '', kind: 'decimal', isList: false, choices: [], description: '' })).toBe(
      'string',
    );
  });

  it('are none for a schema of another form', () => {
    expect(fieldsOf({ schema: {} })).toEqual([]);
  });
});
