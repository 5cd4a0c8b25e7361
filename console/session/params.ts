import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The values of the parameters in the path of a screen, which stay the same while the next screen is loaded. */
export const ParamsContext = createContext<Readonly<Record<string, string>>>({});

/** The values of the parameters in the path of this screen, by name. */
export function useParams(): Readonly<Record<string, string>> {
  return useContext(ParamsContext);
}
