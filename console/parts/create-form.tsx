import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Once } from '#console/session/use-command.ts';
import { type DraftFields, DraftForm } from './draft-form.tsx';

/** A form that creates a resource and then shows its screen. */
export function CreateForm<Draft extends object, Body extends object>({
  label,
  path,
  empty,
  requestOf,
  create,
  errorFields,
  problemOf = () => undefined,
  children,
}: {
  /** The text of the button, such as `Create the contact`. */
  readonly label: string | ((draft: Draft) => string);
  /** The path of the API. */
  readonly path: string;
  readonly empty: Draft;
  readonly requestOf: (draft: Draft) => Body;
  /** Sends the request. Returns the path of the screen of the new resource. */
  readonly create: (body: Body, once: Once, draft: Draft) => Promise<string>;
  /** Pointers of the fields that show their own validation errors. */
  readonly errorFields: readonly string[];
  /** Why a draft cannot be sent; undefined if it can. */
  readonly problemOf?: (draft: Draft) => string | undefined;
  readonly children: (fields: DraftFields<Draft>) => ComponentChildren;
}) {
  const { route } = useLocation();
  return (
    <DraftForm
      initial={empty}
      submit={label}
      send={async (draft, once) => route(await create(requestOf(draft), once, draft))}
      errorFields={errorFields}
      isReady={(draft) => problemOf(draft) === undefined}
      callsOf={(draft) => [{ method: 'POST', path, body: requestOf(draft) }]}
    >
      {children}
    </DraftForm>
  );
}
