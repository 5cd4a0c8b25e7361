import { Button } from '#console/parts/button.tsx';
/** Instead of a screen whose file could not be loaded. */
export function NotLoaded() {
  return (
    <>
      <h1>The screen could not be loaded</h1>
      <p>
        The connection failed, or the console was updated while it was open. Reload the page to continue. You
        need the key or the console link again.
      </p>
      <Button label="Reload" onClick={() => location.reload()} />
    </>
  );
}
