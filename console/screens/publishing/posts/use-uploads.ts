import { useEffect, useRef, useState } from 'preact/hooks';
import type { MediaFile } from '#console/screens/publishing/media-reads.ts';
import { useSigned } from '#console/session/context.ts';
import { asError } from '#console/session/problem.ts';
import { uploadFile } from './upload-file.ts';

/** A file on its way to the media library. */
export type Uploading = {
  readonly key: number;
  readonly file: File;
  /** The share of the bytes that were sent, from 0 to 1. */
  readonly share: number;
  readonly error: Error | null;
};

/** Uploads of a form. `onFile` gets each file when posts can use it. */
export function useUploads(onFile: (file: MediaFile, chosen: File) => void) {
  const { session, queries } = useSigned();
  const [running, setRunning] = useState<readonly Uploading[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const last = useRef(0);
  // The form changes while a file is uploaded.
  const newest = useRef(onFile);
  newest.current = onFile;
  // An upload is of no use to a form that has left the screen.
  useEffect(
    () => () => {
      for (const controller of controllers.current.values()) controller.abort();
    },
    [],
  );

  function change(key: number, changed: Partial<Uploading> | undefined): void {
    setRunning((before) =>
      before.flatMap((each) => {
        if (each.key !== key) return [each];
        return changed ? [{ ...each, ...changed }] : [];
      }),
    );
  }

  async function send(key: number, chosen: File): Promise<void> {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    try {
      const onProgress = (share: number) => change(key, { share });
      const file = await uploadFile(session, chosen, onProgress, controller.signal);
      change(key, undefined);
      await queries.invalidateQueries({ queryKey: ['media'] });
      newest.current(file, chosen);
    } catch (error) {
      if (!controller.signal.aborted) change(key, { error: asError(error) });
    } finally {
      controllers.current.delete(key);
    }
  }

  return {
    running,
    add(files: readonly File[]): void {
      for (const file of files) {
        last.current += 1;
        const key = last.current;
        setRunning((before) => [...before, { key, file, share: 0, error: null }]);
        void send(key, file);
      }
    },
    /** Sends a file again whose upload has failed. */
    repeat({ key, file }: Uploading): void {
      change(key, { share: 0, error: null });
      void send(key, file);
    },
    cancel(key: number): void {
      controllers.current.get(key)?.abort();
      change(key, undefined);
    },
  };
}
