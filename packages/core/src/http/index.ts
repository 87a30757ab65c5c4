export { createDeadline, type Deadline } from './deadline.js';
export { answerReader, readText } from './readText.js';
