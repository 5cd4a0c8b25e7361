import { render } from 'preact';
import { App } from './app.tsx';
import { passOnAnswer } from './session/answer.ts';
import { Answered } from './session/answered.tsx';
import { showScreen, takeArrival } from './session/fragment.ts';
import './styles/console.css';

const root = document.querySelector('#console');
if (!root) throw new Error('The page has no element for the console');
// Before anything else, so that the URL with the key is not visible any longer than necessary.
const answer = passOnAnswer();
const arrival = takeArrival();
// Nothing is open that the screen of the link could replace.
if (arrival?.url !== undefined) showScreen(arrival.url);
render(answer === undefined ? <App arrival={arrival} /> : <Answered answer={answer} />, root);
