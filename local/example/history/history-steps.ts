import type { HistoryStep } from './history.ts';
import { PAST_BROADCAST_STEPS } from './past-broadcasts.ts';
import { CONTACT_STEPS } from './past-contacts.ts';
import { PAST_CONVERSATION_STEPS } from './past-conversations.ts';
import { COUNT_STEPS } from './past-counts.ts';
import { DELIVERY_STEPS } from './past-deliveries.ts';
import { ENDPOINT_STEPS } from './past-endpoints.ts';
import { PAGE_STEPS } from './past-page.ts';
import { PAST_POST_STEPS } from './past-posts.ts';
import { TEAM_STEPS } from './past-team.ts';

/**
 * What fills the four weeks before the first start, in order. The events of the past are first: what follows connects accounts and a number
 * through the API, whose events happen now, and the event log lists events in the order in which they were written.
 */
export const HISTORY_STEPS: readonly HistoryStep[] = [
  ...TEAM_STEPS,
  ...ENDPOINT_STEPS,
  ...DELIVERY_STEPS,
  ...COUNT_STEPS,
  ...PAGE_STEPS,
  ...CONTACT_STEPS,
  ...PAST_CONVERSATION_STEPS,
  ...PAST_POST_STEPS,
  ...PAST_BROADCAST_STEPS,
];
