/** One line of the workspace's endpoint directory: all that matching an event needs (H1). */
export type DirectoryEntry = {
  readonly endpointId: string;
  readonly enabled: boolean;
  readonly settingsVersion: number;
  /** Encoded by `encodeSubscriptions`. */
  readonly subscriptions: string;
};
