import { describe, expect, it } from 'vitest';
import {
  BLOCK_TYPES,
  changesIn,
  draftOf,
  emptyBlock,
  isComplete,
  NETWORKS,
  requestOf,
} from '#console/screens/biolinks/pages/blocks/block-draft.ts';
import { BLOCK_TYPES as DOMAIN_TYPES, SOCIAL_NETWORKS } from '#shared/biolinks/domain/block.ts';
import { EVERY_BODY } from '#test/support/builders/biolinks/block-builders.ts';

const ZONE = 'Europe/Berlin';
const FRAME = {
  id: 'b1',
  visible: true,
  starts_at: null,
  ends_at: null,
  created_at: '2026-06-01T12:00:00.000Z',
  updated_at: '2026-06-01T12:00:00.000Z',
};
type Block = Parameters<typeof draftOf>[0];

/** A block of the API from the body that created it. */
function blockOf(body: object): Block {
  return Object.assign({ type: 'divider' as const }, FRAME, body);
}

describe('the draft of a block', () => {
  it('knows every type and every network of the API', () => {
    expect(BLOCK_TYPES.map(([type]) => type)).toEqual(DOMAIN_TYPES);
    expect(NETWORKS).toEqual(SOCIAL_NETWORKS);
  });

  it.each(EVERY_BODY)('keeps all fields of the type $type', (body) => {
    const draft = draftOf(blockOf(body), ZONE);

    expect(requestOf(draft, ZONE)).toEqual({ ...body, visible: true, starts_at: null, ends_at: null });
    expect(isComplete(draft)).toBe(true);
    expect(changesIn(ZONE)(draft, draft)).toEqual({});
  });

  it.each(BLOCK_TYPES.filter(([type]) => type !== 'divider'))(
    'is not complete without the fields of %s',
    (type) => {
      expect(isComplete(emptyBlock(type))).toBe(false);
    },
  );

  it('has times in the time zone of the workspace, and sends only what differs', () => {
    const block = blockOf({ type: 'header', title: 'On tour', starts_at: '2026-06-01T10:00:00.000Z' });
    const draft = draftOf(block, ZONE);
    expect(draft.startsAt).toBe('2026-06-01T12:00:00');

    const changes = changesIn(ZONE)(draft, { ...draft, startsAt: '2026-06-01T13:00:00', endsAt: '' });
    expect(changes).toEqual({ starts_at: '2026-06-01T11:00:00.000Z' });
    expect(changesIn(ZONE)(draft, { ...draft, startsAt: '' })).toEqual({ starts_at: null });
  });
});
