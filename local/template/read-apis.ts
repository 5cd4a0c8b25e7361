import * as v from 'valibot';
import { LocalError } from '#local/local-error.ts';
import { functionOfArn } from './function-of-arn.ts';
import type { ApiDescription, CorsDescription, RouteDescription } from './platform.ts';
import { NOTHING_HELD_BACK, readThrottles, stageProperties } from './read-throttles.ts';
import type { Resource } from './template-schema.ts';

const corsProperties = v.object({
  AllowOrigins: v.optional(v.array(v.string()), []),
  AllowMethods: v.optional(v.array(v.string()), []),
  AllowHeaders: v.optional(v.array(v.string()), []),
  ExposeHeaders: v.optional(v.array(v.string()), []),
  MaxAge: v.optional(v.number()),
  AllowCredentials: v.optional(v.boolean(), false),
});
const apiProperties = v.object({
  CorsConfiguration: v.optional(corsProperties),
  Tags: v.optional(v.object({ serves: v.optional(v.picklist(['api', 'pages']), 'api') }), {}),
});
const routeProperties = v.object({ ApiId: v.string(), RouteKey: v.string(), Target: v.string() });

/** What reads the resources of the templates. */
export type TemplateReader = {
  readonly ofType: (...types: string[]) => readonly Resource[];
  /** Resolves the properties of a schema. */
  readonly read: <Entries extends v.ObjectEntries>(
    resource: Resource,
    schema: v.ObjectSchema<Entries, undefined>,
  ) => v.InferOutput<v.ObjectSchema<Entries, undefined>>;
  readonly nameOf: (resource: Resource) => string;
};

/** Reads the HTTP APIs. A route belongs to the API that its template names, whatever stack it is in. */
export function readApis({ ofType, read, nameOf }: TemplateReader): readonly ApiDescription[] {
  const integrations = new Map(
    ofType('AWS::ApiGatewayV2::Integration').map((resource) => [
      `${resource.stack}.${resource.logicalId}`,
      functionOfArn(read(resource, v.object({ IntegrationUri: v.string() })).IntegrationUri),
    ]),
  );
  const routes = Map.groupBy(
    ofType('AWS::ApiGatewayV2::Route').map((resource) => {
      const { ApiId, RouteKey, Target } = read(resource, routeProperties);
      const functionName = integrations.get(Target.replace(/^integrations\//, ''));
      if (functionName === undefined) throw new LocalError(`route ${RouteKey} has no integration`);
      return { api: ApiId, route: { routeKey: RouteKey, functionName } satisfies RouteDescription };
    }),
    ({ api }) => api,
  );
  const throttles = new Map(
    ofType('AWS::ApiGatewayV2::Stage').map((resource) => {
      const { ApiId, ...stage } = read(resource, v.object({ ApiId: v.string(), ...stageProperties.entries }));
      return [ApiId, readThrottles(stage)];
    }),
  );
  const apis = ofType('AWS::ApiGatewayV2::Api').map((resource): [string, ApiDescription] => {
    const { CorsConfiguration, Tags } = read(resource, apiProperties);
    const name = nameOf(resource);
    return [
      name,
      {
        serves: Tags.serves,
        routes: (routes.get(name) ?? []).map(({ route }) => route),
        cors: CorsConfiguration && describeCors(CorsConfiguration),
        throttles: throttles.get(name) ?? NOTHING_HELD_BACK,
      },
    ];
  });
  const known = new Map(apis);
  const stray = [...routes.keys(), ...throttles.keys()].find((name) => !known.has(name));
  if (stray !== undefined)
    throw new LocalError(`a route or a stage belongs to the API ${stray}, which is in no template`);
  return [...known.values()];
}

function describeCors(cors: v.InferOutput<typeof corsProperties>): CorsDescription {
  return {
    origins: cors.AllowOrigins,
    methods: cors.AllowMethods,
    headers: cors.AllowHeaders,
    exposed: cors.ExposeHeaders,
    maxAgeSeconds: cors.MaxAge,
    credentials: cors.AllowCredentials,
  };
}
