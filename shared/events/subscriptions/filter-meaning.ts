import { type CatalogueEvent, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { isJsonObject } from '#shared/platform/core/json-object.ts';
import { toComparable } from './compare-values.ts';
import type { EventFilter } from './event-filter.ts';
import { isCombinator } from './filter-operators.ts';
import { findField, itemType } from './filter-path.ts';
import { subscriptionKey } from './subscription-set.ts';
import type { Subscription } from './subscription.ts';

/** `$eq` is `$in` of one value, and `$ne` is `$nin` of one. */
const LIST_FORMS: Readonly<Record<string, string>> = { $eq: '$in', $ne: '$nin' };

/**
 * A text that is the same for two lists whose filters differ only in form (docs/specification/webhooks.md#same-meaning). Other filters can
 * match the same events and have different texts.
 */
export function filtersMeaning(list: readonly Subscription[]): string {
  const filters = list.flatMap((subscription) => {
    const event = findEvent(subscription.event);
    const { filter } = subscription;
    return filter && event ? [[subscriptionKey(subscription), meaningOf(event, filter)]] : [];
  });
  return JSON.stringify(setOf(filters));
}

/** The parts of a filter in a form that equal meanings share. */
function meaningOf(event: CatalogueEvent, filter: EventFilter): readonly unknown[] {
  return setOf(partsOf(filter));

  /** The parts that must all match. A condition with two operators is two parts, because each operator is compared on its own. */
  function partsOf(part: unknown): readonly unknown[] {
    if (!isJsonObject(part)) return [part];
    return Object.entries(part).flatMap(([key, value]) => {
      if (!isCombinator(key)) return conditionsOf(key, value);
      if (key === '$not') return [[key, setOf(partsOf(value))]];
      const filters = [value].flat().map(partsOf);
      if (key === '$and') return filters.flat();
      const choices = setOf(filters.map(setOf));
      return choices.length === 1 ? (filters[0] ?? []) : [[key, choices]];
    });
  }

  function conditionsOf(path: string, condition: unknown): readonly unknown[] {
    if (!isJsonObject(condition)) return [[path, condition]];
    const field = findField(event, path)?.field;
    const comparable = (value: unknown): unknown => {
      const found = field && toComparable(itemType(field.type).kind, value);
      return typeof found === 'bigint' ? String(found) : value;
    };
    return Object.entries(condition).map(([operator, operand]) => [
      path,
      LIST_FORMS[operator] ?? operator,
      setOf([operand].flat().map(comparable)),
    ]);
  }
}

/** Without repetitions, in an order that depends on the values only. */
function setOf(values: readonly unknown[]): readonly unknown[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText.keys()].toSorted().map((text) => byText.get(text));
}
