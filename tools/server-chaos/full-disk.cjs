/*
 * Preloaded into a process: as long as the file that FULL_DISK names is there, nothing but the standard output and error
 * can be written. PGlite writes by this function.
 */
const fs = require('node:fs');

const STANDARD_ERROR = 2;
const { writeSync } = fs;

fs.writeSync = (file, ...rest) => {
  if (file > STANDARD_ERROR && fs.existsSync(process.env.FULL_DISK)) {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  return writeSync(file, ...rest);
};
