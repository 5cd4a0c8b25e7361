import { Failure, Loading } from '#console/parts/notices.tsx';
import { When } from '#console/parts/when.tsx';
import { nextFreeSlot, usePostingQueue } from './queue-reads.ts';

/** The slot that a post gets now if it is added to the queue. Another post can take it first. */
export function NextFreeSlot() {
  const { data, error } = usePostingQueue();
  if (error) return <Failure error={error} />;
  if (!data) return <Loading />;
  const { queue } = data;
  const slot = nextFreeSlot(queue);
  return (
    <p>
      {slot ? (
        <>
          The next free slot is <When at={slot.scheduled_at} />.
        </>
      ) : queue.slots.length === 0 ? (
        'The posting queue has no slots, so no post can be added to it.'
      ) : (
        'None of the next slots is free. The post gets the first free slot of the next 52 weeks.'
      )}{' '}
      <a href="/console/posting-queue">Posting queue</a>
    </p>
  );
}
