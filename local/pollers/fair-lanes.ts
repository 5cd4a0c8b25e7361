/** Messages by group, returned in turn, so that the backlog of one group does not delay the others. */
export type FairLanes<Message> = {
  readonly size: number;
  add(group: string, message: Message): void;
  /** At most `most` messages: one of each group per round, starting with the group served longest ago. */
  take(most: number): Message[];
  /** Every waiting message. */
  all(): Message[];
  /** Removes the messages for which `gone` is true. */
  drop(gone: (message: Message) => boolean): void;
};

export function createFairLanes<Message>(): FairLanes<Message> {
  // A map keeps insertion order, so a served group is moved to the end.
  const lanes = new Map<string, Message[]>();
  let size = 0;

  function takeOne(): Message | undefined {
    const next = lanes.entries().next();
    if (next.done === true) return undefined;
    const [group, lane] = next.value;
    const message = lane.shift();
    lanes.delete(group);
    if (lane.length > 0) lanes.set(group, lane);
    size -= 1;
    return message;
  }

  return {
    get size() {
      return size;
    },
    add: (group, message) => {
      const lane = lanes.get(group);
      if (lane === undefined) lanes.set(group, [message]);
      else lane.push(message);
      size += 1;
    },
    take: (most) => {
      const batch: Message[] = [];
      while (batch.length < most) {
        const message = takeOne();
        if (message === undefined) break;
        batch.push(message);
      }
      return batch;
    },
    all: () => [...lanes.values()].flat(),
    drop: (gone) => {
      for (const [group, lane] of lanes) {
        const kept = lane.filter((message) => !gone(message));
        size -= lane.length - kept.length;
        if (kept.length > 0) lanes.set(group, kept);
        else lanes.delete(group);
      }
    },
  };
}
