export { openKey, type TallyKey } from '../openKey.js';
export { startNode, type NodeOptions, type TallyNode } from './startNode.js';
