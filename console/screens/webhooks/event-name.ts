import type { components } from '#clients/typescript/schema.d.ts';

/** The name of an event as requests have it. */
export type EventName = components['schemas']['EventName'];

/** The name of an event that the API returned. Responses allow more names than requests, because events are added. */
export function eventName(name: string): EventName {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API checks the name
  return name as EventName;
}
