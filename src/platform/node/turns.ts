export { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
