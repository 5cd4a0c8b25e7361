import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { entryMatcher } from '#shared/messaging/store/marked-index.ts';

const WORKSPACE = '01980000-0000-7000-8000-000000000001';

/** An entry as earlier versions stored it, with the marker of the tag as it was sent. */
function earlierEntry(tag: string): string {
  const marker = createHash('sha256').update(`${WORKSPACE} tag ${tag}`).digest('base64url').slice(0, 4);
  return `position#${marker}`;
}

it.each(['M\u00fcller', 'Mu\u0308ller'])(
  'finds the tag %j of an earlier version by both compositions',
  (stored) => {
    const entry = earlierEntry(stored);
    const matches = (tag: string) => entryMatcher(WORKSPACE, [['tag', tag]])(entry);

    expect(['M\u00fcller', 'Mu\u0308ller', 'Muller'].map(matches)).toEqual([true, true, false]);
  },
);
