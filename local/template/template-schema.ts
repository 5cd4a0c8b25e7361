import * as v from 'valibot';

const resource = v.object({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
});
const output = v.object({ Value: v.unknown(), Export: v.optional(v.object({ Name: v.unknown() })) });

/** The parts of a CloudFormation template that the local stack reads. */
export const templateSchema = v.object({
  Parameters: v.optional(v.record(v.string(), v.object({ Default: v.optional(v.unknown()) })), {}),
  Resources: v.optional(v.record(v.string(), resource), {}),
  Outputs: v.optional(v.record(v.string(), output), {}),
});

export type Template = v.InferOutput<typeof templateSchema>;

/** A resource with the stack that declares it; its properties are not resolved yet. */
export type Resource = {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
};
