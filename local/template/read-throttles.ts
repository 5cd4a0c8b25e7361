import * as v from 'valibot';
import type { ThrottleDescription, ThrottlesDescription } from './platform.ts';

/** As CloudFormation writes them: a route without one of the two is not held back. */
const settings = v.object({
  ThrottlingRateLimit: v.optional(v.number()),
  ThrottlingBurstLimit: v.optional(v.number()),
});

export const stageProperties = v.object({
  DefaultRouteSettings: v.optional(settings, {}),
  RouteSettings: v.optional(v.record(v.string(), settings), {}),
});

/** What a stage lets through: to each route, and to those that have settings of their own. */
export function readThrottles(stage: v.InferOutput<typeof stageProperties>): ThrottlesDescription {
  const routes = Object.entries(stage.RouteSettings).map(([key, own]) => [key, describe(own)] as const);
  return { usual: describe(stage.DefaultRouteSettings), routes: Object.fromEntries(routes) };
}

function describe({
  ThrottlingRateLimit: ratePerSecond,
  ThrottlingBurstLimit: burst,
}: v.InferOutput<typeof settings>): ThrottleDescription | undefined {
  return ratePerSecond === undefined || burst === undefined ? undefined : { ratePerSecond, burst };
}
