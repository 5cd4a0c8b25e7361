import { describe, expect, it } from 'vitest';
import { EXAMPLE_ENDPOINTS } from '#local/example/example-endpoints.ts';
import { exampleEvents } from '#local/example/example-events.ts';

describe('exampleEvents', () => {
  const events = exampleEvents();
  const subscribed = new Set(
    Object.values(EXAMPLE_ENDPOINTS)
      .filter(({ enabled }) => enabled)
      .flatMap(({ subscriptions }) => subscriptions.map(({ event }): string => event)),
  );

  it('are some hundred events of many kinds, some of which match no enabled endpoint', () => {
    expect(events.length).toBeGreaterThan(100);
    expect(new Set(events.map(({ event }) => event)).size).toBeGreaterThan(12);
    expect(events.some(({ event }) => !subscribed.has(event))).toBe(true);
  });

  it('have every event to which an endpoint subscribes', () => {
    const names = new Set(events.map(({ event }): string => event));

    expect([...subscribed].filter((name) => !names.has(name))).toEqual([]);
  });

  it('are the same at every start, so that an interrupted start can continue', () => {
    expect(exampleEvents()).toEqual(events);
  });

  it('are about the same contacts and other orders in an earlier round', () => {
    const earlier = exampleEvents(-1);
    const idsOf = (list: typeof events, record: string) =>
      new Set(list.flatMap(({ data }) => Object(data[record]).id ?? []));

    expect(earlier.map(({ event }) => event)).toEqual(events.map(({ event }) => event));
    expect(idsOf(earlier, 'contact')).toEqual(idsOf(events, 'contact'));
    expect([...idsOf(earlier, 'order')].filter((id) => idsOf(events, 'order').has(id))).toEqual([]);
  });

  it('tell the stories of several contacts at the same time', () => {
    const first = events.slice(0, 12).map(({ data }) => Object(data['contact']).name);

    expect(new Set(first).size).toBeGreaterThan(2);
  });
});
