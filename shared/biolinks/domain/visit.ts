import * as v from 'valibot';
import { HASH_DIGITS } from './visitor-sketch.ts';

/** What kind of device a visitor uses, by its `User-Agent`. */
export const DEVICES = ['mobile', 'tablet', 'desktop', 'other'] as const;

export type Device = (typeof DEVICES)[number];

const id = v.pipe(v.string(), v.uuid());

const shared = {
  workspaceId: id,
  pageId: id,
  /** The day in the time zone of the workspace, `YYYY-MM-DD`. */
  day: v.pipe(v.string(), v.isoDate()),
  /** Epoch milliseconds. */
  at: v.pipe(v.number(), v.safeInteger()),
};

/**
 * A message about one view of a page or one click on one of its links. It contains neither an address nor a `User-Agent`. The hash of the
 * visitor is worthless after the day, when its salt is deleted. A browser that opts out of tracking gives a view without `from`.
 */
export const visitSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('view'),
    ...shared,
    from: v.optional(
      v.strictObject({
        /** The host of the page that linked here; empty if the browser names none. */
        referrer: v.pipe(v.string(), v.maxLength(253)),
        device: v.picklist(DEVICES),
        visitor: v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${HASH_DIGITS}}$`, 'u'))),
      }),
    ),
  }),
  v.strictObject({
    kind: v.literal('click'),
    ...shared,
    device: v.picklist(DEVICES),
    block: id,
    /** The profile in a block of profiles. */
    item: v.optional(v.pipe(v.string(), v.maxLength(30))),
  }),
]);

export type Visit = v.InferOutput<typeof visitSchema>;
