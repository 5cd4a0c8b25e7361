import { type CatalogueEvent, useCatalogue } from '#console/screens/webhooks/endpoint-reads.ts';
import type { Loaded } from '#console/session/use-query.ts';
import { type EndpointDraft, previewBody } from './endpoint-draft.ts';
import { type PreviewResult, usePreview } from './use-preview.ts';

/** What the fields of an endpoint and the preview beside them know about the draft. */
export type DraftPreview = {
  readonly catalogue: Loaded<readonly CatalogueEvent[]>;
  readonly result: PreviewResult;
  /** The events that the preview can show. */
  readonly shown: readonly CatalogueEvent[];
  /** Whether no event is chosen yet, so that the preview shows another one. */
  readonly isSample: boolean;
};

/** Previews an endpoint while a person types. */
export function useDraftPreview(draft: EndpointDraft): DraftPreview {
  const catalogue = useCatalogue();
  const events = catalogue.data ?? [];
  const first = events.find(({ subscribable }) => subscribable);
  const isSample = draft.subscriptions.length === 0;
  // The URL can be checked before an event is chosen.
  const sample = first ? [{ event: first.event, channel: 'all' as const, filter: null }] : [];
  const subscriptions = isSample ? sample : draft.subscriptions;
  const result = usePreview(previewBody({ ...draft, subscriptions }));
  return {
    catalogue,
    result,
    shown: events.filter(({ event }) => subscriptions.some((each) => each.event === event)),
    isSample,
  };
}
