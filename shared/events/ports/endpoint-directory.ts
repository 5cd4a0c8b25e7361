import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';

/** The endpoints of a workspace, as far as matching an event needs them. Every command that records an event reads it. */
export type EndpointDirectory = {
  /** The endpoints of a workspace; one strongly consistent read (docs/specification/events.md#event-matching). */
  readDirectory(workspaceId: string): Promise<DirectoryEntry[]>;
};
