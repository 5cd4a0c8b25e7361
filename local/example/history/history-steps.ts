import type { HistoryStep } from './history.ts';
import { COUNT_STEPS } from './past-counts.ts';
import { DELIVERY_STEPS } from './past-deliveries.ts';
import { ENDPOINT_STEPS } from './past-endpoints.ts';
import { TEAM_STEPS } from './past-team.ts';

/** What fills the four weeks before the first start, in order. */
export const HISTORY_STEPS: readonly HistoryStep[] = [
  ...TEAM_STEPS,
  ...ENDPOINT_STEPS,
  ...DELIVERY_STEPS,
  ...COUNT_STEPS,
];
