import * as v from 'valibot';
import type { ThrottleDescription, ThrottlesDescription } from './platform.ts';

/** The format of CloudFormation: a route without one of the two settings is not throttled. */
const settings = v.object({
  ThrottlingRateLimit: v.optional(v.number()),
  ThrottlingBurstLimit: v.optional(v.number()),
});

export const stageProperties = v.object({
  DefaultRouteSettings: v.optional(settings, {}),
  RouteSettings: v.optional(v.record(v.string(), settings), {}),
});

/** The throttling of an API without a stage, or of a gateway that throttles nothing. */
export const NOTHING_HELD_BACK: ThrottlesDescription = { usual: undefined, routes: {} };

/** Reads the throttling of a stage: the default and the settings of individual routes. */
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
