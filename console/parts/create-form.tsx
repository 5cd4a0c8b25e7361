import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Once } from '#console/session/use-command.ts';
import { useDraft } from '#console/session/use-draft.ts';
import { ApiCalls } from './api-call.tsx';
import { useFocusOnError } from './field.tsx';
import { Failure, Progress } from './notices.tsx';

/** What the fields of the form get. */
type Fields<Draft> = {
  readonly draft: Draft;
  /** The error of creating the draft as it is now. */
  readonly error: Error | null;
  /** Takes the next draft. A change that waits for something takes a function of the draft as it is then. */
  readonly onChange: (next: Draft | ((current: Draft) => Draft)) => void;
};

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
  readonly children: (fields: Fields<Draft>) => ComponentChildren;
}) {
  const { route } = useLocation();
  const { draft, setDraft, submit, isBusy, error } = useDraft(empty);
  const body = requestOf(draft);
  const form = useFocusOnError(error);

  return (
    <>
      <form
        ref={form}
        onSubmit={(event) => void submit(event, async (once) => route(await create(body, once, draft)))}
      >
        {children({ draft, error, onChange: setDraft })}
        <Failure error={error} fields={errorFields} />
        <div class="actions">
          <button type="submit" disabled={isBusy || problemOf(draft) !== undefined}>
            {typeof label === 'string' ? label : label(draft)}
          </button>
          <Progress isBusy={isBusy} />
        </div>
      </form>
      <ApiCalls calls={[{ method: 'POST', path, body }]} />
    </>
  );
}
