/** The package has no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Locks a whole open file until it is closed or the process ends: an open file description lock on Linux, flock on
   * macOS, LockFileEx on Windows. False while another open file has it. Throws where the file system has no locks.
   */
  export function tryLock(fd: number): boolean;
}
