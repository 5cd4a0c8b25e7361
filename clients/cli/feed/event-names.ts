import type { components } from '@workspace-platform/client/schema';
import { type Api, dataOf } from '#cli/api/connect.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { nearest } from '#cli/command/nearest.ts';

export type EventName = components['schemas']['EventName'];

/** All events that exist, each with a sample of its body. */
export async function readCatalogue({ client }: Api) {
  return dataOf(await client.GET('/api/v1/workspace-webhooks/events')).data;
}

/** @throws CommandError for a name that no event has: nothing would ever match it */
export function requireEventNames(
  catalogue: readonly { readonly event: string }[],
  names: readonly string[],
): EventName[] {
  const known = catalogue.map(({ event }) => event);
  const isKnown = (name: string): name is EventName => known.includes(name);
  return names.map((name) => {
    if (isKnown(name)) return name;
    const similar = nearest(name, known);
    const hint = similar === undefined ? '' : ` Did you mean "${similar}"?`;
    throw wrongUsage(`There is no event "${name}".${hint} "workspace-platform events" lists all events.`);
  });
}
