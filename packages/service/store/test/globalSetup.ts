export { shareTestServers as setup } from '../src/testing/testServers.js';
