/** The messages that a scan may still queue in this run. The buckets that are read at the same time share it. */
export type MessageBudget = {
  readonly isUsedUp: () => boolean;
  /** Reserves up to this number of messages. Returns how many. */
  readonly take: (messages: number) => number;
  /** Returns what was reserved and not queued. */
  readonly giveBack: (messages: number) => void;
};

export function createMessageBudget(limit: number): MessageBudget {
  let left = limit;
  return {
    isUsedUp: () => left <= 0,
    take(messages) {
      const taken = Math.min(messages, left);
      left -= taken;
      return taken;
    },
    giveBack(messages) {
      left += messages;
    },
  };
}
