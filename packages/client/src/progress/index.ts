export { initialProgress } from './initialProgress.js';
export { hasEnded, reduceProgress } from './reduceProgress.js';
