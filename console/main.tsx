import { render } from 'preact';
import { App } from './app.tsx';
import { showScreen, takeArrival } from './session/fragment.ts';
import './styles.css';

const root = document.querySelector('#console');
if (!root) throw new Error('The page has no element for the console');
// Before anything else, so that the URL with the key is not visible any longer than necessary.
const arrival = takeArrival();
// Nothing is open that the screen of the link could replace.
if (arrival?.url !== undefined) showScreen(arrival.url);
render(<App arrival={arrival} />, root);
