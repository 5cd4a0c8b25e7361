import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';
import type { Capability } from '#shared/platform/runtime/capabilities.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One way to reach an operation. `path` is an API Gateway route path: `/api/v1/things/{thing}`. */
export type Route = {
  readonly method: HttpMethod;
  readonly path: string;
  /** How the documentation tells it from the operation's other routes, where it gives something else. */
  readonly shown?: {
    readonly id: string;
    readonly summary: string;
    readonly description?: string;
    readonly mediaType: string;
  };
};

/** The products of the API; each is deployed as one stack. */
export type ApiProduct = 'publishing' | 'biolinks' | 'salesbot' | 'webhooks' | 'workspace' | 'meta';

/** Who may call. `public` operations take no credential; `any-of` is satisfied by one of the permissions. */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'key';
      /** Webhook management names the credential kinds it refuses (403); elsewhere they are unknown (401). R13 */
      readonly credential: 'workspace-key' | 'workspace-key-only';
      readonly rule: 'all-of' | 'any-of';
      readonly permissions: readonly Permission[];
    };

/** A permission that some requests need beside those of `access`: without it they are refused with 403. */
export type ConditionalPermission = {
  readonly permission: Permission;
  /** Which requests those are, as the end of a sentence that begins with “if”. */
  readonly when: string;
};

/** A variable of the route's path. A malformed id is answered like one that does not exist, without a read (G8). */
export type PathParameter = {
  /** UUIDs are compared in lower case; texts are taken as they are. */
  readonly form: 'uuid' | 'text';
  readonly notFound: ErrorCode;
};

/** A request as a user would write it, for documentation, sample events and tests. */
export type Example = {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** When an operation was given up, when it ends, and where to read what replaces it (G22; docs/api/compatibility.md). */
export type Deprecation = {
  /** A day, `YYYY-MM-DD`: the header counts from its first second in UTC. */
  readonly since: string;
  /** The first day without the operation, at least 6 months later. */
  readonly sunset: string;
  /** An absolute URL or a path of the API. */
  readonly link: string;
};

/**
 * One operation of the API: the single source of its routes, validation, permissions, answers and documentation.
 * The name is also the folder, the function name's suffix and, in camel case, the OpenAPI operation id.
 */
export type Operation = {
  readonly name: string;
  readonly product: ApiProduct;
  readonly summary: string;
  /** What the summary has no room for, in Markdown. */
  readonly description?: string;
  readonly deprecated?: Deprecation;
  readonly routes: readonly Route[];
  readonly access: Access;
  /** What the handler asks for once it knows the resource or the body. */
  readonly conditionalPermissions?: readonly ConditionalPermission[];
  readonly uses: readonly Capability[];
  /** Variables of the path other than `{workspace}`, by name. */
  readonly params?: Readonly<Record<string, PathParameter>>;
  /** Whether `If-Match` counts, and whether it must be sent (428). */
  readonly precondition?: 'optional' | 'required';
  /** Who lacks this permission is not told the current revision in the body of a 412 or 428 (G50). */
  readonly revisionVisibleWith?: Permission;
  /** How often a lost race is tried again when the caller names no revision; once unless this says otherwise (G21). */
  readonly retries?: number;
  /** Query parameters; an operation without a schema takes none (422 `unknown_parameter`). */
  readonly query?: GenericSchema;
  readonly body?: GenericSchema;
  /** Fields of a form that a browser sends; the handler reads it itself. */
  readonly form?: GenericSchema;
  /** Whether a request without a body is taken as `{}` instead of 400 `body_required`. */
  readonly optionalBody?: boolean;
  /** Fields that exist only in answers: sending one is `field_not_updatable`, not `unknown_field` (G9). */
  readonly readOnlyFields?: readonly string[];
  /** Fields that another operation sets, with its id in camel case: `field_not_updatable` with that as `use` (G66). */
  readonly fieldsOwnedBy?: Readonly<Record<string, string>>;
  /** Success status to schema of the body; members outside the schema never leave. `null` = no body, a string = its text. */
  readonly responses: Readonly<Record<number, GenericSchema | null>>;
  /** Codes beyond those every operation of its kind can answer. */
  readonly errors: readonly ErrorCode[];
  /** Successes carry the revision of what they show as `ETag`. */
  readonly revisioned?: boolean;
  /** Refusals are documents as well: people meet the operation in a browser. */
  readonly htmlErrors?: boolean;
  /** Answers carry an entity tag and may be kept this long before they are asked for again (decisions 3). */
  readonly revalidate?: { readonly maxAgeSeconds: number };
  readonly examples: readonly Example[];
};

/** Declares an operation; keeps the literal types of its schemas for the handler. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}
