/**
 * Moves the clock of the process that loads it (`node --import`): `Date.now` is ahead by the
 * milliseconds that the file of PORTAGE_TRIAL_CLOCK says, which is read again all the time. The
 * program itself stays as it is.
 */
import { readFileSync } from 'node:fs';

const file = process.env['PORTAGE_TRIAL_CLOCK'];
const everyMs = 20;

if (file !== undefined) {
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  const read = () => {
    const told = Number(readFileSync(file, 'utf8'));
    // A file that is being written may be empty for a moment.
    if (told > aheadMs) aheadMs = told;
  };
  read();
  setInterval(read, everyMs).unref();
  Date.now = () => now() + aheadMs;
}
