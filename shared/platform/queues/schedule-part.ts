import * as v from 'valibot';

/** The part of the work of a minute that one run does: number `index`, from 0, of `of` equal parts. */
export type Part = { readonly index: number; readonly of: number };

const partInput = v.object({ part: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

/** What the schedule of a part sends to the function. */
export function inputOfPart(index: number): v.InferInput<typeof partInput> {
  return { part: index };
}

/**
 * The part that an event asks for. An event without one, such as the event of a schedule that a deployment has not replaced yet, asks for all
 * of the work. @throws Error for a part that does not exist
 */
export function partOf(event: unknown, of: number): Part {
  if (typeof event !== 'object' || event === null || !('part' in event)) return { index: 0, of: 1 };
  const { success, output } = v.safeParse(partInput, event);
  if (!success || output.part >= of)
    throw new Error(`The schedule has the parts 0 to ${of - 1}, not ${JSON.stringify(event.part)}`);
  return { index: output.part, of };
}
