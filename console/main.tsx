import { render } from 'preact';
import { App } from './app.tsx';
import { takeArrival } from './session/fragment.ts';
import './styles.css';

const root = document.querySelector('#console');
if (!root) throw new Error('The page has no element for the console');
// Before anything else, so that the URL with the key is not visible any longer than necessary.
const arrival = takeArrival();
render(<App arrival={arrival} />, root);
