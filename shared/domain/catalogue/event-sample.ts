import type { CatalogueEvent } from './catalogue-event.ts';
import { buildEnvelope, type Envelope, type EnvelopeParts } from './envelope.ts';

/** The catalogue's sample of an event as a test event of this workspace (G103, G106). */
export function sampleEnvelope(
  event: CatalogueEvent,
  parts: Pick<EnvelopeParts, 'id' | 'workspaceId' | 'occurredAt'>,
): Envelope {
  return buildEnvelope({ ...parts, event, test: true, data: event.sampleData });
}
