import * as v from 'valibot';

/** Of the trace of Chromium: the tasks of a thread, with their CPU time in microseconds, and the names of the threads. */
const eventSchema = v.object({
  name: v.string(),
  pid: v.number(),
  tid: v.number(),
  tdur: v.optional(v.number(), 0),
  args: v.optional(v.object({ name: v.optional(v.string()) })),
});
const traceSchema = v.object({ traceEvents: v.array(v.unknown()) });

/** CPU time in milliseconds of the longest task of a page's main thread. @throws Error if the trace has no task of such a thread */
export function longestTaskCpu(trace: Buffer): number {
  const events = v.parse(traceSchema, JSON.parse(trace.toString())).traceEvents.flatMap((each) => {
    const event = v.safeParse(eventSchema, each);
    return event.success ? [event.output] : [];
  });
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pages.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('the trace has no task of a page');
  return tasks.reduce((longest, { tdur }) => Math.max(longest, tdur), 0) / 1000;
}
