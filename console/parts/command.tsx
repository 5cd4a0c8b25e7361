import { useState } from 'preact/hooks';
import { useSigned } from '#console/session/context.ts';
import { Failure } from './notices.tsx';

/** A button that sends a command and then reads everything on the screen again. */
export function Command({ label, send }: { readonly label: string; readonly send: () => Promise<unknown> }) {
  const { queries } = useSigned();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await send();
      await queries.invalidateQueries();
    } catch (error_) {
      setError(error_ instanceof Error ? error_ : new Error(String(error_)));
    }
    setBusy(false);
  }

  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void run()}>
        {label}
      </button>
      <Failure error={error} />
    </>
  );
}
