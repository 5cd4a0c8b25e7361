import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { localTime } from '#shared/platform/http/local-time-field.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { MAX_SLOTS, WEEKDAYS } from '#shared/publishing/domain/posting-queue.ts';
import { POSTS_PUBLISH } from '#shared/publishing/http/post-access.ts';
import { postingQueueSchema, QUEUE_READ_USES } from '#shared/publishing/http/posting-queue-view.ts';

const slot = jsonObject({
  weekday: withDescription(v.picklist(WEEKDAYS), 'Day of the week'),
  time: withDescription(localTime, 'Time of the day in the time zone of the workspace, `HH:mm`'),
});

export const operation = defineOperation({
  name: 'update-posting-queue',
  product: 'publishing',
  summary: 'Update the posting queue',
  description:
    'Replaces the weekly slots. Posts that are already scheduled keep their time. With the `revision` of the queue as `If-Match`, the ' +
    'update fails if the slots have changed since they were read.',
  routes: [{ method: 'PUT', path: '/os/api/{workspace}/posting-queue' }],
  access: POSTS_PUBLISH,
  precondition: 'optional',
  revisionVisibleWith: 'publishing:posts:read',
  checksKeyOnWrite: true,
  uses: [...QUEUE_READ_USES, 'put-posting-queues'],
  body: jsonObject({
    slots: withDescription(
      v.pipe(boundedList(slot, MAX_SLOTS), v.maxLength(MAX_SLOTS)),
      'All weekly slots, in any order; repeated slots count once. An empty list has no slots',
    ),
  }),
  readOnlyFields: ['revision', 'upcoming'],
  fieldsOwnedBy: { timezone: 'updateWorkspace' },
  replaces: true,
  revisioned: true,
  responses: { 200: v.object({ data: postingQueueSchema }) },
  errors: ['concurrent_update'],
  examples: [
    {
      summary: 'Twice a week',
      body: {
        slots: [
          { weekday: 'tuesday', time: '09:30' },
          { weekday: 'friday', time: '16:00' },
        ],
      },
    },
  ],
});
