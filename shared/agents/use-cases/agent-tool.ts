import type { InferOutput, ObjectEntries, StrictObjectSchema } from 'valibot';
import type { PlatformApi } from '#shared/agents/ports/platform-api.ts';

type Input = StrictObjectSchema<ObjectEntries, undefined>;

/** What a confirmed tool would do, before it does it. */
export type ToolPreview = {
  /** What would happen, in words of this project. It contains no text of other people. */
  readonly effect: string;
  /** What the client should see before it agrees. */
  readonly shown?: unknown;
  /** The state that the confirmation is bound to, such as a revision. If it changes, the preview has to be repeated. */
  readonly state?: string;
  /** The revision of the resource in the preview, for `If-Match`. */
  readonly revision?: string;
};

type Common<S extends Input> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  /** The operations that the tool calls. A key that may not call one of them does not see the tool. */
  readonly operations: readonly string[];
  /** Whether the result has only texts of this project, such as its documentation. */
  readonly isOwnText?: true;
};

/** A tool that only reads. */
type ReadingTool<S extends Input> = Common<S> & {
  readonly effect: 'reads';
  readonly run: (input: InferOutput<S>, api: PlatformApi) => Promise<unknown>;
};

/** A tool that creates something that nobody outside of the workspace sees. With the same idempotency key, a repeated call is executed once. */
type WritingTool<S extends Input> = Common<S> & {
  readonly effect: 'creates';
  readonly run: (input: InferOutput<S>, api: PlatformApi, idempotencyKey: string) => Promise<unknown>;
};

/** A tool that sends or deletes something. Without a confirmation, only `preview` runs. */
type ConfirmedTool<S extends Input> = Common<S> & {
  /** `depends`: the input decides. If `preview` returns `null`, `run` runs without a confirmation. */
  readonly effect: 'sends' | 'depends';
  readonly preview: (input: InferOutput<S>, api: PlatformApi) => Promise<ToolPreview | null>;
  /** `preview` is what the confirmation belongs to; null if the call needs none. */
  readonly run: (
    input: InferOutput<S>,
    api: PlatformApi,
    idempotencyKey: string,
    preview: ToolPreview | null,
  ) => Promise<unknown>;
};

type Tool<S extends Input> = ReadingTool<S> | WritingTool<S> | ConfirmedTool<S>;

/** A tool of the MCP server. */
export type AgentTool = Tool<Input>;

/** The precondition of a call that was previewed, so that the API rejects it after an edit. */
export function ifMatchOf(preview: ToolPreview | null): { readonly ifMatch?: string } {
  return preview?.revision === undefined ? {} : { ifMatch: preview.revision };
}

/** Declares a tool; keeps the type of its input for its functions. */
export function defineTool<const S extends Input>(tool: Tool<S>): AgentTool {
  // The input is parsed by the schema of the tool before these functions are called.
  return tool;
}
