import type { ExternalRecord } from '#shared/events/records/external-record.ts';
import type { Condition } from '#shared/platform/store/write.ts';

/** No other writer has written, deleted or replaced the record since it was read. A replaced record has another position. */
export function recordUnchanged({
  version,
  position,
}: Pick<ExternalRecord, 'version' | 'position'>): Condition {
  return {
    expression: '#version = :version AND ownerSk = :position',
    names: { '#version': 'version' },
    values: { ':version': version, ':position': position },
  };
}
